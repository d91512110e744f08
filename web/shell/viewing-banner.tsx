import { lazy, Suspense, useEffect } from 'react';
import { loadBoot } from '#web/boot/boot.ts';
import { queryClientOf } from '#web/http/query.ts';
import { useBoot } from '#web/session/session.ts';
import { onViewAsChange } from '#web/session/view-as-change.ts';

const ViewingBar = lazy(() => import('./viewing-bar.tsx'));

/** Says above everything that one looks through the eyes of a group, and ends it. */
export function ViewingBanner() {
  const viewing = useBoot()?.adminInfo.viewing;
  useEffect(
    () =>
      onViewAsChange(() => {
        const learnt = loadBoot('admin').then(() => queryClientOf('admin').invalidateQueries());
        void learnt.catch(() => undefined);
      }),
    [],
  );
  return (
    viewing && (
      <Suspense fallback={null}>
        <ViewingBar viewing={viewing} />
      </Suspense>
    )
  );
}
