import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { get } from '#web/http/client.ts';
import { subscribeToLiveEvents } from '#web/http/event-stream.ts';
import type { CeremonyAnswer } from '../../../contract/draw/draw-answers.ts';
import type { DrawnKind } from '../../../contract/draw/ids-in-draw-record.ts';
import { drawCallAddress, drawResources } from '../draw-call-addresses.ts';

/** Ms between reads besides those that events cause: a projector may have lost its connection unnoticed. */
const lookAgain = 10_000;

/** A draw as it happens: read again at every event of it. */
export function useCeremony(kind: DrawnKind, id: number) {
  const resource = drawResources[kind];
  const query = useQuery({
    queryKey: ['resource', resource, 'hall', id],
    queryFn: async ({ signal }) => {
      const answer = await get<CeremonyAnswer>(drawCallAddress(kind, 'ceremony'), { id }, { signal });
      return { ...answer, ahead: answer.now * 1000 - Date.now() };
    },
    enabled: id > 0,
    refetchInterval: lookAgain,
  });
  const { refetch } = query;
  useEffect(
    () =>
      subscribeToLiveEvents([resource], (event) => {
        if (event.row_id === id) void refetch();
      }),
    [resource, id, refetch],
  );
  return query;
}

/** The time of the server in ms, four times a second. `ahead`: how far it is ahead of this computer. */
export function useServerClock(ahead: number): number {
  const [now, setNow] = useState(() => Date.now() + ahead);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + ahead), 250);
    return () => clearInterval(timer);
  }, [ahead]);
  return now;
}
