import { useEffect, useState } from 'react';
import {
  type TeamCodeCheckAnswer,
  type VerifiedTeamCode,
  verifyTeamCode,
} from '#modules/travel/contract/team-code/format-and-verify-signed-team-code.ts';
import { isCancelled, post } from '#web/http/client.ts';
import {
  fetchPublicKeysOrStored,
  readStoredPublicKeys,
  type StoredPublicKeys,
} from './team-code-public-key-storage.ts';

export interface TeamCodeCheck {
  /** Result of the verification in this browser. */
  readonly verified?: VerifiedTeamCode;
  /** Answer of the server; undefined while there is none. */
  readonly shown?: TeamCodeCheckAnswer;
  readonly keys?: StoredPublicKeys;
  /** The server did not answer, only the signature was verified. */
  readonly offline: boolean;
  /** The code this result belongs to. */
  readonly code: string;
}

const start = (code: string, keys: StoredPublicKeys | undefined): TeamCodeCheck => ({
  code,
  offline: false,
  ...(keys && { keys }),
});

/** Verifies a code with the stored keys at once, again with newly fetched ones, and asks the server about it. */
export function useTeamCodeCheck(code: string): TeamCodeCheck {
  const [check, setCheck] = useState<TeamCodeCheck>(() => start(code, readStoredPublicKeys()));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const again = () => setTurn((before) => before + 1);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further turn asks again
  useEffect(() => {
    const controller = new AbortController();
    const update = (more: Partial<TeamCodeCheck>) => {
      if (!controller.signal.aborted) setCheck((before) => ({ ...before, ...more }));
    };
    const verify = async (keys: StoredPublicKeys | undefined) => {
      const verified = code ? await verifyTeamCode(code, keys?.keys ?? []) : undefined;
      update({ ...(keys && { keys }), ...(verified && { verified }) });
    };
    const stored = readStoredPublicKeys();
    setCheck(start(code, stored));
    void (async () => {
      // without keys every code would be reported as unknown for a moment
      if (stored) await verify(stored);
      try {
        await verify(await fetchPublicKeysOrStored());
      } catch {
        update({ offline: true });
        if (!stored) await verify(undefined);
      }
    })();
    if (code)
      post<TeamCodeCheckAnswer>(
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
