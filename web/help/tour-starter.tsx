import { lazy, Suspense } from 'react';
import { create } from 'zustand';

const ShellTour = lazy(() => import('#web/help/tour.tsx'));

const useTour = create<{ shown: boolean }>(() => ({ shown: false }));

/** Shows whoever is here round the shell. */
export const startTour = (): void => useTour.setState({ shown: true });

/** Where the tour is drawn, once somebody asked for it. */
export function TourPlace() {
  const shown = useTour((state) => state.shown);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <ShellTour onClose={() => useTour.setState({ shown: false })} />
    </Suspense>
  );
}
