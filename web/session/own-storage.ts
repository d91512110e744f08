import type { Area } from './area.ts';
import { ownFront } from './forget-own.ts';
import { readJson, removeKey, writeJson } from './storage.ts';

/** What was kept on this machine for one account, and when (ms) it was true. */
export interface Own<V> {
  readonly at: number;
  readonly value: V;
}

interface Kept<V> extends Own<V> {
  readonly account: number;
}

/** Ms that anything is kept: longer than most trips. Whoever signs out or is signed out takes all of it along. */
const life = 3 * 86_400_000;

/** Keeps something of the server for when there is no network: it is read by nobody but this account. */
export function storeOwn<V>(area: Area, account: number, name: string, value: V, at = Date.now()): void {
  writeJson(localStorage, ownFront(area) + name, { account, at, value } satisfies Kept<V>);
}

export function readOwn<V>(area: Area, account: number, name: string, now = Date.now()): Own<V> | undefined {
  const key = ownFront(area) + name;
  const kept = readJson<Partial<Kept<V>> | null>(localStorage, key);
  if (kept?.account === undefined || kept.at === undefined || kept.value === undefined) return undefined;
  if (kept.account === account && kept.at <= now && now - kept.at < life) return { at: kept.at, value: kept.value };
  removeKey(localStorage, key);
  return undefined;
}
