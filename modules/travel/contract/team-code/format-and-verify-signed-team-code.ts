/**
 * Codes of teams and of guide cards, and how they are verified without a network (domain reference §2.E, Appendix G):
 * a line of text signed with Ed25519.
 *
 * `<1t|1g>.<kid>.<payload>.<signature>`, the last two in base64url, so that a URL takes the code unescaped.
 */

/** Payload of a team code; `version` counts changes since the team was confirmed. */
export interface TeamCodePayload {
  readonly v: 1;
  readonly team_no: string;
  readonly version: number;
  readonly plate: string;
  readonly guide_card: string;
  readonly pax: number;
  /** Seconds since 1970, whole minutes. */
  readonly start: number;
  readonly end: number;
  readonly exp: number;
  readonly kid: string;
}

/** Payload of a guide card code, which the phone of the guide shows for a minute. */
export interface GuideCardCodePayload {
  readonly v: 1;
  readonly guide_card: string;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly kid: string;
}

export type SignedCodePayload =
  | { readonly kind: 'team'; readonly team: TeamCodePayload }
  | { readonly kind: 'card'; readonly card: GuideCardCodePayload };

/** A published key, which verifies what its private key signed. */
export interface TeamCodePublicKey {
  readonly kid: string;
  /** 32 bytes in base64url. */
  readonly key: string;
}

/** Whether a cached answer of `publicKeysCall` has the right shape. */
export const isPublicKeysAnswer = (answer: unknown): answer is { keys: readonly TeamCodePublicKey[] } =>
  typeof answer === 'object' &&
  answer !== null &&
  'keys' in answer &&
  Array.isArray(answer.keys) &&
  answer.keys.every(isKey);

const isKey = (one: unknown): boolean =>
  typeof one === 'object' &&
  one !== null &&
  'kid' in one &&
  'key' in one &&
  typeof one.kid === 'string' &&
  typeof one.key === 'string';

/** Longest code in bytes: a longer one is hard to read off a scratched card. */
export const maxCodeLength = 300;
/** Validity of a card code, in seconds. */
export const guideCardCodeSeconds = 60;
/** Tolerance for clocks of phones, in seconds. */
const slack = 30;

/** Longest bytes of each text: a plate has 8 characters, a team number 17, a card number about 20. */
const room = { team_no: 24, plate: 16, guide_card: 48 } as const;
const apart = '\u001f';

/** Cuts a text to so many bytes of UTF-8, between characters, without the separator of the fields. */
function truncateToBytes(value: string, bytes: number): string {
  let front = '';
  let left = bytes;
  for (const letter of value.replaceAll(apart, ' ')) {
    left -= new TextEncoder().encode(letter).length;
    if (left < 0) break;
    front += letter;
  }
  return front;
}

const count = (value: number): string => Math.max(0, Math.min(999_999, Math.trunc(value) || 0)).toString(36);
/** Minutes in base 36: five letters until 2084. */
const minute = (seconds: number): string => Math.max(0, Math.trunc(seconds / 60) || 0).toString(36);
const back = (value: string | undefined): number =>
  value !== undefined && /^[\da-z]{1,7}$/.test(value) ? Number.parseInt(value, 36) : Number.NaN;

export function toBase64Url(bytes: Uint8Array): string {
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Undefined for text that is not base64url, or not in the form {@link toBase64Url} writes. */
export function fromBase64Url(value: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(value) || value.length % 4 === 1) return undefined;
  const letters = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return toBase64Url(bytes) === value ? bytes : undefined;
}

const utf8 = (value: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(value));

function compose(head: '1t' | '1g', kid: string, fields: readonly string[]): string {
  return `${head}.${kid}.${toBase64Url(utf8(fields.join(apart)))}`;
}

/** Text of a team code before it is signed. */
export const unsignedTeamCodeText = (team: Omit<TeamCodePayload, 'v'>): string =>
  compose('1t', team.kid, [
    truncateToBytes(team.team_no, room.team_no),
    count(team.version),
    truncateToBytes(team.plate, room.plate),
    truncateToBytes(team.guide_card, room.guide_card),
    count(team.pax),
    minute(team.start),
    minute(team.end),
    minute(team.exp),
  ]);

/** Text of a card code before it is signed. */
export const unsignedGuideCardCodeText = (card: Omit<GuideCardCodePayload, 'v'>): string =>
  compose('1g', card.kid, [truncateToBytes(card.guide_card, room.guide_card), Math.trunc(card.exp).toString(36)]);

/** Appends a signature of 64 bytes to the text it signs. */
export const appendSignature = (signedText: string, signature: Uint8Array): string =>
  `${signedText}.${toBase64Url(signature)}`;

interface Read {
  readonly content: SignedCodePayload;
  readonly kid: string;
  /** The signed part: all before the last dot. */
  readonly signedText: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Parses a code, or a URL that ends with one, without verifying it; undefined for anything else. */
export function parseTeamCode(written: string): Read | undefined {
  const code =
    written
      .trim()
      .split(/[/?#]/)
      .findLast((part) => part !== '') ?? '';
  if (code.length > maxCodeLength) return undefined;
  const [head, kid = '', body = '', sign = '', ...more] = code.split('.');
  if (more.length > 0 || !/^[\w-]{4,12}$/.test(kid)) return undefined;
  const [bytes, signature] = [fromBase64Url(body), fromBase64Url(sign)];
  if (!bytes || signature?.length !== 64) return undefined;
  const fields = decodeText(bytes)?.split(apart);
  const content = fields && (head === '1t' ? readTeam(fields, kid) : head === '1g' ? readCard(fields, kid) : undefined);
  return content && { content, kid, signedText: `${head}.${kid}.${body}`, signature };
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function readTeam(fields: readonly string[], kid: string): SignedCodePayload | undefined {
  const [team_no = '', version, plate = '', guide_card = '', pax, start, end, exp, ...more] = fields;
  const numbers = [back(version), back(pax), back(start) * 60, back(end) * 60, back(exp) * 60] as const;
  if (more.length > 0 || team_no === '' || numbers.some((one) => Number.isNaN(one))) return undefined;
  return {
    kind: 'team',
    team: {
      v: 1,
      team_no,
      version: numbers[0],
      plate,
      guide_card,
      pax: numbers[1],
      start: numbers[2],
      end: numbers[3],
      exp: numbers[4],
      kid,
    },
  };
}

function readCard(fields: readonly string[], kid: string): SignedCodePayload | undefined {
  const [guide_card = '', until, ...more] = fields;
  const exp = back(until);
  if (more.length > 0 || guide_card === '' || Number.isNaN(exp)) return undefined;
  return { kind: 'card', card: { v: 1, guide_card, exp, kid } };
}

/**
 * Result of verifying a code. `foreign`: it names one of our keys but was not signed with it. `unknown_key`: none of
 * the known keys, which may be outdated. `unable`: this browser cannot verify Ed25519, or the page was not loaded
 * over https. Only the server knows whether the team has changed since: see {@link isCodeOfEarlierVersion}.
 */
export type TeamCodeVerdict = 'genuine' | 'expired' | 'foreign' | 'unknown_key' | 'malformed' | 'unable';

export interface VerifiedTeamCode {
  readonly verdict: TeamCodeVerdict;
  /** What the code states, verified or not. */
  readonly content?: SignedCodePayload;
}

/** Verifies a code against published keys, offline. Never throws, whatever the input. */
export async function verifyTeamCode(
  written: string,
  keys: readonly TeamCodePublicKey[],
  now: number = Date.now() / 1000,
): Promise<VerifiedTeamCode> {
  const read = parseTeamCode(written);
  if (!read) return { verdict: 'malformed' };
  const { content } = read;
  const raw = fromBase64Url(keys.find(({ kid }) => kid === read.kid)?.key ?? '');
  if (raw?.length !== 32) return { verdict: 'unknown_key', content };
  const isOurs = await isSigned(raw, read);
  if (isOurs === undefined) return { verdict: 'unable', content };
  if (!isOurs) return { verdict: 'foreign', content };
  const exp = content.kind === 'team' ? content.team.exp : content.card.exp;
  return { verdict: exp + slack < now ? 'expired' : 'genuine', content };
}

async function isSigned(raw: Uint8Array<ArrayBuffer>, { signedText, signature }: Read): Promise<boolean | undefined> {
  try {
    const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature, utf8(signedText));
  } catch {
    return undefined;
  }
}

/** Whether the team has changed since its code was issued. */
export const isCodeOfEarlierVersion = (team: TeamCodePayload, changes: number): boolean => team.version < changes;

/** Masks a plate for the public: 云A·**345. */
export function maskPlate(plate: string): string {
  const letters = [...plate];
  if (letters.length < 5) return plate;
  const hidden = letters.length - 5;
  return `${letters.slice(0, 2).join('')}·${'*'.repeat(hidden)}${letters.slice(2 + hidden).join('')}`;
}

/** Answer of `POST /api/travel.code/show`. */
export interface TeamCodeCheckAnswer {
  readonly verdict: TeamCodeVerdict | 'old_version' | 'no_team';
  readonly hotline: string;
  readonly team?: {
    readonly team_no: string;
    readonly status: string;
    readonly status_label: string;
    readonly tone: string;
    readonly agency: string;
    readonly changes: number;
    readonly plates: readonly string[];
    readonly start: number;
    readonly end: number;
    readonly pax: number;
    readonly guides: readonly { readonly card_no: string; readonly photo: string | null }[];
    readonly stops: readonly { readonly day_no: number; readonly name: string; readonly arrive: string }[];
  };
  readonly guide?: {
    readonly card_no: string;
    readonly photo: string | null;
    readonly agency: string | null;
    readonly valid: boolean;
  };
}
