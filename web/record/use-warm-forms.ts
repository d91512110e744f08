import { useEffect } from 'react';
import { useIsPhone } from '#web/theme/use-media.ts';

/** Ms a record is looked at before what may be done with it is fetched. */
const pause = 1500;

/** On a phone the network may be gone by the time a form or a move is opened: they are fetched while it is there. */
export function useWarmForms(): void {
  const phone = useIsPhone();
  useEffect(() => {
    if (!phone) return undefined;
    const timer = setTimeout(() => {
      // a browser remembers of a part it once looked for in vain that it is not there
      if (!navigator.onLine) return;
      void Promise.allSettled([import('#web/record/edit-sheet.tsx'), import('#web/lifecycle/move/move-dialog.tsx')]);
    }, pause);
    return () => clearTimeout(timer);
  }, [phone]);
}
