import { lazy, Suspense } from 'react';

const LandscapeDrawing = lazy(() => import('./landscape-drawing.tsx'));

/** Hills behind a page. They are decoration, so that the page does not wait for them. */
export function Landscape(props: { className: string }) {
  return (
    <Suspense fallback={null}>
      <LandscapeDrawing {...props} />
    </Suspense>
  );
}
