import { type ComponentType, lazy, type ReactNode, Suspense, useRef } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { Text } from '#kernel/text/text.ts';
import { ErrorBoundary } from '#web/error/error-boundary.tsx';
import { NoPermission } from '#web/error/error-page.tsx';
import { routeNames } from '#web/http/named-routes.ts';
import { useText } from '#web/i18n/locale.ts';
import { useAdminSession, useMemberSession } from '#web/session/session.ts';
import { AdminLogin } from '#web/sign-in/admin-login.tsx';
import { type PublicPageRoute, shellDependencies } from './module/shell-dependencies.ts';
import { NotFound } from './route/lazy-not-found.tsx';
import {
  LoadAreaThenOpenRequestedAddress,
  type PrefetchRequestedAddress,
} from './route/load-area-then-open-requested-address.tsx';
import { type AreaBase, loadingRoutePath } from './route/loading-route-path.ts';
import { LazyPagePlaceholder, navigationOverlayTime } from './route/navigation-progress.tsx';
import { usePageTitle } from './route/page-title.ts';
import { RedirectToNotFound } from './route/redirect-to-not-found.tsx';

const loadAppShell = () => import('./app-shell.tsx');
const loadWall = () => import('./full-window-frame-of-wall-screen-or-figures-page.tsx');

const AppShell = lazy(loadAppShell);
const WallScreenOrReadableFiguresPage = lazy(loadWall);
const loadSplit = () => import('#web/sign-in/admin-and-member-split-screen-sign-in.tsx');
const AdminSplitScreenSignIn = lazy(async () => ({ default: (await loadSplit()).AdminSplitScreenSignIn }));
const MemberSignIn = lazy(async () => ({ default: (await loadSplit()).MemberSignIn }));
const AdminResetPassword = lazy(async () => {
  const { ResetPassword } = await import('#web/sign-in/reset-password.tsx');
  return { default: () => <ResetPassword area="admin" /> };
});
const UserResetPassword = lazy(async () => {
  const { ResetPassword } = await import('#web/sign-in/reset-password.tsx');
  return { default: () => <ResetPassword area="member" /> };
});

/** Lazy components of the modules' public pages, one each. */
const openPages = new Map<string, ComponentType>();
function componentOf({ name, load }: PublicPageRoute): ComponentType {
  const drawn = openPages.get(name) ?? lazy(() => load());
  openPages.set(name, drawn);
  return drawn;
}

function routeOfPage(page: PublicPageRoute) {
  const Component = componentOf(page);
  const shown = (
    <Page title={page.title} cover={navigationOverlayTime.page}>
      <Component />
    </Page>
  );
  return <Route key={page.name} path={page.path} element={shown} />;
}

/** Any other address: a public page that no other page links to, or nothing. */
const UnlistedPages = lazy(async () => {
  const routes = (await shellDependencies().unlistedPages()).map(routeOfPage);
  const drawn = () => (
    <Routes>
      {routes}
      <Route path="*" element={<RedirectToNotFound />} />
    </Routes>
  );
  return { default: drawn };
});

/**
 * Loads the code of the signed-in areas and the parts of the modules, and starts to load the declarations that a path
 * needs; resolves to the prefetch function.
 */
async function preloadAppShell(path?: string): Promise<PrefetchRequestedAddress> {
  const [{ loadWebModules }, { prefetchListOrRecord }] = await Promise.all([
    import('./module/load-web-modules.ts'),
    import('./route/prefetch-list-or-record.ts'),
    loadAppShell(),
  ]);
  await loadWebModules(path);
  return prefetchListOrRecord;
}

/** A page with its title, loading state and error boundary. */
function Page({ title, cover = 0, children }: { title: string | Text; cover?: number; children: ReactNode }) {
  const { pathname } = useLocation();
  const t = useText();
  usePageTitle(typeof title === 'string' ? title : t(title));
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<LazyPagePlaceholder cover={cover} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** A signed-in area, which sets its own titles. Without a menu it is loaded first: code and data in parallel. */
function Area({ base, children }: { base: AreaBase; children: ReactNode }) {
  const location = useLocation();
  const admin = useAdminSession((state) => state.menus);
  const member = useMemberSession((state) => state.menus);
  if (!(base === '/admin' ? admin : member)) return <Navigate to={loadingRoutePath(base, location)} replace />;
  return <Suspense fallback={<LazyPagePlaceholder cover={navigationOverlayTime.page} />}>{children}</Suspense>;
}

function ToLoading({ base }: { base: AreaBase }) {
  const location = useLocation();
  const bare = location.pathname.replace(/\/+$/, '') === base;
  return <Navigate to={bare ? `${base}/loading` : loadingRoutePath(base, location)} replace />;
}

/**
 * The signed-in areas. An unknown or forbidden address shows its error page inside the shell, with menu and tabs;
 * visitors see that page alone.
 */
function SignedInAreas() {
  const { pathname } = useLocation();
  const menus = {
    '/admin': useAdminSession((state) => state.menus),
    '/user': useMemberSession((state) => state.menus),
  };
  const last = useRef<AreaBase>(undefined);
  const lost = pathname === routeNames.notFound || pathname === routeNames.noPower;
  if (!lost) last.current = pathname.startsWith('/user') ? '/user' : '/admin';
  const base = last.current ?? (menus['/admin'] ? '/admin' : '/user');
  if (lost && !menus[base])
    return pathname === routeNames.notFound ? (
      <Page title="pagesTitle.notFound">
        <NotFound />
      </Page>
    ) : (
      <Page title="pagesTitle.noPower">
        <NoPermission />
      </Page>
    );
  return (
    <Area base={base}>
      <AppShell key={base} area={base === '/admin' ? 'admin' : 'member'} />
    </Area>
  );
}

const adminLogin = (
  <Page title="pagesTitle.adminLogin">
    <AdminLogin />
  </Page>
);

const wall = (page: 'largedatascreen' | 'screendata') => (
  <Area base="/admin">
    <WallScreenOrReadableFiguresPage page={page} />
  </Area>
);

/**
 * All top-level routes: sign-in, public pages, the wall, and the two signed-in areas as a whole. Pages of the menu are
 * resolved inside the areas, from what the server grants.
 */
export function TopLevelRoutes() {
  return (
    <Routes>
      <Route path="/" element={adminLogin} />
      <Route path="/admin/login" element={adminLogin} />
      <Route
        path="/admin/newlogin"
        element={
          <Page title="pagesTitle.adminLogin">
            <AdminSplitScreenSignIn />
          </Page>
        }
      />
      <Route
        path="/admin/resetpwd"
        element={
          <Page title="pagesTitle.resetPassword">
            <AdminResetPassword />
          </Page>
        }
      />
      <Route
        path="/user/login"
        element={
          <Page title="pagesTitle.userLogin">
            <MemberSignIn />
          </Page>
        }
      />
      <Route
        path="/user/resetpwd"
        element={
          <Page title="pagesTitle.resetPassword">
            <UserResetPassword />
          </Page>
        }
      />
      {shellDependencies().pages.map(routeOfPage)}
      <Route path="/admin" element={<ToLoading base="/admin" />} />
      <Route
        path="/admin/loading/:to?"
        element={<LoadAreaThenOpenRequestedAddress area="admin" preload={preloadAppShell} />}
      />
      <Route path="/admin/largedatascreen" element={wall('largedatascreen')} />
      <Route path="/admin/screendata" element={wall('screendata')} />
      <Route path="/user" element={<ToLoading base="/user" />} />
      <Route
        path="/user/loading/:to?"
        element={<LoadAreaThenOpenRequestedAddress area="member" preload={preloadAppShell} />}
      />
      <Route element={<SignedInAreas />}>
        <Route path="/admin/*" element={null} />
        <Route path="/user/*" element={null} />
        <Route path={routeNames.notFound} element={null} />
        <Route path={routeNames.noPower} element={null} />
      </Route>
      <Route
        path="*"
        element={
          <ErrorBoundary resetKey="">
            <Suspense fallback={<LazyPagePlaceholder cover={navigationOverlayTime.page} />}>
              <UnlistedPages />
            </Suspense>
          </ErrorBoundary>
        }
      />
    </Routes>
  );
}
