import type { SignInArea } from './admin-or-member-area.ts';
import { readJson, removeKey, writeJson } from './json-storage-with-memory-fallback.ts';

/** A record opened in this browser. */
export interface RecentRecord {
  readonly resource: string;
  readonly id: number;
  readonly title: string;
}

const most = 8;

const keyOf = (area: SignInArea): string => `recent:${area}`;

/** The records opened last in this browser, newest first; removed with the session. */
export function readRecentRecords(area: SignInArea): readonly RecentRecord[] {
  const stored = readJson<RecentRecord[]>(localStorage, keyOf(area));
  return Array.isArray(stored) ? stored : [];
}

export function noteRecentRecord(area: SignInArea, seen: RecentRecord): void {
  const others = readRecentRecords(area).filter((one) => one.id !== seen.id || one.resource !== seen.resource);
  writeJson(localStorage, keyOf(area), [seen, ...others].slice(0, most));
}

export const forgetRecentRecords = (area: SignInArea): void => removeKey(localStorage, keyOf(area));
