import { useRef } from 'react';
import { Navigate } from 'react-router';
import { OpenShellSearchContext } from '#web/error/open-shell-search-context.ts';
import { routeNames } from '#web/http/named-routes.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import type { TabApi } from '#web/tab/tab-context.ts';
import { openCommandPaletteWith } from './command-palette/command-palette-state.ts';
import type { ScreensByArea } from './module/shell-dependencies.ts';
import { RedirectToNotFound } from './route/redirect-to-not-found.tsx';
import type { RouteTarget } from './route/resolve-route-target.ts';
import { CachedTabPanel, useTabLocation } from './tabs/cached-tab-panel.tsx';
import { keysOfMountedTabs, type OpenTab } from './tabs/open-tabs-store.ts';
import { RouteTargetScreen } from './tabs/route-target-screen.tsx';
import type { OpenTabsAndCurrentAddress } from './tabs/use-open-tabs-and-add-tab-of-current-address.ts';
import { tabsWithUnsavedInput } from './tabs/use-tab-commands.ts';

interface TabPanelProps {
  tab: OpenTab;
  shown: boolean;
  target: RouteTarget;
  screens: ScreensByArea[SignInArea];
  api: TabApi;
}

function TabPanel({ tab, shown, target, screens, api }: TabPanelProps) {
  const location = useTabLocation(tab, shown);
  return (
    <CachedTabPanel labelledBy={`xj-tab-${tab.key}`} shown={shown} location={location} api={api} reloads={tab.reloads}>
      <RouteTargetScreen target={target} screens={screens} />
    </CachedTabPanel>
  );
}

interface ShellMainProps {
  readonly open: OpenTabsAndCurrentAddress;
  readonly screens: ScreensByArea[SignInArea];
  /** The stable API object of a tab, by its key. */
  readonly apis: (key: string) => TabApi;
}

/** Panels of the open tabs, and the page of an address without a tab. */
export function CachedTabsAndPageWithoutTab({ open, screens, apis }: ShellMainProps) {
  const { location, target, addable, here, targets, tabs } = open;
  const mounted = useMountedTabs(tabs, here);
  const { pathname } = location;
  return (
    <main id="xj-main" className="xj-main" tabIndex={-1}>
      <OpenShellSearchContext value={openCommandPaletteWith}>
        {targets
          .filter(({ tab }) => mounted.has(tab.key))
          .map((one) => (
            <TabPanel
              key={`${one.tab.key}:${one.tab.reloads}`}
              tab={one.tab}
              shown={one.tab.key === here}
              target={one.target}
              screens={screens}
              api={apis(one.tab.key)}
            />
          ))}
        {!addable && (
          <CachedTabPanel shown location={location} api={apis(here)} reloads={0}>
            {target.kind === 'missing' && pathname !== routeNames.notFound ? (
              <RedirectToNotFound />
            ) : target.kind === 'forbidden' && pathname !== routeNames.noPower ? (
              <Navigate to={routeNames.noPower} replace />
            ) : (
              <RouteTargetScreen target={target} screens={screens} />
            )}
          </CachedTabPanel>
        )}
      </OpenShellSearchContext>
    </main>
  );
}

/** Keys of the tabs that are rendered: the open one, and visited ones that are still cached. */
function useMountedTabs(tabs: OpenTab[], here: string): ReadonlySet<string> {
  const alive = keysOfMountedTabs({ tabs, active: here }, tabsWithUnsavedInput);
  const mounted = useRef(new Set<string>());
  mounted.current.add(here);
  for (const key of mounted.current)
    if (!alive.has(key) || (key !== here && !tabs.some((tab) => tab.key === key))) mounted.current.delete(key);
  return mounted.current;
}
