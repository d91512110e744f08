import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { WireError } from '#web/http/client.ts';
import {
  isEventStreamLive,
  onEventStreamLiveChange,
  subscribeToLiveEvents,
} from '#web/http/live-event-stream-client.ts';
import { queryClientOf } from '#web/http/react-query-client-by-sign-in-area.ts';
import { readRow } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';

/** Ms between refreshes of a row while there are no live events. */
const lookAgain = 15_000;

const rowQuery = (resource: AnyResource, id: number) =>
  queryOptions({
    queryKey: ['resource', resource.name, 'row', id],
    queryFn: ({ signal }): Promise<WireRow | null> =>
      readRow(resource, id, { signal }).catch((error: unknown) => {
        if (error instanceof WireError && error.reason === 'not_found') return null;
        throw error;
      }),
  });

/** Prefetches a row. What fails is requested again, and reported, by the page that shows it. */
export const prefetchRow = (resource: AnyResource, id: number): Promise<void> =>
  queryClientOf().prefetchQuery(rowQuery(resource, id));

/** Ms on a record after which the next one is prefetched: a record that is skipped prefetches nothing. */
const dwell = 300;

/** Prefetches the next row while this one is read. */
export function usePrefetchedRow(resource: AnyResource, id: number | undefined, read: boolean): void {
  useEffect(() => {
    if (id === undefined || !read) return undefined;
    const timer = setTimeout(() => void prefetchRow(resource, id), dwell);
    return () => clearTimeout(timer);
  }, [resource, id, read]);
}

/**
 * A row, kept up to date while it is shown; null when it is gone or not visible. `listed` is the placeholder until it
 * is loaded. Without an id there is none.
 */
export function useLiveRow(resource: AnyResource, id: number | undefined, listed?: WireRow) {
  const area = currentArea();
  const live = useSyncExternalStore(
    useCallback((onChange) => onEventStreamLiveChange(area, onChange), [area]),
    () => isEventStreamLive(area),
  );
  const row = useQuery({
    ...rowQuery(resource, id ?? 0),
    enabled: id !== undefined,
    refetchInterval: live ? false : lookAgain,
    ...(listed ? { placeholderData: listed } : {}),
  });
  useEffect(
    () =>
      subscribeToLiveEvents([resource.name], (event) => {
        if (event.row_id !== id) return;
        queryClientOf()
          .invalidateQueries({ predicate: ({ queryKey: key }) => key[1] === resource.name && key.at(-1) === id })
          .catch(() => undefined);
      }),
    [resource.name, id],
  );
  return row;
}
