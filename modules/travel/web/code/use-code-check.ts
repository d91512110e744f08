import { useEffect, useState } from 'react';
import { type CodeAnswer, type Verified, verifyTeamCode } from '#modules/travel/contract/code/team-code.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { fetchKeys, readKeys, type StoredKeys } from './key-store.ts';

export interface CodeCheck {
  /** What this browser found by itself. */
  readonly verified?: Verified;
  /** What the server knows; nothing while it cannot be reached. */
  readonly shown?: CodeAnswer;
  readonly keys?: StoredKeys;
  /** The server did not answer: all rests on the signature. */
  readonly offline: boolean;
  /** What it was asked for, so that nothing of another code is shown. */
  readonly code: string;
}

const start = (code: string, keys: StoredKeys | undefined): CodeCheck => ({
  code,
  offline: false,
  ...(keys && { keys }),
});

/** Checks a code with the keys at hand at once, with the newest when they come, and asks the server what it knows. */
export function useCodeCheck(code: string): CodeCheck {
  const [check, setCheck] = useState<CodeCheck>(() => start(code, readKeys()));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const again = () => setTurn((before) => before + 1);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further turn asks again
  useEffect(() => {
    const controller = new AbortController();
    const update = (more: Partial<CodeCheck>) => {
      if (!controller.signal.aborted) setCheck((before) => ({ ...before, ...more }));
    };
    const verify = async (keys: StoredKeys | undefined) => {
      const verified = code ? await verifyTeamCode(code, keys?.keys ?? []) : undefined;
      update({ ...(keys && { keys }), ...(verified && { verified }) });
    };
    const stored = readKeys();
    setCheck(start(code, stored));
    void (async () => {
      // with nothing at hand every code would look unknown for a moment
      if (stored) await verify(stored);
      try {
        await verify(await fetchKeys());
      } catch {
        update({ offline: true });
        if (!stored) await verify(undefined);
      }
    })();
    if (code)
      post<CodeAnswer>(
        '/api/travel.code/show',
        { code },
        { quiet: true, area: 'api', signal: controller.signal, duplicate: 'allow' },
      )
        .then((shown) => update({ shown }))
        .catch((error: unknown) => {
          if (!isCancelled(error)) update({ offline: true });
        });
    return () => controller.abort();
  }, [code, turn]);
  return check.code === code ? check : start(code, check.keys);
}
