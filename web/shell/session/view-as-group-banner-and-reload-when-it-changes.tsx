import { lazy, Suspense, useEffect } from 'react';
import { loadBootAnswer } from '#web/boot/load-boot-answer.ts';
import { queryClientOf } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useBoot } from '#web/session/session.ts';
import { onViewAsGroupChange } from '#web/session/view-as-group-change-across-windows.ts';

const ViewAsNotice = lazy(() => import('./view-as-group-banner.tsx'));

/** Banner while the back office is viewed as a group; reloads what another window has changed. */
export function ViewAsGroupBanner() {
  const viewing = useBoot()?.adminInfo.viewing;
  useEffect(
    () =>
      onViewAsGroupChange(() => {
        const reloaded = loadBootAnswer('admin').then(() => queryClientOf('admin').invalidateQueries());
        void reloaded.catch(() => undefined);
      }),
    [],
  );
  return (
    viewing && (
      <Suspense fallback={null}>
        <ViewAsNotice viewing={viewing} />
      </Suspense>
    )
  );
}
