import { lazy, Suspense } from 'react';
import type { EmptyStateProps } from '#web/table/screen/empty-state.tsx';

const State = lazy(async () => ({ default: (await import('./empty-state.tsx')).EmptyState }));

/** What an empty list says, loaded where there is one. */
export const EmptyState = (props: EmptyStateProps) => (
  <Suspense fallback={null}>
    <State {...props} />
  </Suspense>
);
