import type { Area } from './area.ts';
import { readJson, removeKey, writeJson } from './storage.ts';

/** A record opened in this browser. */
export interface Recent {
  readonly resource: string;
  readonly id: number;
  readonly title: string;
}

const most = 8;

const keyOf = (area: Area): string => `recent:${area}`;

/** The records opened last in this browser, newest first; removed with the session. */
export function readRecent(area: Area): readonly Recent[] {
  const stored = readJson<Recent[]>(localStorage, keyOf(area));
  return Array.isArray(stored) ? stored : [];
}

export function noteRecent(area: Area, seen: Recent): void {
  const others = readRecent(area).filter((one) => one.id !== seen.id || one.resource !== seen.resource);
  writeJson(localStorage, keyOf(area), [seen, ...others].slice(0, most));
}

export const forgetRecent = (area: Area): void => removeKey(localStorage, keyOf(area));
