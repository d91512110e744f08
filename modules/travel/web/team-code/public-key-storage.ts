import { arePublicKeys, type TeamCodePublicKey } from '#modules/travel/contract/team-code/team-code.ts';
import { teamCodePublicKeysCall } from '#modules/travel/contract/team-code/team-code-public-keys-call.ts';
import { type CachedAnswer, fetchOrCached, readCachedAnswer } from '#web/http/offline/cached-answer.ts';

/** Public keys stored in this browser, and when they were fetched, in ms. */
export interface StoredKeys {
  readonly at: number;
  readonly keys: readonly TeamCodePublicKey[];
}

const toStored = ({ at, answer }: CachedAnswer<{ keys: readonly TeamCodePublicKey[] }>): StoredKeys => ({
  at,
  keys: answer.keys,
});

/** Stored keys; undefined where there are none or they cannot be read. */
export function readKeys(): StoredKeys | undefined {
  const cached = readCachedAnswer(teamCodePublicKeysCall, arePublicKeys);
  return cached && toStored(cached);
}

/** Fetches the keys and caches them for offline use; without a network returns the cached ones. */
export const fetchKeys = async (): Promise<StoredKeys> => toStored(await fetchOrCached(teamCodePublicKeysCall));
