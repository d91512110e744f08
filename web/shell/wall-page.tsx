import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ErrorBoundary } from '#web/error/error-boundary.tsx';
import { NotFound } from '#web/error/error-page.tsx';
import { queryClient } from '#web/http/query.ts';
import { useAdminSession } from '#web/session/session.ts';
import { AntdRoot } from './antd-root.tsx';
import { loadingPath } from './loading-target.ts';
import { loadedScreens } from './office-parts.ts';
import { Awaiting, overlayTime } from './progress.tsx';
import { useTitle } from './title.ts';

/** Rule name of the wall screen. */
const name = 'largedatascreen';

let Wall: ComponentType | undefined;

/** `/admin/largedatascreen` and `/admin/screendata`: the whole window, no menu, the caller's own permissions. */
export default function WallPage() {
  const location = useLocation();
  const menus = useAdminSession((state) => state.menus);
  useTitle('pagesTitle.largeDataScreen');
  if (!menus) return <Navigate to={loadingPath('/admin', location)} replace />;
  const load = loadedScreens()[name];
  if (!load) return <NotFound />;
  Wall ??= lazy(load);
  return (
    <QueryClientProvider client={queryClient}>
      <AntdRoot theme="wall">
        <ErrorBoundary resetKey={location.pathname}>
          <Suspense fallback={<Awaiting cover={overlayTime.wall} />}>
            <Wall />
          </Suspense>
        </ErrorBoundary>
      </AntdRoot>
    </QueryClientProvider>
  );
}
