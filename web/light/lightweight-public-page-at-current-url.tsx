import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { ErrorBoundary } from '#web/error/error-boundary.tsx';
import { routeNames } from '#web/http/named-routes.ts';
import { showOfflineToasts } from '#web/http/offline-toasts.ts';
import { useText } from '#web/i18n/locale.ts';
import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { LazyPagePlaceholder } from '#web/shell/route/navigation-progress.tsx';
import { usePageTitle } from '#web/shell/route/page-title.ts';
import { useAppliedColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import { lightweightPageAt, useLocation } from './lightweight-router-replacing-react-router.tsx';

const components = new Map<string, ComponentType>();
function componentOf({ name, load }: PublicPageRoute): ComponentType {
  const drawn = components.get(name) ?? lazy(load);
  components.set(name, drawn);
  return drawn;
}

function Page({ page }: { page: PublicPageRoute }) {
  const t = useText();
  usePageTitle(t(page.title));
  const Component = componentOf(page);
  return (
    <Suspense fallback={<LazyPagePlaceholder />}>
      <Component />
    </Suspense>
  );
}

/** An address of no light page, such as `/light.html` itself. */
function OpenNotFound() {
  useEffect(() => window.location.replace(routeNames.notFound), []);
  return null;
}

/** The light page of the present address. */
export function LightweightPublicPageAtCurrentUrl() {
  useAppliedColourScheme();
  useEffect(showOfflineToasts, []);
  const { pathname } = useLocation();
  const found = lightweightPageAt(pathname);
  return (
    <ErrorBoundary resetKey={pathname}>
      {found ? <Page key={found.page.name} page={found.page} /> : <OpenNotFound />}
    </ErrorBoundary>
  );
}
