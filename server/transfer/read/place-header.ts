import type { AnyResource } from '#kernel/declaration/resource.ts';
import { classifyExtraRow, findHeader, headerRows } from '#kernel/field/sheet-header.ts';
import type { ReadRow, ReadSheet } from '#server/sheets/sheet.ts';
import { type ChosenColumns, countNamed } from '#server/transfer/read/import-columns.ts';
import { storable } from '#server/transfer/read/read-sheet-rows.ts';

/** A row of the sheet that is none of its list, and why. */
export interface SkippedRow {
  readonly row: number;
  readonly why: 'above' | 'total' | 'note';
  /** How it begins. */
  readonly text: string;
}

/** A sheet whose header stands where it was found; `skipped` grows while its rows are read. */
export interface PlacedSheet extends ReadSheet {
  readonly skipped: SkippedRows;
}

/** Rows that were left out: how many, and the first of them. */
export interface SkippedRows {
  count: number;
  readonly rows: SkippedRow[];
}

const longest = 60;

/** Rows that are told of one by one. */
const mostSkipped = 50;

function skip(skipped: SkippedRows, { row, cells }: ReadRow, why: SkippedRow['why']): void {
  skipped.count++;
  if (skipped.rows.length >= mostSkipped) return;
  const line = cells.filter((cell) => cell.trim() !== '').join(' ');
  skipped.rows.push({ row, why, text: storable([...line].slice(0, longest).join('')) });
}

/**
 * A sheet by the row that names fields of the resource: above it stand titles, it may be two rows, and below the list totals
 * and notes. Each of these is told, none becomes a row.
 */
export function placeHeader(resource: AnyResource, sheet: ReadSheet, chosen: ChosenColumns = {}): PlacedSheet {
  const rows = sheet.rows[Symbol.iterator]();
  const first: ReadRow[] = [{ row: sheet.headerRow, cells: sheet.header }];
  while (first.length < headerRows) {
    const next = rows.next();
    if (next.done) break;
    first.push(next.value);
  }
  const found = findHeader(
    first.map(({ cells }) => cells),
    countNamed(resource, chosen),
  ) ?? { header: [], above: 0, lines: 1 };
  const skipped: SkippedRows = { count: 0, rows: [] };
  for (const row of first.slice(0, found.above)) skip(skipped, row, 'above');
  const take = function* (): Generator<ReadRow> {
    const behind = function* () {
      yield* first.slice(found.above + found.lines);
      for (let next = rows.next(); !next.done; next = rows.next()) yield next.value;
    };
    for (const row of behind()) {
      const why = classifyExtraRow(row.cells);
      if (why === undefined) yield row;
      else skip(skipped, row, why);
    }
  };
  return {
    header: found.header.map((label) => label.trim()),
    headerRow: first[found.above]?.row ?? 1,
    rows: take(),
    skipped,
  };
}
