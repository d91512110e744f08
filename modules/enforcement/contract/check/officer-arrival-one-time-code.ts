/**
 * How the second officer of a check proves to be there (domain reference §2.I: both officers’ codes): a code of ten
 * digits that changes every ten minutes and appears only in the officer’s own session, on a phone also without a network.
 * Whoever scans in enters it, so that nobody can act for both.
 */

/** Seconds for which a code is shown. */
export const arrivalCodeSeconds = 600;
/**
 * How many codes before and after the present one are accepted: three hours. A phone whose clock is off is noted, and the
 * visit is not refused for it (domain reference K.9).
 */
export const maxAcceptedCodeOffset = 18;

/** What the platform hashes with its key into the secret from which the codes of an officer at a check follow. */
export const arrivalSecretSource = (check: number, officer: number): string =>
  `arrival of officer ${officer} at check ${check}`;

const encode = (text: string) => new TextEncoder().encode(text);

/** Whether these can be the digits of a code. The last two find mistakes of typing where the platform cannot be asked. */
export const isArrivalCode = (digits: string): boolean => /^\d{10}$/.test(digits) && Number(digits) % 97 === 1;

/**
 * The code at a moment (unix seconds), `off` codes later: eight digits from the HMAC-SHA-256 of the number of the ten
 * minutes, as in RFC 6238, and two check digits (ISO 7064 mod 97-10).
 */
export async function arrivalCodeAt(secret: string, seconds: number, off = 0): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', key, encode(String(Math.floor(seconds / arrivalCodeSeconds) + off)));
  const drawn = new DataView(signed).getUint32(0) % 100_000_000;
  return String(drawn * 100 + 98 - ((drawn * 100) % 97)).padStart(10, '0');
}
