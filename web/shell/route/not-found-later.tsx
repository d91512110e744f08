import { lazy, Suspense } from 'react';

const Drawn = lazy(() => import('./not-found.tsx'));

/** The page of an address that leads nowhere, loaded when somebody got there. */
export const NotFound = () => (
  <Suspense fallback={null}>
    <Drawn />
  </Suspense>
);
