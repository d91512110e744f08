import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { ErrorPage, NoPermission } from '#web/error/error-page.tsx';
import { SelfRecoveringErrorBoundary } from '#web/error/self-recovering-error-boundary.tsx';
import { queryClientOf } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import { useAdminSession } from '#web/session/session.ts';
import { AntdRoot } from './antd-root.tsx';
import { loadedModuleScreens } from './module/load-web-modules.ts';
import { NotFound } from './route/lazy-not-found.tsx';
import { loadingRoutePath } from './route/loading-route-path.ts';
import { LazyPagePlaceholder, navigationOverlayTime } from './route/navigation-progress.tsx';
import { usePageTitle } from './route/page-title.ts';

const texts = {
  broken: text('大屏出了问题，正在自行恢复', 'The wall screen had a problem and is recovering'),
  brokenText: text(
    '系统已上报。服务器应答后，本页会自动重新载入。',
    'The problem was reported. This page reloads automatically once the server responds.',
  ),
};

/** Rule name of the wall screen; the page of its figures needs the same. */
const rule = 'largedatascreen';

const pages: Partial<Record<WallPage, ComponentType>> = {};
type WallPage = 'largedatascreen' | 'screendata';

/**
 * `/admin/largedatascreen`, the wall, and `/admin/screendata`, its figures to read: the whole window, without menu, with
 * the caller's own permissions.
 */
export default function WallScreenOrReadableFiguresPage({ page: name }: { page: WallPage }) {
  const location = useLocation();
  const menus = useAdminSession((state) => state.menus);
  usePageTitle('pagesTitle.largeDataScreen');
  if (!menus) return <Navigate to={loadingRoutePath('/admin', location)} replace />;
  if (!menus.names.has(rule)) return <NoPermission />;
  const load = loadedModuleScreens('/admin')[name];
  if (!load) return <NotFound />;
  const Page = pages[name] ?? lazy(load);
  pages[name] = Page;
  return (
    <QueryClientProvider client={queryClientOf()}>
      <AntdRoot {...(name === 'screendata' ? {} : { theme: 'wall' })}>
        <SelfRecoveringErrorBoundary fallback={() => <BrokenWall />}>
          <Suspense fallback={<LazyPagePlaceholder cover={navigationOverlayTime.wall} />}>
            <Page />
          </Suspense>
        </SelfRecoveringErrorBoundary>
      </AntdRoot>
    </QueryClientProvider>
  );
}

/** How often a wall that failed as a whole checks the server, in ms. */
const pollEvery = 5_000;

/** A wall is unattended and has no state to lose: it does not navigate away, but reloads once the server answers. */
function BrokenWall() {
  useEffect(() => {
    const timer = setInterval(() => {
      fetch('/ready')
        .then(({ ok }) => ok && window.location.reload())
        .catch(() => undefined);
    }, pollEvery);
    return () => clearInterval(timer);
  }, []);
  return (
    <ErrorPage
      sign={translate({ 'zh-cn': '异常', en: 'Error' })}
      title={translate(texts.broken)}
      text={translate(texts.brokenText)}
      onRetry={() => window.location.reload()}
    />
  );
}
