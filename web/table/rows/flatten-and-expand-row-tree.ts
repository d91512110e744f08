import type { WireRow } from '#web/resource/wire-row.ts';

/** All rows of a tree in order, unfolded or not. */
export const flattenRowTree = (rows: readonly WireRow[]): WireRow[] =>
  rows.flatMap((row) => [row, ...flattenRowTree(row.children ?? [])]);

/** Ids of rows with children. */
export const parentIds = (rows: readonly WireRow[]): number[] =>
  flattenRowTree(rows).flatMap((row) => (row.children && row.children.length > 0 ? [row.id] : []));

/** A visible row with its depth in the tree. */
export interface TreeRow {
  readonly row: WireRow;
  readonly depth: number;
}

/** The visible rows with their depth: children of folded rows are left out. Rows not loaded yet stay undefined. */
export function visibleTreeRows(
  rows: readonly (WireRow | undefined)[],
  expanded: readonly number[],
  depth = 0,
): (TreeRow | undefined)[] {
  return rows.flatMap((row) =>
    row
      ? [
          { row, depth },
          ...(row.children && expanded.includes(row.id) ? visibleTreeRows(row.children, expanded, depth + 1) : []),
        ]
      : [undefined],
  );
}

/** The visible rows without their depth. */
export const visibleRowsOfTree = (rows: readonly WireRow[], expanded: readonly number[]): WireRow[] =>
  visibleTreeRows(rows, expanded).flatMap((one) => (one ? [one.row] : []));
