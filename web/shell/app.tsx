import { lazy, StrictMode, Suspense, useEffect } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router';
import { ErrorBoundary } from '#web/error/error-boundary.tsx';
import { setNavigator } from '#web/http/navigate-by-router.ts';
import { showOfflineToasts } from '#web/http/offline-toasts.ts';
import { useAdmin } from '#web/session/session.ts';
import { useSessionLock } from '#web/session/session-lock.ts';
import { useAppliedColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import { hashToPath } from './route/apply-hash-route-and-tokens-of-initial-address.ts';
import { NavigationProgress } from './route/navigation-progress.tsx';
import { TopLevelRoutes } from './sign-in-public-page-wall-and-area-routes.tsx';

const IdleLock = lazy(() => import('./session/lock-session-when-idle.tsx'));

/** Connects the router with code outside React: redirects of the client, and hash routes typed into the address bar. */
function RouterTies() {
  const navigate = useNavigate();
  useEffect(() => {
    setNavigator((path, options) => void navigate(path, options));
    const onHash = (): void => {
      const to = hashToPath(window.location);
      if (to.hash !== window.location.hash) void navigate(`${to.pathname}${to.search}`, { replace: true });
    };
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, [navigate]);
  return null;
}

/** The field kit, which has a lock of its own: the PIN. */
const fieldKit = /^\/field\/?$/i;

/** Loads the lock once an administrator signs in, and unlocks when another does. It covers everything but the field kit. */
function SessionLock() {
  const { pathname } = useLocation();
  const signedIn = Boolean(useAdmin()?.token);
  useEffect(() => {
    if (!signedIn) useSessionLock.setState({ locked: false });
  }, [signedIn]);
  return signedIn && !fieldKit.test(pathname) ? (
    <Suspense fallback={null}>
      <IdleLock />
    </Suspense>
  ) : null;
}

/** The root component of the product. */
export function App() {
  useAppliedColourScheme();
  useEffect(showOfflineToasts, []);
  return (
    <StrictMode>
      <BrowserRouter>
        <RouterTies />
        <NavigationProgress />
        <SessionLock />
        <ErrorBoundary resetKey="app">
          <TopLevelRoutes />
        </ErrorBoundary>
      </BrowserRouter>
    </StrictMode>
  );
}
