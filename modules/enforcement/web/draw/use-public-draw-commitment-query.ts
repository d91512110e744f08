import { useEffect, useState } from 'react';
import { get } from '#web/http/client.ts';
import type { PublicDrawCommitment } from '../../contract/draw/draw-call-answer-types.ts';

/** The commitment that is published of a draw, void ones included. Without it the page still verifies a record. */
export function usePublicDrawCommitmentQuery(no: string | undefined): PublicDrawCommitment | undefined {
  const [data, setData] = useState<PublicDrawCommitment>();
  useEffect(() => {
    setData(undefined);
    if (!no) return;
    const controller = new AbortController();
    const options = { area: 'api', quiet: true, signal: controller.signal } as const;
    get<PublicDrawCommitment>('/api/enforcement.draw/commitment', { no }, options).then(setData, () => undefined);
    return () => controller.abort();
  }, [no]);
  return data;
}
