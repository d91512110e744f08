import { useEffect } from 'react';
import { useIsPhone } from '#web/theme/use-media-query.ts';

/** Ms on a record before its forms are prefetched. */
const pause = 1500;

/** Prefetches forms and moves: on a phone the network may be gone by the time they are opened. */
export function usePrefetchFormAndMoveScriptsOnPhone(): void {
  const phone = useIsPhone();
  useEffect(() => {
    if (!phone) return undefined;
    const timer = setTimeout(() => {
      // a browser remembers a failed import, and does not try it again
      if (!navigator.onLine) return;
      void Promise.allSettled([
        import('#web/record/edit-or-amend-side-sheet.tsx'),
        import('#web/lifecycle/move/move-dialog.tsx'),
      ]);
    }, pause);
    return () => clearTimeout(timer);
  }, [phone]);
}
