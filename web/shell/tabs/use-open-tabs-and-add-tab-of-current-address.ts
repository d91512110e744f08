import { useEffect, useMemo, useRef } from 'react';
import { type Location, useLocation } from 'react-router';
import { isResourceDeclared } from '#web/resource/declaration-loader.ts';
import type { Menus } from '#web/session/menu-of-signed-in-user.ts';
import { loadedModuleScreens } from '../module/load-web-modules.ts';
import {
  type RouteTarget,
  type RouteTargetSources,
  routeTargetResolver,
  tabKey,
} from '../route/resolve-route-target.ts';
import { opensInTab, tabLabel } from '../route/tab-of-route-target.ts';
import { type OpenTab, useTabs, visitTab } from './open-tabs-store.ts';

type Base = '/admin' | '/user';

/** The resources and screens of an area. */
export const routeTargetSources = (base: Base): RouteTargetSources => ({
  isResource: isResourceDeclared,
  isScreen: (name) => Object.hasOwn(loadedModuleScreens(base), name),
});

/** A tab and its target. */
interface TabWithTarget {
  readonly tab: OpenTab;
  readonly target: RouteTarget;
}

export interface OpenTabsAndCurrentAddress {
  readonly location: Location;
  /** The target of the address, its title, and whether it gets a tab. */
  readonly target: RouteTarget;
  readonly title: string;
  readonly addable: boolean;
  /** Key of the tab of the address. */
  readonly here: string;
  readonly targets: readonly TabWithTarget[];
  /** The tabs of this area, with their titles. */
  readonly tabs: OpenTab[];
}

/** The tabs of an area with their targets. The present address gets a tab, which is stored as visited. */
export function useOpenTabsAndAddTabOfCurrentAddress(base: Base, menus: Menus): OpenTabsAndCurrentAddress {
  const location = useLocation();
  const { tabs: storedTabs, visit: storeVisit } = useTabs();
  const resolve = useMemo(() => routeTargetResolver(base, menus, routeTargetSources(base)), [base, menus]);
  const { pathname, search, hash } = location;
  const target = resolve(pathname);
  const here = tabKey(pathname);
  const { title, icon } = tabLabel(target);
  const addable = opensInTab(target);
  // The tab is there in the render that follows the click, not in a later one.
  const visited = useRef<string>(undefined);
  const address = `${pathname}${search}${hash}`;
  const allTabs = useMemo(() => {
    if (!addable || visited.current === address) return storedTabs;
    const to = { key: here, path: pathname, search, hash, title, icon, addable };
    return visitTab({ tabs: storedTabs, active: '', fullScreen: false }, to).tabs;
  }, [addable, address, hash, here, icon, storedTabs, pathname, search, title]);
  const targets = useMemo(() => {
    const found = allTabs
      .filter((tab) => tab.path.startsWith(`${base}/`))
      .map((tab) => ({ tab, target: resolve(tab.path) }));
    return found.filter(({ target }) => opensInTab(target));
  }, [allTabs, base, resolve]);
  const tabs = useMemo(
    () => targets.map(({ tab, target }) => ({ ...tab, title: tab.named ?? tabLabel(target).title })),
    [targets],
  );
  useEffect(() => {
    if (target.kind === 'missing' || target.kind === 'forbidden') return;
    visited.current = address;
    storeVisit({ key: here, path: pathname, search, hash, title, icon, addable });
  }, [addable, address, hash, here, icon, storeVisit, pathname, target.kind, search, title]);
  return { location, target, title, addable, here, targets, tabs };
}
