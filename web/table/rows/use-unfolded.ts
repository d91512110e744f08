import { useMemo, useState } from 'react';
import type { WireRow } from '#web/resource/wire-row.ts';
import { flattenRows, parentIds, visibleRows } from '#web/table/rows/row-tree.ts';

/** Rows of a tree that is shown unfolded. */
const smallTree = 30;

/**
 * Which rows of a tree stand unfolded, and the rows in sight. A search finds rows deep in it: they are shown, not hidden under
 * folded ones. So is a tree one sees at a glance.
 */
export function useUnfolded(rows: readonly WireRow[], seeking: boolean) {
  const [expanded, setExpanded] = useState<readonly number[]>();
  const parents = useMemo(() => parentIds(rows), [rows]);
  const unfolded = expanded ?? (seeking || flattenRows(rows).length <= smallTree ? parents : undefined);
  const inSight = useMemo(() => visibleRows(rows, unfolded ?? []), [rows, unfolded]);
  const any = (unfolded?.length ?? 0) > 0;
  return { unfolded, inSight, any, onExpand: setExpanded, onAll: () => setExpanded(any ? [] : parents) };
}
