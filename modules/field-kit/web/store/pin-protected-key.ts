import { ivLength } from './encrypt-and-decrypt-phone-record.ts';
import type { EncryptedPhoneStore, PhoneStoreHeader } from './encrypted-phone-store-types.ts';

/** Fewest rounds of PBKDF2-SHA-256 (OWASP, 2023), and most: a faster phone than the present ones gains nothing. */
const fewestIterations = 600_000;
const mostIterations = 3_000_000;

/** Ms that a PIN may take on the phone that sets it. */
const derivationTime = 500;

/** Rounds that this phone makes in `derivationTime`: each guess costs its attacker as much as the officer can bear. */
export async function calibrateIterations(): Promise<number> {
  const sample = 100_000;
  const started = performance.now();
  await stretchPin('000000', new Uint8Array(16), sample);
  const rounds = Math.round((sample * derivationTime) / Math.max(1, performance.now() - started));
  return Math.min(Math.max(rounds, fewestIterations), mostIterations);
}

/** Wrong PINs in a row after which everything is deleted. */
export const maxWrongPins = 10;

/** A PIN: six to twelve digits, not all the same and not in a row. */
export function isPinAcceptable(pin: string): boolean {
  if (!/^\d{6,12}$/.test(pin)) return false;
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]));
  return !steps.every((step) => step === steps[0] && Math.abs(step) <= 1);
}

/** Ms for which no PIN is tried after so many wrong ones: none for the first three, then half a minute, doubled each time. */
export const pauseAfterWrongPins = (failures: number): number => (failures < 3 ? 0 : 30_000 * 2 ** (failures - 3));

/** What opens the key of the records, besides the PIN. */
type Lock = Pick<PhoneStoreHeader, 'salt' | 'iterations' | 'iv' | 'wrapped' | 'deviceKey'>;

async function stretchPin(pin: string, salt: BufferSource, iterations: number): Promise<ArrayBuffer> {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits']);
  return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, secret, 256);
}

/** The key of a phone from the part that the platform made and holds: usable, and not readable. */
export const importDeviceKey = (part: BufferSource): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', part, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

/** The key that a PIN makes together with the phone's own, which encrypts nothing but the key of the records. */
async function wrappingKey(
  pin: string,
  { salt, iterations, deviceKey }: Pick<Lock, 'salt' | 'iterations' | 'deviceKey'>,
): Promise<CryptoKey> {
  const stretched = await stretchPin(pin, salt, iterations);
  const bits = deviceKey ? await crypto.subtle.sign('HMAC', deviceKey, stretched) : stretched;
  return crypto.subtle.importKey('raw', bits, 'AES-GCM', false, ['wrapKey', 'unwrapKey']);
}

type VaultOwner = Pick<PhoneStoreHeader, 'account' | 'name' | 'device' | 'secret' | 'deviceKey'>;

/** The store has an owner already: another tab was first, or the browser could not read it before. */
export class PhoneStoreExists extends Error {}

/** Begins a store under a new PIN, and resolves to the key of its records. Never in place of another one. */
export async function createPhoneStoreWithPin(
  store: EncryptedPhoneStore,
  pin: string,
  owner: VaultOwner,
  iterations: number,
): Promise<CryptoKey> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);
  const { deviceKey } = owner;
  const wrapping = await wrappingKey(pin, { salt, iterations, ...(deviceKey && { deviceKey }) });
  const wrapped = await crypto.subtle.wrapKey('raw', key, wrapping, { name: 'AES-GCM', iv });
  if (await store.readHeader()) throw new PhoneStoreExists();
  await store.wipe();
  await store.writeHeader({ salt, iterations, iv, wrapped, failures: 0, closedUntil: 0, ...owner });
  return unwrap({ iv, wrapped }, wrapping);
}

/** The key that scripts can use but not read. */
const unwrap = ({ iv, wrapped }: Pick<PhoneStoreHeader, 'iv' | 'wrapped'>, wrapping: CryptoKey): Promise<CryptoKey> =>
  crypto.subtle.unwrapKey('raw', wrapped, wrapping, { name: 'AES-GCM', iv }, { name: 'AES-GCM' }, false, [
    'encrypt',
    'decrypt',
  ]);

/** The key of the records, by the PIN; rejects if that is wrong. Limits nothing: for a file that somebody holds anyway. */
export const dataKeyOf = async (pin: string, lock: Lock): Promise<CryptoKey> =>
  unwrap(lock, await wrappingKey(pin, lock));

export type UnlockResult =
  | { readonly key: CryptoKey }
  /** Wrong; so many tries are left. */
  | { readonly left: number; readonly closedUntil: number }
  /** No PIN is tried before this moment. */
  | { readonly closedUntil: number }
  /** The last try was wrong, and everything was deleted. */
  | { readonly wiped: true }
  | { readonly none: true };

/**
 * Opens the store with a PIN. A try is counted before it is made, so that closing the page does not undo it. After
 * `maxWrongPins` wrong ones everything is deleted.
 */
export async function unlockWithPin(store: EncryptedPhoneStore, pin: string, now = Date.now()): Promise<UnlockResult> {
  const header = await store.readHeader();
  if (!header) return { none: true };
  // a clock set back a year would close it for a year
  const closedUntil = Math.min(header.closedUntil, now + pauseAfterWrongPins(header.failures));
  if (closedUntil > now) return { closedUntil };
  const failures = header.failures + 1;
  const next = { ...header, failures, closedUntil: now + pauseAfterWrongPins(failures) };
  await store.writeHeader(next);
  try {
    const key = await dataKeyOf(pin, header);
    await store.writeHeader({ ...header, failures: 0, closedUntil: 0 });
    return { key };
  } catch {
    if (failures < maxWrongPins) return { left: maxWrongPins - failures, closedUntil: next.closedUntil };
    await store.wipe();
    return { wiped: true };
  }
}

/** Replaces the PIN; false if the old one is wrong. Records need not be encrypted anew. */
export async function changePin(
  store: EncryptedPhoneStore,
  old: string,
  pin: string,
  iterations: number,
  now = Date.now(),
): Promise<boolean> {
  if (!('key' in (await unlockWithPin(store, old, now)))) return false;
  const header = await store.readHeader();
  if (!header) return false;
  const wrapping = await wrappingKey(old, header);
  const key = await crypto.subtle.unwrapKey(
    'raw',
    header.wrapped,
    wrapping,
    { name: 'AES-GCM', iv: header.iv },
    { name: 'AES-GCM' },
    true,
    ['encrypt', 'decrypt'],
  );
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const wrapped = await crypto.subtle.wrapKey('raw', key, await wrappingKey(pin, { ...header, salt, iterations }), {
    name: 'AES-GCM',
    iv,
  });
  await store.writeHeader({ ...header, salt, iv, wrapped, iterations });
  return true;
}
