import { lazy, Suspense } from 'react';
import { create } from 'zustand';

const ShellTour = lazy(() => import('#web/help/guided-tour-of-shell.tsx'));

const useTour = create<{ shown: boolean }>(() => ({ shown: false }));

/** Starts the guided tour. */
export const startGuidedTour = (): void => useTour.setState({ shown: true });

/** Renders the tour while it runs. */
export function GuidedTourHost() {
  const shown = useTour((state) => state.shown);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <ShellTour onClose={() => useTour.setState({ shown: false })} />
    </Suspense>
  );
}
