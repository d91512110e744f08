import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type ListQuery, toWireParams } from '#kernel/list/list-query-in-url.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

export interface ListState {
  readonly rows: readonly WireRow[];
  readonly total: number;
  readonly estimated: boolean;
  readonly remark: string;
  /** Nothing was loaded yet: show the skeleton. */
  readonly first: boolean;
  /** Rows of the previous query are shown while these are fetched. */
  readonly fetching: boolean;
  readonly error: unknown;
  /** Number of rows that changed elsewhere since they were fetched. */
  readonly changed: number;
  refresh(): void;
}

/** Number of rows of a list; undefined while previous rows are shown, or after an error. */
export const currentRowCount = ({ first, fetching, error, rows }: ListState): number | undefined =>
  first || fetching || error !== undefined ? undefined : rows.length;

/** The query options of a list. `columns`: the shown ones, comma-separated. */
export function listQuery(resource: AnyResource, query: ListQuery, columns: string) {
  const params = { ...toWireParams(query, resource), columns };
  return queryOptions({
    queryKey: ['resource', resource.name, 'list', params],
    queryFn: ({ signal }) => listRows(resource, params, { signal }),
  });
}

/** The rows of a query, and how many have changed elsewhere since: the list never moves by itself. */
export function useList(resource: AnyResource, query: ListQuery, columns: string, enabled = true): ListState {
  const options = useMemo(() => listQuery(resource, query, columns), [query, resource, columns]);
  const { data, error, isPending, isFetching, dataUpdatedAt, refetch } = useQuery({
    ...options,
    placeholderData: previousDataAsPlaceholder('resource', resource.name, 'list'),
    enabled,
  });
  const changed = useChangedRowCount(resource, dataUpdatedAt);
  return {
    rows: data?.list ?? data?.options ?? noRows,
    total: data?.total ?? data?.list?.length ?? 0,
    estimated: data?.total_estimated === true,
    remark: data?.remark ?? '',
    first: isPending,
    fetching: isFetching,
    error: error ?? undefined,
    changed,
    refresh: () => void refetch(),
  };
}

const noRows: readonly WireRow[] = [];

/** Ids of rows with events since they were fetched. */
export function useChangedRowCount(resource: AnyResource, fetchedAt: number): number {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    setIds((all) => (all.size === 0 ? all : new Set()));
    if (fetchedAt === 0) return undefined;
    const since = serverNow() - Math.floor((Date.now() - fetchedAt) / 1000);
    return subscribeToLiveEvents([resource.name], (event) => {
      // Events before the fetch, such as one's own writes, are in the rows already.
      if (event.createtime > since) setIds((all) => (all.has(event.row_id) ? all : new Set(all).add(event.row_id)));
    });
  }, [resource.name, fetchedAt]);
  return ids.size;
}
