import { lazy, Suspense } from 'react';

const Drawn = lazy(() => import('./not-found.tsx'));

/** The not-found page, loaded on demand. */
export const NotFound = () => (
  <Suspense fallback={null}>
    <Drawn />
  </Suspense>
);
