import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Locale } from '#kernel/text/text.ts';
import type { ImportColumn } from './map-sheet-columns-to-fields.ts';
import type { ImportError, ImportRow, ParsedImport } from './parsed-import-types.ts';

/**
 * The position in the sheets of a form field: `days.3.stops.0.name` of row 7 is the column 名称 of the first stop of the
 * fourth day, on the sheet 停靠点.
 */
export function locateErrorInSheets(
  { columns, lists }: ParsedImport,
  row: ImportRow,
  place: string,
  locale: Locale,
): Omit<ImportError, 'message'> {
  const sheetOf = (name: string, holder: AnyResource | undefined) =>
    lists.find(({ list }) => list.name === name && (holder ? list.holder === holder : list.above === undefined));
  let at: { row: ImportRow; columns: readonly ImportColumn[]; child?: AnyResource; sheet?: string } = { row, columns };
  let rest = place.split('.');
  for (;;) {
    const [name = '', n] = rest;
    const list = sheetOf(name, at.child);
    const part = list && n !== undefined ? at.row.parts?.[name]?.[Number(n)] : undefined;
    const of = at.sheet === undefined ? {} : { sheet: at.sheet };
    if (!list || !part) {
      const column = at.columns.find((one) => one.name === name)?.header ?? list?.list.field.label[locale] ?? name;
      return { ...of, row: at.row.row, column, field: rest.join('.') };
    }
    at = { row: part, columns: list.columns, child: list.list.child, sheet: list.list.title[locale] };
    rest = rest.slice(2);
  }
}
