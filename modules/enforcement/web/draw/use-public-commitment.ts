import { useEffect, useState } from 'react';
import { get } from '#web/http/client.ts';
import type { PublicCommitment } from '../../contract/draw/draw-answers.ts';

/** The commitment that is published of a draw, void ones included. Without it the page still verifies a record. */
export function usePublicCommitment(no: string | undefined): PublicCommitment | undefined {
  const [data, setData] = useState<PublicCommitment>();
  useEffect(() => {
    setData(undefined);
    if (!no) return;
    const controller = new AbortController();
    const options = { area: 'api', quiet: true, signal: controller.signal } as const;
    get<PublicCommitment>('/api/enforcement.draw/commitment', { no }, options).then(setData, () => undefined);
    return () => controller.abort();
  }, [no]);
  return data;
}
