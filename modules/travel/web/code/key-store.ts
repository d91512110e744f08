import type { PublicKey } from '#modules/travel/contract/team-code.ts';
import { get } from '#web/http/client.ts';

/** The keys this browser knows, and when (ms) it was told. */
export interface KnownKeys {
  readonly at: number;
  readonly keys: readonly PublicKey[];
}

const place = 'xj-travel-code-keys';

const isKey = (one: unknown): one is PublicKey =>
  typeof one === 'object' &&
  one !== null &&
  'kid' in one &&
  'key' in one &&
  `${typeof one.kid} ${typeof one.key}` === 'string string';

/** What was kept; nothing where it cannot be read. */
export function readKeys(): KnownKeys | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('keys' in kept)) return undefined;
    const { at, keys } = kept;
    return typeof at === 'number' && Array.isArray(keys) ? { at, keys: keys.filter(isKey) } : undefined;
  } catch {
    return undefined;
  }
}

/** Asks for the keys and keeps them for when there is no network. */
export async function fetchKeys(): Promise<KnownKeys> {
  const { keys } = await get<{ keys: PublicKey[] }>(
    '/api/travel.code/keys',
    {},
    { quiet: true, area: 'api', duplicate: 'allow' },
  );
  const known = { at: Date.now(), keys };
  try {
    localStorage.setItem(place, JSON.stringify(known));
  } catch {
    // a browser that keeps nothing asks again next time
  }
  return known;
}
