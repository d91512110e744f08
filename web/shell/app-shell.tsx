import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { signOut } from '#web/boot/sign-out-and-forget-session.ts';
import { queryClientOf } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import type { Menus } from '#web/session/menu-of-signed-in-user.ts';
import { useAdmin, useAdminSession, useMemberSession } from '#web/session/session.ts';
import { useRunOfferedActionOfPressedKeys } from '#web/tab/run-offered-action-of-pressed-shortcut-keys.ts';
import { menuWidthOf } from '#web/theme/layout/layout-configuration.ts';
import { useAreaLayout } from '#web/theme/layout/layout-store.ts';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import { GuidedTourHost } from '../help/guided-tour-host.tsx';
import { AntdRoot } from './antd-root.tsx';
import { CachedTabsAndPageWithoutTab } from './cached-tabs-and-page-without-tab.tsx';
import { CommandPalette } from './command-palette/command-palette.tsx';
import { AppHeader, type AppHeaderCommands } from './header/app-header.tsx';
import { clearServerOrBrowserCache } from './header/clear-server-or-browser-cache.ts';
import { TopMenu } from './menu/lazy-top-menu.tsx';
import { MemberBottomNavigationBar } from './menu/member-bottom-navigation-bar.tsx';
import { LogoWithHomeLink, SideMenu } from './menu/side-menu.tsx';
import { splitMenuByLayout } from './menu/split-menu-by-layout.ts';
import { loadDeclarationsAfterFirstScreen } from './module/load-declarations-after-first-screen.ts';
import { loadedModuleScreens } from './module/load-web-modules.ts';
import { helpTopicOfRoute } from './route/help-topic-of-route.ts';
import { loadingRoutePath } from './route/loading-route-path.ts';
import { usePageTitle } from './route/page-title.ts';
import { openableEntries } from './route/resolve-route-target.ts';
import { lockNow } from './session/lock-session-when-idle.tsx';
import { MemberStepUpAuthentication } from './session/member-step-up-authentication.tsx';
import { ViewAsGroupBanner } from './session/view-as-group-banner-and-reload-when-it-changes.tsx';
import { colourVariables } from './side-sheet/custom-layout-colours-and-contrast.ts';
import {
  MenuProfileAndSettingsSideSheets,
  type ShellSideSheetName,
} from './side-sheet/menu-profile-and-lazy-settings-side-sheets.tsx';
import { LeaveFullScreen, TabBar } from './tabs/open-tabs-bar.tsx';
import { useTabs } from './tabs/open-tabs-store.ts';
import {
  routeTargetSources,
  useOpenTabsAndAddTabOfCurrentAddress,
} from './tabs/use-open-tabs-and-add-tab-of-current-address.ts';
import { useTabApis, useTabCommands } from './tabs/use-tab-commands.ts';
import { UnsentWritesButtonWithSendingAndCaching } from './unsent-writes-button-with-sending-and-offline-caching.tsx';
import { useShellPaletteActions } from './use-shell-command-palette-actions.ts';
import './shell.css';
import './header/account.css';
import './menu/nav-menu.css';
import './tabs/tab-bar.css';
import './menu/dropdown-menu.css';
import '../feedback/sheet.css';
import './side-sheet/settings-side-sheet.css';
import './side-sheet/side-sheet-lists.css';
import './command-palette/command-palette.css';

const texts = {
  skip: text('跳到内容', 'Skip to content'),
};

/** Below this width, in px, the menu is a drawer (wire contract §5). */
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

const isScreen = { admin: routeTargetSources('/admin').isScreen, member: routeTargetSources('/user').isScreen };

interface AppShellProps {
  area: SignInArea;
}

/** The shell of a signed-in area: menu, tabs, tools, and the pages of open tabs. */
export default function AppShell({ area }: AppShellProps) {
  const location = useLocation();
  const base = area === 'admin' ? '/admin' : '/user';
  const adminMenus = useAdminSession((state) => state.menus);
  const memberMenus = useMemberSession((state) => state.menus);
  const memberMenusDrawn = useMemo(
    () =>
      memberMenus && { ...memberMenus, entries: openableEntries(memberMenus, '/user', routeTargetSources('/user')) },
    [memberMenus],
  );
  const menus = area === 'admin' ? adminMenus : memberMenusDrawn;
  if (!menus) return <Navigate to={loadingRoutePath(base, location)} replace />;
  return (
    <QueryClientProvider client={queryClientOf(area)}>
      <AntdRoot>
        <Shell area={area} base={base} menus={menus} />
      </AntdRoot>
    </QueryClientProvider>
  );
}

/** Actions of header and palette for the whole area. */
function useHeaderCommands(area: SignInArea, setSheet: (sheet: ShellSideSheetName) => void): AppHeaderCommands {
  return useMemo(
    (): AppHeaderCommands => ({
      openNav: () => setSheet('nav'),
      openSettings: () => setSheet('settings'),
      openProfile: () => setSheet('profile'),
      openSessions: () => setSheet('sessions'),
      openKeyboard: () => setSheet('keyboard'),
      openHelp: () => setSheet('help'),
      openChanges: () => setSheet('changes'),
      openScan: () => setSheet('scan'),
      lock: () => void lockNow(),
      // The client has already shown that the server is unreachable.
      signOut: () => void signOut(area).catch(() => undefined),
      clearCache: (type) => void clearServerOrBrowserCache(type).catch(() => undefined),
    }),
    [area, setSheet],
  );
}

function Shell({ area, base, menus }: AppShellProps & { base: '/admin' | '/user'; menus: Menus }) {
  const t = useText();
  const admin = useAdmin();
  const layout = useAreaLayout(area);
  const phone = useIsPhone();
  const [sheet, setSheet] = useState<ShellSideSheetName>(null);
  const { active, fullScreen, setFullScreen } = useTabs();
  const open = useOpenTabsAndAddTabOfCurrentAddress(base, menus);
  const { here, tabs, target, title } = open;
  usePageTitle(tabs.find((tab) => tab.key === here)?.title ?? title);
  const tabCommands = useTabCommands(menus.first ?? `${base}/dashboard`);
  const commands = useHeaderCommands(area, setSheet);
  const isSuper = admin?.super ?? false;
  useShellPaletteActions({ isAdmin: area === 'admin', isSuper, tabs, active: here, tabCommands, commands });
  useRunOfferedActionOfPressedKeys();
  useEffect(loadDeclarationsAfterFirstScreen, []);
  const apis = useTabApis(tabCommands);

  // A narrow window always has its menu in a drawer; widened, it uses the chosen layout again.
  const mode = phone ? 'Classic' : layout.layoutMode;
  const { top, side } = splitMenuByLayout(mode, menus.entries, open.location.pathname);
  const width = phone || side.length === 0 ? 0 : menuWidthOf(layout);
  const theme = useColourScheme();
  const style = { '--xj-menu-width': `${width}px`, ...colourVariables(layout.colours, theme) };
  const brand = top.length > 0 && (
    <>
      <LogoWithHomeLink base={base} />
      <TopMenu entries={top} leads={mode === 'Double'} icon={layout.menuDefaultIcon} />
    </>
  );
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
        {area === 'admin' && <ViewAsGroupBanner />}
        {!fullScreen && (
          <AppHeader area={area} phone={phone} sided={phone || side.length > 0} commands={commands} lead={brand}>
            <TabBar tabs={tabs} active={here} commands={tabCommands} />
          </AppHeader>
        )}
        <UnsentWritesButtonWithSendingAndCaching />
        <CachedTabsAndPageWithoutTab open={open} screens={loadedModuleScreens(base)} apis={apis} />
        {phone && area === 'member' && !fullScreen && (
          <MemberBottomNavigationBar entries={menus.entries} onMore={() => setSheet('nav')} />
        )}
      </div>
      {fullScreen && active === here && <LeaveFullScreen onLeave={() => setFullScreen(false)} />}
      <MenuProfileAndSettingsSideSheets
        area={area}
        base={base}
        entries={menus.entries}
        layout={layout}
        topic={helpTopicOfRoute(target, title)}
        sheet={sheet}
        onClose={() => setSheet(null)}
      />
      <GuidedTourHost />
      <CommandPalette
        area={area}
        entries={menus.entries}
        isScreen={isScreen[area]}
        searchPage={menus.routes.get(`${base}/search`)?.path}
      />
      {area === 'member' && <MemberStepUpAuthentication />}
    </div>
  );
}
