import { lazy, Suspense } from 'react';
import type { EmptyStateProps } from './empty-list-state.tsx';

const State = lazy(async () => ({ default: (await import('./empty-list-state.tsx')).EmptyState }));

/** The empty state, loaded with the first empty list. */
export const EmptyState = (props: EmptyStateProps) => (
  <Suspense fallback={null}>
    <State {...props} />
  </Suspense>
);
