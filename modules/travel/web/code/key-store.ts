import { arePublicKeys, type PublicKey } from '#modules/travel/contract/code/team-code.ts';
import { publicKeysCall } from '#modules/travel/contract/code/team-page.ts';
import { type CachedAnswer, fetchOrCached, readCachedAnswer } from '#web/http/offline/cached-answer.ts';

/** The keys this browser knows, and when (ms) it was told. */
export interface StoredKeys {
  readonly at: number;
  readonly keys: readonly PublicKey[];
}

const toStored = ({ at, answer }: CachedAnswer<{ keys: readonly PublicKey[] }>): StoredKeys => ({
  at,
  keys: answer.keys,
});

/** What was kept; nothing where it cannot be read. */
export function readKeys(): StoredKeys | undefined {
  const cached = readCachedAnswer(publicKeysCall, arePublicKeys);
  return cached && toStored(cached);
}

/** Asks for the keys and keeps them for when there is no network. */
export const fetchKeys = async (): Promise<StoredKeys> => toStored(await fetchOrCached(publicKeysCall));
