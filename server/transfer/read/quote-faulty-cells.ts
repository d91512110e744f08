import { kindOf } from '#kernel/field/field.ts';
import type { ImportColumn } from '#server/transfer/read/import-columns.ts';
import type { ImportError, ImportReading } from '#server/transfer/read/import-reading.ts';

/** A wrong value is recognised by its beginning. */
const longest = 60;

type Cells = ReadonlyMap<number, readonly string[]>;

/**
 * Problems with what stands in the cells they speak of. Personal data is left out: what an import answers is kept with
 * its job, and who sent the sheet finds it by row and column.
 */
export function quoteFaultyCells(
  errors: readonly ImportError[],
  { columns, rows, lists }: ImportReading,
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
    return { ...error, value: letters.length > longest ? `${letters.slice(0, longest).join('')}…` : value };
  });
}
