import { areaPaths, type SignInArea } from './admin-or-member-area.ts';
import { readJson, removeKeys, writeJson } from './json-storage-with-memory-fallback.ts';

/**
 * Storage key for the tabs, shared by all BuildAdmin clients; per window, so that two windows have different tabs.
 */
export const tabsStorageKey = 'storeTabViewConfig';

const accountKey = (area: SignInArea): string => `owner:${area}`;

const listeners = new Set<(area: SignInArea) => void>();

/** Calls back when the data of an area are cleared, for what is in memory. */
export const onWindowDataCleared = (listen: (area: SignInArea) => void): unknown => listeners.add(listen);

/** Account whose work of an area is in this window, also after their session expired; 0: nobody's. */
export const accountOfWindow = (area: SignInArea): number => readJson<number>(sessionStorage, accountKey(area)) ?? 0;

/**
 * Makes the account the one at work in this window. Unsaved work of the same account stays; that of another is cleared.
 */
export function clearWindowDataIfAccountChanged(area: SignInArea, account: number): void {
  if (accountOfWindow(area) === account) return;
  clearWindowData(area);
  writeJson(sessionStorage, accountKey(area), account);
}

/** Clears drafts, positions in lists and tabs of an area, including the names of records in them. */
export function clearWindowData(area: SignInArea): void {
  const fronts = [`draft:${area}:`, `walk:${area}:`];
  removeKeys(sessionStorage, (key) => key === accountKey(area) || fronts.some((front) => key.startsWith(front)));
  const tabs = readJson<{ tabs?: readonly { path: string }[] }>(sessionStorage, tabsStorageKey)?.tabs;
  if (Array.isArray(tabs))
    writeJson(sessionStorage, tabsStorageKey, {
      tabs: tabs.filter(({ path }) => !path.startsWith(`${areaPaths(area).base}/`)),
    });
  for (const listen of listeners) listen(area);
}
