import type { AnyResource } from '#kernel/declaration/resource.ts';
import {
  classifyTotalOrNoteRow,
  findHeader,
  headerRows,
} from '#kernel/field/find-sheet-header-row-and-match-headers-to-fields.ts';
import type { ReadRow, ReadSheet } from '#server/sheets/read-and-written-sheet-types.ts';
import { toStorableText } from '#server/transfer/read/convert-sheet-rows-to-values-and-errors.ts';
import { type ChosenColumns, countFieldsNamedByHeader } from './map-sheet-columns-to-fields.ts';

/** A row that is not part of the list, with the reason. */
export interface SkippedRow {
  readonly row: number;
  readonly why: 'above' | 'total' | 'note';
  /** Its beginning. */
  readonly text: string;
}

/** A sheet whose header was found; `skipped` grows while its rows are read. */
export interface SheetWithHeader extends ReadSheet {
  readonly skipped: SkippedRows;
}

/** Number of skipped rows, and the first of them. */
export interface SkippedRows {
  count: number;
  readonly rows: SkippedRow[];
}

const maxTextLength = 60;

/** Maximum number of skipped rows listed. */
const maxSkipped = 50;

function skip(skipped: SkippedRows, { row, cells }: ReadRow, why: SkippedRow['why']): void {
  skipped.count++;
  if (skipped.rows.length >= maxSkipped) return;
  const line = cells.filter((cell) => cell.trim() !== '').join(' ');
  skipped.rows.push({ row, why, text: toStorableText([...line].slice(0, maxTextLength).join('')) });
}

/**
 * Finds the header: the row that names fields of the resource, which may span two rows. Titles above it, and totals and
 * notes below the list, are skipped and reported.
 */
export function locateHeaderAndSkipRowsOutsideList(
  resource: AnyResource,
  sheet: ReadSheet,
  chosen: ChosenColumns = {},
): SheetWithHeader {
  const rows = sheet.rows[Symbol.iterator]();
  const first: ReadRow[] = [{ row: sheet.headerRow, cells: sheet.header }];
  while (first.length < headerRows) {
    const next = rows.next();
    if (next.done) break;
    first.push(next.value);
  }
  const found = findHeader(
    first.map(({ cells }) => cells),
    countFieldsNamedByHeader(resource, chosen),
  ) ?? { header: [], above: 0, lines: 1 };
  const skipped: SkippedRows = { count: 0, rows: [] };
  for (const row of first.slice(0, found.above)) skip(skipped, row, 'above');
  const take = function* (): Generator<ReadRow> {
    const behind = function* () {
      yield* first.slice(found.above + found.lines);
      for (let next = rows.next(); !next.done; next = rows.next()) yield next.value;
    };
    for (const row of behind()) {
      const why = classifyTotalOrNoteRow(row.cells);
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
