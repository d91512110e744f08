import { create } from 'zustand';
import { onWindowDataCleared, tabsStorageKey } from '#web/session/clear-window-data-when-account-changes.ts';
import { readJson, writeJson } from '#web/session/json-storage-with-memory-fallback.ts';

/** An open tab. */
export interface OpenTab {
  /** Path in lower case. */
  key: string;
  path: string;
  search: string;
  hash: string;
  /** Title from the menu. */
  title: string;
  /** Title set by its screen: the name of a record. */
  named?: string;
  icon: string;
  /** Number of reloads: a new number mounts the screen again. */
  reloads: number;
  /** Order of use: the highest is the tab used last. */
  used: number;
}

interface TabView {
  tabs: OpenTab[];
  active: string;
  /** The active tab fills the window. */
  fullScreen: boolean;
}

export interface TabVisit {
  key: string;
  path: string;
  search: string;
  hash: string;
  title: string;
  icon: string;
  /** Only routes whose meta says so become tabs. */
  addable: boolean;
}

/** Most screens kept in memory; further tabs lose theirs. */
export const maxAliveTabs = 12;

/** The tabs after a visit: a new tab, or an existing one at the new address. */
export function visitTab(view: TabView, { addable, ...to }: TabVisit): TabView {
  const used = Math.max(0, ...view.tabs.map((tab) => tab.used)) + 1;
  const existing = view.tabs.find((tab) => tab.key === to.key);
  if (!existing && !addable) return { ...view, active: to.key, fullScreen: false };
  const tabs = existing
    ? view.tabs.map((tab) => (tab === existing ? { ...tab, ...to, used } : tab))
    : [...view.tabs, { ...to, reloads: 0, used }];
  return { ...view, tabs, active: to.key };
}

/** The tab to show when the active one closes: the one used last. */
export const nextTab = (tabs: readonly OpenTab[]): OpenTab | undefined => tabs.toSorted((a, b) => b.used - a.used)[0];

/** Closes tabs; the active one is followed by the tab used last. */
export function closeTab(view: TabView, keys: readonly string[]): TabView {
  const tabs = view.tabs.filter((tab) => !keys.includes(tab.key));
  if (!keys.includes(view.active)) return { ...view, tabs };
  return { tabs, active: nextTab(tabs)?.key ?? '', fullScreen: false };
}

/** Keys of the tabs whose screens stay in memory: the active one, those used last, and all with unsaved input. */
export function keysOfMountedTabs(
  { tabs, active }: Pick<TabView, 'tabs' | 'active'>,
  unsaved: ReadonlySet<string>,
): Set<string> {
  const recent = tabs.toSorted((a, b) => b.used - a.used).slice(0, maxAliveTabs);
  return new Set([active, ...recent.map((tab) => tab.key), ...unsaved]);
}

/** Navigates within a tab; if the target has a tab already, the present one is closed. */
export function navigateWithinTab(view: TabView, key: string, to: Pick<OpenTab, 'key' | 'path'>): TabView {
  if (view.tabs.some((tab) => tab.key === to.key)) return { ...view, tabs: view.tabs.filter((tab) => tab.key !== key) };
  const turned = ({ named: _named, ...tab }: OpenTab): OpenTab => ({ ...tab, ...to, search: '', hash: '' });
  return { ...view, tabs: view.tabs.map((tab) => (tab.key === key ? turned(tab) : tab)) };
}

interface TabStore extends TabView {
  goOn: (key: string, to: Pick<OpenTab, 'key' | 'path'>) => void;
  visit: (to: TabVisit) => void;
  close: (keys: readonly string[]) => void;
  reload: (key: string) => void;
  /** Names a tab after the record it shows, be it before the visit that opens the tab. */
  rename: (key: string, named: string) => void;
  setFullScreen: (fullScreen: boolean) => void;
  clear: () => void;
}

const empty: TabView = { tabs: [], active: '', fullScreen: false };

function restore(): TabView {
  const existing = readJson<{ tabs: OpenTab[] }>(sessionStorage, tabsStorageKey);
  return { ...empty, tabs: Array.isArray(existing?.tabs) ? existing.tabs : [] };
}

export const useTabs = create<TabStore>((set, get) => {
  const change = (view: TabView): void => {
    set(view);
    writeJson(sessionStorage, tabsStorageKey, { tabs: get().tabs });
  };
  const edit = (key: string, edit: (tab: OpenTab) => OpenTab): void =>
    change({ ...get(), tabs: get().tabs.map((tab) => (tab.key === key ? edit(tab) : tab)) });
  // a record that came with the page names its tab before the page has visited it: effects of screens run first
  const early = new Map<string, string>();
  const rename = (key: string, named: string): void => {
    const tab = get().tabs.find((one) => one.key === key);
    if (!tab) early.set(key, named);
    else if (tab.named !== named) edit(key, (one) => ({ ...one, named }));
  };
  return {
    ...restore(),
    visit: (to) => {
      change(visitTab(get(), to));
      const named = early.get(to.key);
      early.delete(to.key);
      if (named !== undefined) rename(to.key, named);
    },
    goOn: (key, to) => change(navigateWithinTab(get(), key, to)),
    close: (keys) => change(closeTab(get(), keys)),
    reload: (key) => edit(key, (tab) => ({ ...tab, reloads: tab.reloads + 1 })),
    rename,
    setFullScreen: (fullScreen) => set({ fullScreen }),
    clear: () => {
      early.clear();
      change(empty);
    },
  };
});

onWindowDataCleared(() => useTabs.setState(restore()));
