import { kindOf } from '#kernel/field/field.ts';
import type { ImportColumn } from './map-sheet-columns-to-fields.ts';
import type { ImportError, ParsedImport } from './parsed-import-types.ts';

/** Maximum number of characters quoted. */
const maxQuoteLength = 60;

type Cells = ReadonlyMap<number, readonly string[]>;

/**
 * Adds the content of the cells to errors, except personal data: the result of an import is stored with its job, and
 * the sender can find the cell by row and column.
 */
export function addCellContentToErrors(
  errors: readonly ImportError[],
  { columns, rows, lists }: ParsedImport,
): ImportError[] {
  const sheets = new Map<string, { columns: readonly ImportColumn[]; cells: Cells }>();
  const cellsOf = (all: readonly { row: number; cells: readonly string[] }[]): Cells =>
    new Map(all.map(({ row, cells }) => [row, cells]));
  sheets.set('', { columns, cells: cellsOf(rows) });
  for (const one of lists)
    for (const title of Object.values(one.list.title))
      sheets.set(title, { columns: one.columns, cells: cellsOf(one.rows.map(({ part }) => part)) });
  return errors.map((error) => {
    const sheet = sheets.get(error.sheet ?? '');
    const column = sheet?.columns.find((one) => one.header === error.column);
    const value = column && sheet?.cells.get(error.row)?.[column.index]?.trim();
    if (!value || column.field.privacy || kindOf(column.field).sealed) return error;
    const letters = [...value];
    return {
      ...error,
      value: letters.length > maxQuoteLength ? `${letters.slice(0, maxQuoteLength).join('')}…` : value,
    };
  });
}
