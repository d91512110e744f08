import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { startTransition, useCallback, useMemo, useRef, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { refreshResource, type WireList } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { mergeRowChunks, rowChunkSize } from '#web/table/rows/merge-row-chunks.ts';
import type { VirtualRowWindow } from '#web/table/rows/virtual-row-window.ts';
import { type ListState, listQuery, useChangedRowCount } from './use-list-rows-query.ts';

export interface InfiniteScrollState extends Omit<ListState, 'rows'> {
  /** All matching rows; those not loaded are undefined. */
  readonly rows: readonly (WireRow | undefined)[];
  onSight(window: VirtualRowWindow): void;
}

/** Rows fetched ahead of the view, and for how long a fetched chunk is reused, in ms. */
const ahead = 60;
const freshFor = 120_000;

/** The rows of a query with endless scrolling: chunks are fetched as they come into view, and cached for a while. */
export function useInfiniteScroll(
  resource: AnyResource,
  query: ListQuery,
  enabled: boolean,
  columns: string,
  holder?: number,
): InfiniteScrollState {
  const { page: _page, limit: _limit, ...shown } = query;
  const key = JSON.stringify([resource.name, shown, holder]);
  const [sight, setSight] = useState({ key, from: 1, to: 1 });
  const { from, to } = sight.key === key ? sight : { from: 1, to: 1 };
  const pages = enabled ? Array.from({ length: to - from + 1 }, (_, at) => from + at) : [];
  // Scrolling changes only which chunks are there: chunks being fetched show as undefined rows.
  // Chunks are keyed by page, or each would be compared with the previous one row by row whenever the first is
  // dropped.
  const combine = useCallback(
    (results: UseQueryResult<WireList>[]) => ({
      pieces: Object.fromEntries(results.map(({ data }, at) => [from + at, data])),
      pending: results.every(({ isPending }) => isPending),
      error: results.find(({ error }) => error)?.error ?? undefined,
      updatedAt: Math.max(0, ...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    }),
    [from],
  );
  const { pieces, pending, error, updatedAt } = useQueries({
    queries: pages.map((page) => ({
      ...listQuery(resource, { ...shown, page, limit: rowChunkSize }, columns),
      staleTime: freshFor,
    })),
    combine,
  });
  const changed = useChangedRowCount(resource, updatedAt);
  const loaded = Object.values(pieces).find((one) => one !== undefined);
  const [summary, setSummary] = useState({ key, total: 0, estimated: false, remark: '' });
  const total = loaded?.total ?? (summary.key === key ? summary.total : 0);
  if (loaded && (summary.key !== key || summary.total !== total))
    setSummary({ key, total, estimated: loaded.total_estimated === true, remark: loaded.remark ?? '' });
  const rows = useMemo(
    () =>
      mergeRowChunks(
        Object.entries(pieces).map(([page, one]) => ({ page: Number(page), list: one?.list })),
        total,
      ),
    [pieces, total],
  );
  const last = rows.length - 1;
  const requested = useRef(sight);
  const onSight = useCallback(
    ({ first, end }: VirtualRowWindow) => {
      const next = {
        key,
        from: Math.floor(Math.max(0, first - ahead) / rowChunkSize) + 1,
        to: Math.floor(Math.max(0, Math.min(end - 1 + ahead, last)) / rowChunkSize) + 1,
      };
      const was = requested.current;
      // called every few rows: only another chunk needs a render
      if (was.key === key && was.from === next.from && was.to === next.to) return;
      requested.current = next;
      startTransition(() => setSight(next));
    },
    [key, last],
  );
  return {
    rows,
    total: rows.length,
    estimated: summary.key === key && summary.estimated,
    remark: summary.remark,
    first: pending && total === 0,
    fetching: false,
    error,
    changed,
    refresh: () => void refreshResource(resource.name),
    onSight,
  };
}
