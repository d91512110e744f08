import { useCallback, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { pictureFieldName } from '#web/resource/available-table-columns.ts';
import { isFilteredOrSearched } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { flattenRowTree } from '#web/table/rows/flatten-and-expand-row-tree.ts';
import { useExpandedRows } from '#web/table/rows/use-expanded-rows.ts';
import type { ListAddress } from '#web/table/rows/use-list-state-in-url.ts';
import { useRowSelection } from '#web/table/rows/use-row-selection.ts';
import { useTableSettingsAndRows } from '#web/table/rows/use-table-settings-and-rows.ts';
import type { LensFromAddress } from '#web/table/screen/use-lens-from-address.ts';

export type ListScreenRows = ReturnType<typeof useListScreenRows>;

const noGroups = { rows: [], total: 0 };

/** The rows of a list screen (paged, endless, as a tree, or in groups) and their selection. */
export function useListScreenRows(
  resource: AnyResource,
  address: ListAddress,
  { lens, listed }: LensFromAddress,
  phone: boolean,
) {
  const table = useTableSettingsAndRows(resource, address, {
    listed,
    scrolls: lens === 'table' && !phone,
    picture: lens === 'cards' ? pictureFieldName(resource) : undefined,
  });
  const { list, rows } = table;
  const [grouped, setGrouped] = useState<{ rows: readonly WireRow[]; total: number }>(noGroups);
  const noteGroups = useCallback((found: readonly WireRow[], total: number) => setGrouped({ rows: found, total }), []);
  const inGroups = lens === 'groups';
  const selection = useRowSelection(inGroups ? grouped.rows : list.rows, address.query, lens);
  const tree = useExpandedRows(rows, isFilteredOrSearched(address.query));
  const rowOf = useCallback(
    (id: number) => (inGroups ? grouped.rows : flattenRowTree(rows)).find((one) => one.id === id),
    [inGroups, grouped, rows],
  );
  return {
    table,
    selection,
    tree,
    noteGroups,
    inGroups,
    inSight: inGroups ? grouped.rows : tree.inSight,
    total: inGroups ? grouped.total : list.total,
    rowOf,
  };
}
