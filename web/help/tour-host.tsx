import { lazy, Suspense } from 'react';
import { create } from 'zustand';

const ShellTour = lazy(() => import('#web/help/tour.tsx'));

const useTour = create<{ shown: boolean }>(() => ({ shown: false }));

/** Starts the guided tour. */
export const startTour = (): void => useTour.setState({ shown: true });

/** Renders the tour while it runs. */
export function TourHost() {
  const shown = useTour((state) => state.shown);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <ShellTour onClose={() => useTour.setState({ shown: false })} />
    </Suspense>
  );
}
