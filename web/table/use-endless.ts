import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { AnyResource } from '#kernel/resource.ts';
import type { ListQuery } from '#web/resource/list-query.ts';
import { refreshResource, type WireList } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { pieceRows, placePieces } from '#web/table/list-pieces.ts';
import type { RowWindow } from '#web/table/row-window.ts';
import { type ListState, listQuery, useChanges } from '#web/table/use-list.ts';

export interface EndlessState extends Omit<ListState, 'rows'> {
  /** All that match, those out of sight left out. */
  readonly rows: readonly (WireRow | undefined)[];
  onSight(window: RowWindow): void;
}

/** The rows of a query without pages: pieces are fetched as they come into sight, and stay in memory for a while. */
export function useEndless(
  resource: AnyResource,
  query: ListQuery,
  enabled: boolean,
  tallies: string,
  holder?: number,
): EndlessState {
  const { page: _page, limit: _limit, ...shown } = query;
  const key = JSON.stringify([resource.name, shown, holder]);
  const [sight, setSight] = useState({ key, from: 1, to: 1 });
  const { from, to } = sight.key === key ? sight : { from: 1, to: 1 };
  const pages = enabled ? Array.from({ length: to - from + 1 }, (_, at) => from + at) : [];
  const combine = useCallback(
    (results: UseQueryResult<WireList>[]) => ({
      pieces: results.map(({ data }) => data),
      pending: results.some(({ isPending }) => isPending),
      fetching: results.some(({ isFetching }) => isFetching),
      error: results.find(({ error }) => error)?.error ?? undefined,
      updatedAt: Math.max(0, ...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    }),
    [],
  );
  const { pieces, pending, fetching, error, updatedAt } = useQueries({
    queries: pages.map((page) => listQuery(resource, { ...shown, page, limit: pieceRows }, tallies)),
    combine,
  });
  const changed = useChanges(resource, updatedAt);
  const known = pieces.find((one) => one !== undefined);
  const [told, setTold] = useState({ key, total: 0, estimated: false, remark: '' });
  const total = known?.total ?? (told.key === key ? told.total : 0);
  if (known && (told.key !== key || told.total !== total))
    setTold({ key, total, estimated: known.total_estimated === true, remark: known.remark ?? '' });
  const rows = useMemo(
    () =>
      placePieces(
        pieces.map((one, at) => ({ page: from + at, list: one?.list })),
        total,
      ),
    [pieces, from, total],
  );
  const onSight = useCallback(
    ({ first, end }: RowWindow) => {
      const next = {
        key,
        from: Math.floor(first / pieceRows) + 1,
        to: Math.floor(Math.max(0, end - 1) / pieceRows) + 1,
      };
      setSight((was) => (was.key === key && was.from === next.from && was.to === next.to ? was : next));
    },
    [key],
  );
  return {
    rows,
    total: rows.length,
    estimated: told.key === key && told.estimated,
    remark: told.remark,
    first: pending && total === 0,
    fetching: fetching && !pending,
    error,
    changed,
    refresh: () => void refreshResource(resource.name),
    onSight,
  };
}
