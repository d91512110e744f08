import { useEffect, useState } from 'react';
import { get } from '#web/http/client.ts';
import type { RiskNoticesInForce } from '../../contract/risk-notices-answer-types-and-path-of-public-page.ts';

/** Milliseconds after which the notices are read again while a page is open. */
const refreshAfter = 120_000;

/** The notices in force, read again every two minutes while the page is visible; `failed` only if there is nothing to show. */
export function useRiskNoticesInForce(): { readonly answer: RiskNoticesInForce | undefined; readonly failed: boolean } {
  const [answer, setAnswer] = useState<RiskNoticesInForce>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const control = new AbortController();
    const read = () => {
      if (document.hidden) return;
      const options = { area: 'api', quiet: true, signal: control.signal, duplicate: 'allow' } as const;
      get<RiskNoticesInForce>('/api/incident.safety/notices', {}, options).then(
        (found) => {
          setAnswer(found);
          setFailed(false);
        },
        () => control.signal.aborted || setFailed(true),
      );
    };
    read();
    const timer = setInterval(read, refreshAfter);
    return () => {
      control.abort();
      clearInterval(timer);
    };
  }, []);
  return { answer, failed: failed && answer === undefined };
}
