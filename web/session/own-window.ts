import { type Area, sideOf } from './area.ts';
import { readJson, removeKeys, writeJson } from './storage.ts';

/** Storage key of the family for the tabs; per window, so that two windows keep different tabs. */
export const tabsKey = 'storeTabViewConfig';

const ownerKey = (area: Area): string => `owner:${area}`;

const listeners = new Set<(area: Area) => void>();

/** Tells what is in memory of an area that the window has forgotten it. */
export const onForgotten = (listen: (area: Area) => void): unknown => listeners.add(listen);

/** Whose work of an area this window holds, also while their session has run out; 0: nobody's. */
export const windowOwner = (area: Area): number => readJson<number>(sessionStorage, ownerKey(area)) ?? 0;

/** Somebody is at work in this window. What they typed before is still theirs; of anybody else nothing stays. */
export function takeWindow(area: Area, account: number): void {
  if (windowOwner(area) === account) return;
  forgetWindow(area);
  writeJson(sessionStorage, ownerKey(area), account);
}

/** Forgets the drafts, the walks through lists and the tabs of an area, with the names of records in them. */
export function forgetWindow(area: Area): void {
  const fronts = [`draft:${area}:`, `walk:${area}:`];
  removeKeys(sessionStorage, (key) => key === ownerKey(area) || fronts.some((front) => key.startsWith(front)));
  const tabs = readJson<{ tabs?: readonly { path: string }[] }>(sessionStorage, tabsKey)?.tabs;
  if (Array.isArray(tabs))
    writeJson(sessionStorage, tabsKey, { tabs: tabs.filter(({ path }) => !path.startsWith(`${sideOf(area).base}/`)) });
  for (const listen of listeners) listen(area);
}
