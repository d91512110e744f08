import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { loadingOverlay } from '#web/feedback/loading-overlay.ts';
import { beginBar, endBar } from './progress-bar.ts';

/** The overlay of a navigation never stays longer than this, in ms. */
export const overlayTime = { page: 1000, wall: 3000 } as const;

let pending = 0;

const progress = {
  begin(): void {
    pending += 1;
    if (pending === 1) beginBar();
  },
  end(): void {
    pending = Math.max(0, pending - 1);
    if (pending === 0) endBar();
  },
};

/** Runs the bar with every navigation; screens still being loaded keep it running. */
export function RouteProgress() {
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

/** Stands where a lazily loaded page will be: the bar runs, and the page is covered for at most the time given. */
export function Awaiting({ cover = 0 }: { cover?: number }) {
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
