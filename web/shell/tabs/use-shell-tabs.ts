import { useEffect, useMemo, useRef } from 'react';
import { type Location, useLocation } from 'react-router';
import { findResource } from '#web/resource/resource-registry.ts';
import type { Menus } from '#web/session/menu.ts';
import { loadedScreens } from '../module/load-module-parts.ts';
import { opensInTab, tabLabel } from '../route/place-tab.ts';
import { type Place, type PlaceSources, placeResolver, tabKey } from '../route/resolve-place.ts';
import { type Tab, useTabs, visit } from './tab-store.ts';

type Base = '/admin' | '/user';

/** The resources and screens of an area. */
export const placeSources = (base: Base): PlaceSources => ({
  isResource: (name) => findResource(name) !== undefined,
  isScreen: (name) => Object.hasOwn(loadedScreens(base), name),
});

/** A tab and its place. */
export interface PlacedTab {
  readonly tab: Tab;
  readonly place: Place;
}

export interface ShellTabs {
  readonly location: Location;
  /** The place of the address, its title, and whether it gets a tab. */
  readonly place: Place;
  readonly title: string;
  readonly addable: boolean;
  /** Key of the tab of the address. */
  readonly here: string;
  readonly places: readonly PlacedTab[];
  /** The tabs of this area, with their titles. */
  readonly tabs: Tab[];
}

/** The tabs of an area with their places. The present address gets a tab, which is stored as visited. */
export function useShellTabs(base: Base, menus: Menus): ShellTabs {
  const location = useLocation();
  const { tabs: storedTabs, visit: storeVisit } = useTabs();
  const resolve = useMemo(() => placeResolver(base, menus, placeSources(base)), [base, menus]);
  const { pathname, search, hash } = location;
  const place = resolve(pathname);
  const here = tabKey(pathname);
  const { title, icon } = tabLabel(place);
  const addable = opensInTab(place);
  // The tab is there in the render that follows the click, not in a later one.
  const visited = useRef<string>(undefined);
  const address = `${pathname}${search}${hash}`;
  const allTabs = useMemo(() => {
    if (!addable || visited.current === address) return storedTabs;
    const to = { key: here, path: pathname, search, hash, title, icon, addable };
    return visit({ tabs: storedTabs, active: '', fullScreen: false }, to).tabs;
  }, [addable, address, hash, here, icon, storedTabs, pathname, search, title]);
  const places = useMemo(() => {
    const found = allTabs
      .filter((tab) => tab.path.startsWith(`${base}/`))
      .map((tab) => ({ tab, place: resolve(tab.path) }));
    return found.filter(({ place }) => opensInTab(place));
  }, [allTabs, base, resolve]);
  const tabs = useMemo(
    () => places.map(({ tab, place }) => ({ ...tab, title: tab.named ?? tabLabel(place).title })),
    [places],
  );
  useEffect(() => {
    if (place.kind === 'missing' || place.kind === 'forbidden') return;
    visited.current = address;
    storeVisit({ key: here, path: pathname, search, hash, title, icon, addable });
  }, [addable, address, hash, here, icon, storeVisit, pathname, place.kind, search, title]);
  return { location, place, title, addable, here, places, tabs };
}
