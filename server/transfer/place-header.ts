import type { AnyResource } from '#kernel/resource.ts';
import { classifyExtraRow, findHeader, headerRows } from '#kernel/sheet-header.ts';
import type { ReadRow, ReadSheet } from '#server/sheets/sheet.ts';
import { type ChosenColumns, suggestFields } from '#server/transfer/import-columns.ts';

/** A row of the sheet that is none of its list, and why. */
export interface SkippedRow {
  readonly row: number;
  readonly why: 'above' | 'total' | 'note';
  /** How it begins. */
  readonly text: string;
}

/** A sheet whose header stands where it was found; `skipped` grows while its rows are read. */
export interface PlacedSheet extends ReadSheet {
  readonly skipped: SkippedRow[];
}

const longest = 60;

const skip = ({ row, cells }: ReadRow, why: SkippedRow['why']): SkippedRow => ({
  row,
  why,
  text: [...cells.filter((cell) => cell.trim() !== '').join(' ')].slice(0, longest).join(''),
});

/** Rows that are told of; a sheet with more totals than that is told of by its first ones. */
const mostSkipped = 50;

/**
 * A sheet by the row that names fields of the resource: above it stand titles, it may be two rows, and below the list totals
 * and notes. Each of these is told, none becomes a row.
 */
export function placeHeader(resource: AnyResource, sheet: ReadSheet, chosen: ChosenColumns = {}): PlacedSheet {
  const rows = sheet.rows[Symbol.iterator]();
  const first: ReadRow[] = [{ row: sheet.headerRow ?? 1, cells: sheet.header }];
  while (first.length < headerRows) {
    const next = rows.next();
    if (next.done) break;
    first.push(next.value);
  }
  const named = (header: readonly string[]) =>
    suggestFields(
      resource,
      header.map((label) => label.trim()),
      chosen,
    ).reduce((count, { field, suggested }) => count + (field ? 2 : suggested ? 1 : 0), 0);
  const found = findHeader(
    first.map(({ cells }) => cells),
    named,
  ) ?? { header: [], above: 0, lines: 1 };
  const skipped = first.slice(0, found.above).map((row) => skip(row, 'above'));
  const take = function* (): Generator<ReadRow> {
    const behind = function* () {
      yield* first.slice(found.above + found.lines);
      for (let next = rows.next(); !next.done; next = rows.next()) yield next.value;
    };
    for (const row of behind()) {
      const why = classifyExtraRow(row.cells);
      if (why === undefined) yield row;
      else if (skipped.length < mostSkipped) skipped.push(skip(row, why));
    }
  };
  return {
    header: found.header.map((label) => label.trim()),
    headerRow: first[found.above]?.row ?? 1,
    rows: take(),
    skipped,
  };
}
