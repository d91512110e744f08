import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { get } from '#web/http/client.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';
import type { DrawCeremonyAnswer } from '../../../contract/draw/draw-call-answer-types.ts';
import type { DrawnKind } from '../../../contract/draw/format-and-parse-draw-record-ids.ts';
import { drawApiPath, drawResourceNames } from '../draw-api-path-by-kind.ts';

/** Ms between reads besides those that events cause: a projector may have lost its connection unnoticed. */
const lookAgain = 10_000;

/** A draw as it happens: read again at every event of it. */
export function useDrawCeremonyQuery(kind: DrawnKind, id: number) {
  const resource = drawResourceNames[kind];
  const query = useQuery({
    queryKey: ['resource', resource, 'hall', id],
    queryFn: async ({ signal }) => {
      const answer = await get<DrawCeremonyAnswer>(drawApiPath(kind, 'ceremony'), { id }, { signal });
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
