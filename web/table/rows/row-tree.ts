import type { WireRow } from '#web/resource/wire-row.ts';

/** Rows of a tree in the order they stand, whether unfolded or not. */
export const flattenRows = (rows: readonly WireRow[]): WireRow[] =>
  rows.flatMap((row) => [row, ...flattenRows(row.children ?? [])]);

/** Rows that have others below them. */
export const parentIds = (rows: readonly WireRow[]): number[] =>
  flattenRows(rows).flatMap((row) => (row.children && row.children.length > 0 ? [row.id] : []));

/** A row in sight, and how deep it stands in its tree. */
export interface PlacedRow {
  readonly row: WireRow;
  readonly depth: number;
}

/** Rows in sight: those below a folded one are not. Rows that are not there yet stay left out. */
export function placeRows(
  rows: readonly (WireRow | undefined)[],
  expanded: readonly number[],
  depth = 0,
): (PlacedRow | undefined)[] {
  return rows.flatMap((row) =>
    row
      ? [
          { row, depth },
          ...(row.children && expanded.includes(row.id) ? placeRows(row.children, expanded, depth + 1) : []),
        ]
      : [undefined],
  );
}

/** The same, without where they stand. */
export const visibleRows = (rows: readonly WireRow[], expanded: readonly number[]): WireRow[] =>
  placeRows(rows, expanded).flatMap((one) => (one ? [one.row] : []));
