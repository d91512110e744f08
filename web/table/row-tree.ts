import type { WireRow } from '#web/resource/wire-row.ts';

/** Rows of a tree in the order they stand, whether unfolded or not. */
export const flattenRows = (rows: readonly WireRow[]): WireRow[] =>
  rows.flatMap((row) => [row, ...flattenRows(row.children ?? [])]);

/** Rows that have others below them. */
export const parentIds = (rows: readonly WireRow[]): number[] =>
  flattenRows(rows).flatMap((row) => (row.children && row.children.length > 0 ? [row.id] : []));

/** Rows in sight: those below a folded one are not. */
export const visibleRows = (rows: readonly WireRow[], expanded: readonly number[]): WireRow[] =>
  rows.flatMap((row) => [
    row,
    ...(row.children && expanded.includes(row.id) ? visibleRows(row.children, expanded) : []),
  ]);
