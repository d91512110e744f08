import {
  isPublicKeysAnswer,
  type TeamCodePublicKey,
} from '#modules/travel/contract/team-code/format-and-verify-signed-team-code.ts';
import { teamCodePublicKeysCall } from '#modules/travel/contract/team-code/team-code-public-keys-call.ts';
import {
  type CachedPublicAnswer,
  fetchAndCachePublicAnswer,
  readCachedPublicAnswer,
} from '#web/http/offline/cached-public-answer.ts';

/** Public keys stored in this browser, and when they were fetched, in ms. */
export interface StoredPublicKeys {
  readonly at: number;
  readonly keys: readonly TeamCodePublicKey[];
}

const toStored = ({ at, answer }: CachedPublicAnswer<{ keys: readonly TeamCodePublicKey[] }>): StoredPublicKeys => ({
  at,
  keys: answer.keys,
});

/** Stored keys; undefined where there are none or they cannot be read. */
export function readStoredPublicKeys(): StoredPublicKeys | undefined {
  const cached = readCachedPublicAnswer(teamCodePublicKeysCall, isPublicKeysAnswer);
  return cached && toStored(cached);
}

/** Fetches the keys and caches them for offline use; without a network returns the cached ones. */
export const fetchPublicKeysOrStored = async (): Promise<StoredPublicKeys> =>
  toStored(await fetchAndCachePublicAnswer(teamCodePublicKeysCall));
