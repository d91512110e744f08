import { useEffect, useRef, useState } from 'react';
import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { get, post } from '#web/http/client.ts';
import type { StepKey } from './registration-fields-by-step.ts';
import {
  storeApplicationDraftWithoutSecrets,
  withoutIdNumbersAndPasswords,
} from './store-application-draft-without-secrets.ts';
import type { VerifiedMobile } from './verified-mobile-storage.ts';

const quiet = { quiet: true, area: 'api', duplicate: 'allow' } as const;
/** Ms of idle time before a draft is saved: in this browser, and less often on the server. */
const pause = { browser: 600, server: 3000 };

interface ServerDraft {
  data: Record<string, unknown> & { step?: unknown };
  updatetime: number;
}

/** Saves the draft: in this browser always, on the server once the mobile is verified. */
export function useDraftAutosave(
  step: StepKey,
  values: FormValues,
  verified: VerifiedMobile | undefined,
  active: boolean,
) {
  const [savedAt, setSavedAt] = useState<number>();
  const first = useRef(values);
  const ticket = verified?.ticket;
  useEffect(() => {
    if (!active || values === first.current) return undefined;
    const timer = setTimeout(() => setSavedAt(storeApplicationDraftWithoutSecrets(step, values)), pause.browser);
    return () => clearTimeout(timer);
  }, [active, step, values]);
  useEffect(() => {
    if (!active || !ticket) return undefined;
    const timer = setTimeout(() => {
      // If the server fails, the draft is still in the browser.
      post(
        '/api/enterprise/saveDraft',
        { ticket, data: { ...withoutIdNumbersAndPasswords(values), step } },
        quiet,
      ).catch(() => undefined);
    }, pause.server);
    return () => clearTimeout(timer);
  }, [active, step, ticket, values]);
  return savedAt;
}

/** Fetches the draft of the verified mobile from the server. */
export async function fetchServerDraft(ticket: string): Promise<ServerDraft | null> {
  return get<ServerDraft | null>('/api/enterprise/draft', { ticket }, quiet).catch(() => null);
}
