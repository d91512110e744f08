import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { signOut } from '#web/boot/sign-out.ts';
import { InsideShell } from '#web/error/inside-shell.ts';
import { toast } from '#web/feedback/toast.ts';
import { confirmLeave } from '#web/form/use-leave-guard.ts';
import { routeNames } from '#web/http/navigator.ts';
import { queryClientOf } from '#web/http/query.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { Area } from '#web/session/area.ts';
import type { Menus } from '#web/session/menu.ts';
import { useAdmin, useAdminSession, useMemberSession } from '#web/session/session.ts';
import { navigationMessages } from '#web/tab/navigation-messages.ts';
import { useShortcuts } from '#web/tab/shortcut.ts';
import type { TabApi } from '#web/tab/tab-context.ts';
import { menuWidthOf } from '#web/theme/layout.ts';
import { useHouseLayout } from '#web/theme/layout-config.ts';
import { useTheme } from '#web/theme/theme.ts';
import { AntdRoot } from './antd-root.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { clearCache } from './clear-cache.ts';
import { ConfirmSelf } from './confirm-self.tsx';
import { Header, type HeaderCommands } from './header.tsx';
import { topicOf } from './help-topic.ts';
import { lockNow } from './idle-lock.tsx';
import { InvalidRoute } from './invalid-route.tsx';
import { colourVariables } from './layout-colours.ts';
import { loadingPath } from './loading-target.ts';
import { menuParts } from './menu-parts.ts';
import { NavMenu } from './nav-menu.tsx';
import { loadedScreens } from './office-parts.ts';
import { OfflineQueuePill } from './offline-queue-pill.tsx';
import type { OwnSheet } from './own-sheets.tsx';
import { Palette, searchFor } from './palette.tsx';
import { entriesDrawn, type Place, type PlaceSources, resolverOf, tabKey } from './place.ts';
import { PlaceScreen } from './place-screen.tsx';
import { describe, isAddable } from './place-title.ts';
import { Sheet } from './sheet.tsx';
import { type Screens, shellParts } from './shell-parts.ts';
import { Brand, SideMenu } from './side-menu.tsx';
import { LeaveFullScreen, TabBar, type TabCommands } from './tab-bar.tsx';
import { Panel, useTabLocation } from './tab-panels.tsx';
import { aliveKeys, type Tab, useTabs, visit } from './tab-store.ts';
import { useTitle } from './title.ts';
import { TopMenu } from './top-menu-later.tsx';
import { startTour, TourPlace } from './tour-starter.tsx';
import { useShellActions } from './use-shell-actions.ts';
import { ViewingBanner } from './viewing-banner.tsx';
import './shell.css';
import './account.css';
import './nav-menu.css';
import './tab-bar.css';
import './drop-menu.css';
import './sheet.css';
import './settings-sheet.css';
import './sheet-lists.css';
import './palette.css';

/** Loaded when it is asked for. */
const ProfileSheet = lazy(() => shellParts().profile());
const OwnSheets = lazy(() => import('./own-sheets.tsx'));

const texts = {
  skip: text('跳到内容', 'Skip to content'),
  menu: text('菜单', 'Menu'),
};

/** Below this width the menu is a drawer, in px (wire contract §5). */
const phoneWidth = 1024;

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (listen) => {
      const query = matchMedia(`(max-width: ${phoneWidth - 1}px)`);
      query.addEventListener('change', listen);
      return () => query.removeEventListener('change', listen);
    },
    () => matchMedia(`(max-width: ${phoneWidth - 1}px)`).matches,
  );
}

const placeSources = (base: '/admin' | '/user'): PlaceSources => ({
  isResource: (name) => findResource(name) !== undefined,
  isScreen: (name) => Object.hasOwn(loadedScreens(base), name),
});

const isScreen = { admin: placeSources('/admin').isScreen, member: placeSources('/user').isScreen };

interface TabPanelProps {
  tab: Tab;
  shown: boolean;
  place: Place;
  screens: Screens[Area];
  api: TabApi;
}

function TabPanel({ tab, shown, place, screens, api }: TabPanelProps) {
  const location = useTabLocation(tab, shown);
  return (
    <Panel labelledBy={`xj-tab-${tab.key}`} shown={shown} location={location} api={api} reloads={tab.reloads}>
      <PlaceScreen place={place} screens={screens} />
    </Panel>
  );
}

/** Unsaved tabs, by key. They live as long as the window. */
const dirtyTabs = new Set<string>();

/** Whether tabs may go: what is unsaved in them is asked about, and who stays is told that the way was not taken. */
async function mayLeave(keys: readonly string[]): Promise<boolean> {
  if (!keys.some((key) => dirtyTabs.has(key)) || (await confirmLeave())) return true;
  toast.info(translate(navigationMessages.intercepted));
  return false;
}

interface OfficeProps {
  area: Area;
}

/** A signed-in area: menu, tabs, tools, and the pages that are kept alive. */
export default function Office({ area }: OfficeProps) {
  const location = useLocation();
  const base = area === 'admin' ? '/admin' : '/user';
  const adminMenus = useAdminSession((state) => state.menus);
  const memberMenus = useMemberSession((state) => state.menus);
  const memberMenusDrawn = useMemo(
    () => memberMenus && { ...memberMenus, entries: entriesDrawn(memberMenus, '/user', placeSources('/user')) },
    [memberMenus],
  );
  const menus = area === 'admin' ? adminMenus : memberMenusDrawn;
  if (!menus) return <Navigate to={loadingPath(base, location)} replace />;
  return (
    <QueryClientProvider client={queryClientOf(area)}>
      <AntdRoot>
        <Shell area={area} base={base} menus={menus} />
      </AntdRoot>
    </QueryClientProvider>
  );
}

function Shell({ area, base, menus }: OfficeProps & { base: '/admin' | '/user'; menus: Menus }) {
  const t = useText();
  const location = useLocation();
  const navigate = useNavigate();
  const admin = useAdmin();
  const layout = useHouseLayout(area);
  const phone = useIsPhone();
  const [sheet, setSheet] = useState<'nav' | 'profile' | OwnSheet | null>(null);
  const ownSheet = sheet === 'nav' || sheet === 'profile' ? null : sheet;
  // once there it stays: a dialog that closes gives the keyboard back, one that is taken away does not
  const ownSheets = useRef(false);
  ownSheets.current ||= ownSheet !== null;
  const { tabs: storedTabs, active, fullScreen, ...store } = useTabs();
  const resolve = useMemo(() => resolverOf(base, menus, placeSources(base)), [base, menus]);
  const { pathname, search, hash } = location;
  const place = resolve(pathname);
  const here = tabKey(pathname);
  const { title, icon } = describe(place);
  const addable = isAddable(place);
  // Its tab is there in the drawing that follows the click, not in one after it.
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
    return found.filter(({ place }) => isAddable(place));
  }, [allTabs, base, resolve]);
  const tabs = useMemo(
    () => places.map(({ tab, place }) => ({ ...tab, title: tab.named ?? describe(place).title })),
    [places],
  );

  const screens = loadedScreens(base);
  const { visit: storeVisit } = store;
  useEffect(() => {
    if (place.kind === 'missing' || place.kind === 'forbidden') return;
    visited.current = address;
    storeVisit({ key: here, path: pathname, search, hash, title, icon, addable });
  }, [addable, address, hash, here, icon, storeVisit, pathname, place.kind, search, title]);

  const current = tabs.find((tab) => tab.key === here);
  useTitle(current?.title ?? title);

  const home = menus.first ?? `${base}/dashboard`;
  const tabCommands = useMemo((): TabCommands => {
    const goTo = (tab: Tab | undefined): void => {
      void navigate(tab ? `${tab.path}${tab.search}${tab.hash}` : home);
    };
    const confirmAndClose = async (closing: readonly Tab[]): Promise<void> => {
      const keys = closing.map((tab) => tab.key);
      if (!(await mayLeave(keys))) return;
      for (const key of keys) dirtyTabs.delete(key);
      const wasHere = keys.includes(useTabs.getState().active);
      useTabs.getState().close(keys);
      const { tabs: left, active: next } = useTabs.getState();
      if (wasHere) goTo(left.find((tab) => tab.key === next));
    };
    const confirmAndReload = async (tab: Tab): Promise<void> => {
      if (!(await mayLeave([tab.key]))) return;
      dirtyTabs.delete(tab.key);
      useTabs.getState().reload(tab.key);
    };
    const confirmAndGoOn = async (tab: Tab, path: string): Promise<void> => {
      if (!(await mayLeave([tab.key]))) return;
      dirtyTabs.delete(tab.key);
      void navigate(path, { replace: true });
      useTabs.getState().goOn(tab.key, { key: tabKey(path), path });
    };
    return {
      show: goTo,
      close: (closing) => void confirmAndClose(closing),
      goOn: (tab, path) => void confirmAndGoOn(tab, path),
      reload: (tab) => void confirmAndReload(tab),
      fullScreen: (tab) => {
        goTo(tab);
        useTabs.getState().setFullScreen(true);
      },
    };
  }, [home, navigate]);

  const commands = useMemo(
    (): HeaderCommands => ({
      openNav: () => setSheet('nav'),
      openSettings: () => setSheet('settings'),
      openProfile: () => setSheet('profile'),
      openSessions: () => setSheet('sessions'),
      openKeyboard: () => setSheet('keyboard'),
      openHelp: () => setSheet('help'),
      openChanges: () => setSheet('changes'),
      openScan: () => setSheet('scan'),
      lock: () => void lockNow(),
      // A server that cannot be told has been named by the client's message.
      signOut: () => void signOut(area).catch(() => undefined),
      clearCache: (type) => void clearCache(type).catch(() => undefined),
    }),
    [area],
  );
  useShellActions({
    isAdmin: area === 'admin',
    isSuper: admin?.super ?? false,
    tabs,
    active: here,
    tabCommands,
    commands,
  });
  useShortcuts();

  const apis = useTabApis(tabCommands);
  const alive = aliveKeys({ tabs, active: here, fullScreen }, dirtyTabs);
  const mounted = useRef(new Set<string>());
  mounted.current.add(here);
  for (const key of mounted.current)
    if (!alive.has(key) || (key !== here && !tabs.some((tab) => tab.key === key))) mounted.current.delete(key);

  // A narrow window has its menu in a drawer, whatever was chosen; widened, it is as it was.
  const mode = phone ? 'Classic' : layout.layoutMode;
  const { top, side } = menuParts(mode, menus.entries, pathname);
  const width = phone || side.length === 0 ? 0 : menuWidthOf(layout);
  const theme = useTheme();
  const style = { '--xj-menu-width': `${width}px`, ...colourVariables(layout.colours, theme) };
  return (
    <div
      className="xj-shell"
      data-layout={mode}
      data-animation={layout.mainAnimation}
      data-full={fullScreen || undefined}
      style={style as React.CSSProperties}
    >
      <a className="xj-skip" href="#xj-main">
        {t(texts.skip)}
      </a>
      {width > 0 && !fullScreen && <SideMenu base={base} entries={side} layout={layout} branded={top.length > 0} />}
      <div className="xj-stage">
        {area === 'admin' && <ViewingBanner />}
        {!fullScreen && (
          <Header
            area={area}
            phone={phone}
            sided={phone || side.length > 0}
            commands={commands}
            lead={
              top.length > 0 && (
                <>
                  <Brand base={base} />
                  <TopMenu entries={top} leads={mode === 'Double'} icon={layout.menuDefaultIcon} />
                </>
              )
            }
          >
            <TabBar tabs={tabs} active={here} commands={tabCommands} />
          </Header>
        )}
        <OfflineQueuePill />
        <main id="xj-main" className="xj-main" tabIndex={-1}>
          <InsideShell value={searchFor}>
            {places
              .filter(({ tab }) => mounted.current.has(tab.key))
              .map((one) => (
                <TabPanel
                  key={`${one.tab.key}:${one.tab.reloads}`}
                  tab={one.tab}
                  shown={one.tab.key === here}
                  place={one.place}
                  screens={screens}
                  api={apis(one.tab.key)}
                />
              ))}
            {!addable && (
              <Panel shown location={location} api={apis(here)} reloads={0}>
                {place.kind === 'missing' && pathname !== routeNames.notFound ? (
                  <InvalidRoute />
                ) : place.kind === 'forbidden' && pathname !== routeNames.noPower ? (
                  <Navigate to={routeNames.noPower} replace />
                ) : (
                  <PlaceScreen place={place} screens={screens} />
                )}
              </Panel>
            )}
          </InsideShell>
        </main>
        {phone && area === 'member' && !fullScreen && (
          <BottomBar entries={menus.entries} onMore={() => setSheet('nav')} />
        )}
      </div>
      {fullScreen && active === here && <LeaveFullScreen onLeave={() => store.setFullScreen(false)} />}
      <Sheet
        open={sheet === 'nav'}
        onClose={() => setSheet(null)}
        title={t(texts.menu)}
        side="left"
        className="xj-nav-sheet"
      >
        <Brand base={base} />
        <NavMenu
          entries={menus.entries}
          narrow={false}
          accordion={layout.menuAccordion}
          icon={layout.menuDefaultIcon}
          onGo={() => setSheet(null)}
        />
      </Sheet>
      {sheet === 'profile' && (
        <Suspense fallback={null}>
          <ProfileSheet area={area} onClose={() => setSheet(null)} />
        </Suspense>
      )}
      {ownSheets.current && (
        <Suspense fallback={null}>
          <OwnSheets
            area={area}
            open={ownSheet}
            topic={topicOf(place, title)}
            onTour={() => {
              setSheet(null);
              startTour();
            }}
            onClose={() => setSheet(null)}
          />
        </Suspense>
      )}
      <TourPlace />
      <Palette area={area} entries={menus.entries} isScreen={isScreen[area]} />
      {area === 'member' && <ConfirmSelf />}
    </div>
  );
}

/** One lasting handle per tab, so that screens may use it in effects. */
function useTabApis(commands: TabCommands): (key: string) => TabApi {
  const cached = useRef(new Map<string, TabApi>());
  const held = useRef(commands);
  held.current = commands;
  return useCallback((key: string) => {
    let api = cached.current.get(key);
    if (!api) {
      const withTab = (act: (tab: Tab) => void): void => {
        const one = useTabs.getState().tabs.find((tab) => tab.key === key);
        if (one) act(one);
      };
      api = {
        setTitle: (title) => useTabs.getState().rename(key, title),
        setDirty: (dirty) => void (dirty ? dirtyTabs.add(key) : dirtyTabs.delete(key)),
        close: () => withTab((one) => held.current.close([one])),
        goOn: (path) => withTab((one) => held.current.goOn(one, path)),
        reload: () => withTab((one) => held.current.reload(one)),
      };
      cached.current.set(key, api);
    }
    return api;
  }, []);
}
