import type { SignInArea } from './admin-or-member-area.ts';
import { accountDataKeyPrefix } from './forget-stored-data-of-accounts.ts';
import { readJson, removeKey, writeJson } from './json-storage-with-memory-fallback.ts';

/** A value stored in this browser for one account, and when (unix ms) it was true. */
export interface OfflineValue<V> {
  readonly at: number;
  readonly value: V;
}

interface StoredValue<V> extends OfflineValue<V> {
  readonly account: number;
}

/** Lifetime of a value in ms: longer than most trips. Signing out removes all of them. */
const life = 3 * 86_400_000;

/** Stores data of the server for use without a network; only this account can read it back. */
export function storeForOffline<V>(area: SignInArea, account: number, name: string, value: V, at = Date.now()): void {
  writeJson(localStorage, accountDataKeyPrefix(area) + name, { account, at, value } satisfies StoredValue<V>);
}

export function readForOffline<V>(
  area: SignInArea,
  account: number,
  name: string,
  now = Date.now(),
): OfflineValue<V> | undefined {
  const key = accountDataKeyPrefix(area) + name;
  const stored = readJson<Partial<StoredValue<V>> | null>(localStorage, key);
  if (stored?.account === undefined || stored.at === undefined || stored.value === undefined) return undefined;
  if (stored.account === account && stored.at <= now && now - stored.at < life)
    return { at: stored.at, value: stored.value };
  removeKey(localStorage, key);
  return undefined;
}
