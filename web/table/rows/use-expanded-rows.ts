import { useMemo, useState } from 'react';
import type { WireRow } from '#web/resource/wire-row.ts';
import { flattenRowTree, parentIds, visibleRowsOfTree } from './flatten-and-expand-row-tree.ts';

/** Trees up to this many rows are unfolded at first. */
const smallTree = 30;

/** The unfolded rows of a tree, and the visible ones. After a search, and in a small tree, all are unfolded. */
export function useExpandedRows(rows: readonly WireRow[], seeking: boolean) {
  const [expanded, setExpanded] = useState<readonly number[]>();
  const parents = useMemo(() => parentIds(rows), [rows]);
  const unfolded = expanded ?? (seeking || flattenRowTree(rows).length <= smallTree ? parents : undefined);
  const inSight = useMemo(() => visibleRowsOfTree(rows, unfolded ?? []), [rows, unfolded]);
  const any = (unfolded?.length ?? 0) > 0;
  return { unfolded, inSight, any, onExpand: setExpanded, onAll: () => setExpanded(any ? [] : parents) };
}
