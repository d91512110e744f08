import { useEffect, useState } from 'react';
import { get } from '#web/http/client.ts';
import type { SpotsToday } from '../../contract/public-page-of-crowds-at-spots-today.ts';

/** Milliseconds after which the figures are read again while the page is open. */
const refreshAfter = 60_000;

/** The spots whose name contains a word, read again every minute while the page is visible. */
export function useSpotsToday(quick: string): { readonly answer: SpotsToday | undefined; readonly failed: boolean } {
  const [answer, setAnswer] = useState<SpotsToday>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const control = new AbortController();
    const read = () => {
      if (document.hidden) return;
      const options = { area: 'api', quiet: true, signal: control.signal, duplicate: 'allow' } as const;
      get<SpotsToday>('/api/scenic.spots/today', quick === '' ? {} : { quick }, options).then(
        (found) => {
          setAnswer(found);
          setFailed(false);
        },
        () => control.signal.aborted || setFailed(true),
      );
    };
    // one call for a word, not for each letter
    const first = setTimeout(read, quick === '' ? 0 : 300);
    const timer = setInterval(read, refreshAfter);
    return () => {
      control.abort();
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [quick]);
  return { answer, failed: failed && answer === undefined };
}
