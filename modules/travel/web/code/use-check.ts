import { useEffect, useState } from 'react';
import { type Shown, type Verified, verifyTeamCode } from '#modules/travel/contract/team-code.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { fetchKeys, readKeys, type StoredKeys } from './key-store.ts';

export interface Check {
  /** What this browser found by itself. */
  readonly verified?: Verified;
  /** What the server knows; nothing while it cannot be reached. */
  readonly shown?: Shown;
  readonly known?: StoredKeys;
  /** The server did not answer: all rests on the signature. */
  readonly offline: boolean;
  /** What it was asked for, so that nothing of another code is shown. */
  readonly code: string;
}

const start = (code: string, known: StoredKeys | undefined): Check => ({
  code,
  offline: false,
  ...(known && { known }),
});

/** Checks a code with the keys at hand at once, with the newest when they come, and asks the server what it knows. */
export function useCheck(code: string): Check {
  const [check, setCheck] = useState<Check>(() => start(code, readKeys()));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const again = () => setTurn((before) => before + 1);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further turn asks again
  useEffect(() => {
    const controller = new AbortController();
    const tell = (more: Partial<Check>) => {
      if (!controller.signal.aborted) setCheck((before) => ({ ...before, ...more }));
    };
    const verify = async (known: StoredKeys | undefined) => {
      const verified = code ? await verifyTeamCode(code, known?.keys ?? []) : undefined;
      tell({ ...(known && { known }), ...(verified && { verified }) });
    };
    const kept = readKeys();
    setCheck(start(code, kept));
    void (async () => {
      // with nothing at hand every code would look unknown for a moment
      if (kept) await verify(kept);
      try {
        await verify(await fetchKeys());
      } catch {
        tell({ offline: true });
        if (!kept) await verify(undefined);
      }
    })();
    if (code)
      post<Shown>(
        '/api/travel.code/show',
        { code },
        { quiet: true, area: 'api', signal: controller.signal, duplicate: 'allow' },
      )
        .then((shown) => tell({ shown }))
        .catch((error: unknown) => {
          if (!isCancelled(error)) tell({ offline: true });
        });
    return () => controller.abort();
  }, [code, turn]);
  return check.code === code ? check : start(code, check.known);
}
