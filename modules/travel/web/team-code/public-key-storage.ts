import { publicKeysCall } from '#modules/travel/contract/team-code/public-keys-call.ts';
import { arePublicKeys, type PublicKey } from '#modules/travel/contract/team-code/team-code.ts';
import { type CachedAnswer, fetchOrCached, readCachedAnswer } from '#web/http/offline/cached-answer.ts';

/** Public keys stored in this browser, and when they were fetched, in ms. */
export interface StoredKeys {
  readonly at: number;
  readonly keys: readonly PublicKey[];
}

const toStored = ({ at, answer }: CachedAnswer<{ keys: readonly PublicKey[] }>): StoredKeys => ({
  at,
  keys: answer.keys,
});

/** Stored keys; undefined where there are none or they cannot be read. */
export function readKeys(): StoredKeys | undefined {
  const cached = readCachedAnswer(publicKeysCall, arePublicKeys);
  return cached && toStored(cached);
}

/** Fetches the keys and caches them for offline use; without a network returns the cached ones. */
export const fetchKeys = async (): Promise<StoredKeys> => toStored(await fetchOrCached(publicKeysCall));
