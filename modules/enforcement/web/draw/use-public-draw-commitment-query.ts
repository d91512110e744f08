import { useEffect, useState } from 'react';
import { get } from '#web/http/client.ts';
import type { PublicDrawCommitment } from '../../contract/draw/draw-call-answer-types.ts';

/** How often the commitment is read again while its draw is not over, in ms. */
const interval = 15_000;

export interface PublicDrawCommitmentQuery {
  readonly published?: PublicDrawCommitment;
  /** Whether there was an answer, or none can be had. */
  readonly settled: boolean;
}

/** Whether the record of a draw is still to come. */
export const awaitsRecord = (published: PublicDrawCommitment | undefined): boolean =>
  published?.status === 'committed' || published?.status === 'drawn';

/**
 * The commitment that is published of a draw, void ones included; read again until its record is public. Without it the
 * page still verifies a record.
 */
export function usePublicDrawCommitmentQuery(no: string | undefined): PublicDrawCommitmentQuery {
  const [query, setQuery] = useState<PublicDrawCommitmentQuery>({ settled: false });
  useEffect(() => {
    setQuery({ settled: !no });
    if (!no) return;
    const controller = new AbortController();
    const options = { area: 'api', quiet: true, signal: controller.signal } as const;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      timer = setTimeout(read, interval);
    };
    const read = () => {
      get<PublicDrawCommitment>('/api/enforcement.draw/commitment', { no }, options).then(
        (published) => {
          setQuery({ published, settled: true });
          if (awaitsRecord(published)) again();
        },
        () => {
          if (controller.signal.aborted) return;
          // what was read stays, and is read again
          setQuery((before) => ({ ...before, settled: true }));
        },
      );
    };
    read();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [no]);
  return query;
}
