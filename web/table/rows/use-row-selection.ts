import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { mayRunCustomBatchAction } from '#web/record/action/custom-batch-actions-on-rows.ts';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { flattenRowTree } from './flatten-and-expand-row-tree.ts';

export interface RowSelection {
  readonly rows: ReadonlyMap<number, WireRow>;
  /** All matching rows are selected, not only those ticked. */
  readonly whole: boolean;
  /** Number of selected rows that are not shown: on other pages, or in folded groups. */
  readonly elsewhere: number;
  select(rows: ReadonlyMap<number, WireRow>): void;
  selectWhole(): void;
  clear(): void;
}

const none: ReadonlyMap<number, WireRow> = new Map();

/**
 * The selection of a list. It outlasts paging, as the bar shows, and ends with another query or lens: what nobody
 * sees is not selected.
 */
export function useRowSelection(list: readonly (WireRow | undefined)[], query: ListQuery, lens: string): RowSelection {
  const { page: _page, limit: _limit, order: _order, ...filter } = query;
  const key = JSON.stringify([filter, lens]);
  const [selected, setSelected] = useState({ key, rows: none, whole: false });
  const { rows, whole } = selected.key === key ? selected : { rows: none, whole: false };
  const present = useMemo(
    () => new Map(flattenRowTree(list.filter((row) => row !== undefined)).map((row) => [row.id, row])),
    [list],
  );
  // Selected rows that have changed are replaced, so that moves use their new version.
  useEffect(() => {
    setSelected((all) =>
      all.rows.size === 0
        ? all
        : { ...all, rows: new Map([...all.rows].map(([id, row]) => [id, present.get(id) ?? row])) },
    );
  }, [present]);
  const elsewhere = useMemo(() => [...rows.keys()].filter((id) => !present.has(id)).length, [rows, present]);
  const select = useCallback(
    (next: ReadonlyMap<number, WireRow>) => setSelected({ key, rows: next, whole: false }),
    [key],
  );
  const selectWhole = useCallback(() => setSelected((all) => ({ ...all, whole: true })), []);
  const clear = useCallback(() => setSelected({ key, rows: none, whole: false }), [key]);
  return { rows, whole, elsewhere, select, selectWhole, clear };
}

/** Whether selected rows have any action. */
export const mayChooseRows = (resource: AnyResource): boolean =>
  mayPerform(resource, 'del') ||
  mayRunCustomBatchAction(resource) ||
  Object.values(resource.life?.moves ?? {}).some((move) => (move as { batch?: boolean }).batch);
