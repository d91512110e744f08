import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { loadingOverlay } from '#web/feedback/loading-overlay.ts';
import { finishNavigationProgressBar, startNavigationProgressBar } from './navigation-progress-bar.ts';

/** Longest time of a navigation's overlay, in ms. */
export const navigationOverlayTime = { page: 1000, wall: 3000 } as const;

let pending = 0;

const progress = {
  begin(): void {
    pending += 1;
    if (pending === 1) startNavigationProgressBar();
  },
  end(): void {
    pending = Math.max(0, pending - 1);
    if (pending === 0) finishNavigationProgressBar();
  },
};

/** Shows the bar during every navigation; screens still loading keep it running. */
export function NavigationProgress() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what starts the bar
  useLayoutEffect(() => {
    progress.begin();
    const timer = setTimeout(progress.end, 60);
    return () => {
      clearTimeout(timer);
      progress.end();
    };
  }, [pathname]);
  return null;
}

/** Placeholder of a lazily loaded page: shows the bar, and covers the page for at most `cover` ms. */
export function LazyPagePlaceholder({ cover = 0 }: { cover?: number }) {
  useEffect(() => {
    progress.begin();
    return progress.end;
  }, []);
  useEffect(() => {
    if (cover === 0) return;
    let covered = true;
    const uncover = (): void => {
      if (covered) loadingOverlay.end();
      covered = false;
    };
    loadingOverlay.begin();
    const timer = setTimeout(uncover, cover);
    return () => {
      clearTimeout(timer);
      uncover();
    };
  }, [cover]);
  return null;
}
