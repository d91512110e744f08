import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { parentReferenceFieldOf } from '#kernel/resource/child-lists-of-resource.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import type { ReadSheet } from '#server/sheets/read-and-written-sheet-types.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';
import {
  convertSheetRowsToValuesAndErrors,
  toStorableText,
} from '#server/transfer/read/convert-sheet-rows-to-values-and-errors.ts';
import { RepeatedUniqueValues } from '#server/transfer/read/find-repeated-unique-values.ts';
import { joinChildRowsToParents, type SheetRows } from '#server/transfer/read/join-child-rows-to-parents.ts';
import type { ImportLookup } from '#server/transfer/read/look-up-cell-texts-once.ts';
import {
  type ChildListSheet,
  parentColumnField,
} from '#server/transfer/read/sheets-of-child-lists-in-exports-and-imports.ts';
import {
  type ChosenCellTexts,
  type ChosenColumns,
  type ImportColumn,
  mapHeader,
} from './map-sheet-columns-to-fields.ts';
import type { ImportError, ParsedImport } from './parsed-import-types.ts';

/** The sheet of a child list, if present, with its lookups. */
export interface ImportedChildSheet {
  readonly list: ChildListSheet;
  readonly sheet: ReadSheet | undefined;
  readonly lookup: ImportLookup;
}

const texts = {
  noColumns: text('没有找到可导入的列，请使用导入模板', 'No importable columns found. Use the import template'),
  noRows: text('没有可导入的数据行', 'No data rows to import'),
  missing: text('缺少必填列', 'Required column missing'),
} satisfies Record<string, Text>;

/**
 * Reads the rows of a sheet: cells become wire input by the kinds of their fields and are validated like any other
 * input. Permissions, hooks and uniqueness are checked by the write pipeline. Rows of further sheets become child rows
 * of the rows they name.
 */
export async function parseImportSheets(
  resource: AnyResource,
  sheet: ReadSheet,
  locale: Locale,
  lookup: ImportLookup,
  given: readonly ImportedChildSheet[] = [],
  chosen: ChosenColumns = {},
  cellTexts: ChosenCellTexts = {},
): Promise<ParsedImport> {
  const { columns, missing, ...read } = readHeader(resource, sheet, chosen, cellTexts);
  if (columns.length === 0) throw new SheetError(texts.noColumns);
  const absent = missing.map((one) => missingError(one, locale, sheet.headerRow));
  const rows = await convertSheetRowsToValuesAndErrors(
    { sheet, columns, locale, lookup },
    new RepeatedUniqueValues(columns, locale),
  );
  if (rows.length === 0) throw new SheetError(texts.noRows);
  for (const row of rows) row.whole = row.row;
  const whole: SheetRows = { resource, title: resource.label, header: read.header, columns, rows };
  const lists = new Map<ChildListSheet, SheetRows>();
  for (const { list, sheet: found, lookup: ofList } of given) {
    const sheetRows = await readList(list, found, ofList, locale);
    const above = list.above ? lists.get(list.above) : whole;
    lists.set(list, sheetRows);
    absent.push(...sheetRows.missing.map((one) => missingError(one, locale, found?.headerRow ?? 1, list)));
    const { at } = sheetRows;
    if (above && at) await joinChildRowsToParents({ list, above, sheet: sheetRows, at, locale });
  }
  const faultless = absent.length === 0;
  const astray = [...lists.values()].flatMap((one) => one.rows.filter((row) => row.whole === undefined));
  return {
    header: read.header,
    columns,
    ignored: read.ignored,
    missing: absent,
    rows: rows.map((row) => row.finish(faultless)),
    lists: [...lists].map(([list, one]) => ({
      list,
      header: one.header,
      columns: one.columns,
      rows: one.rows.map((row) => ({ part: row.finish(faultless), whole: row.whole })),
    })),
    astray: astray.flatMap(({ errors }) => errors),
  };
}

function readHeader(resource: AnyResource, sheet: ReadSheet, chosen?: ChosenColumns, cellTexts?: ChosenCellTexts) {
  const header = sheet.header.map(toStorableText);
  return { header, ...mapHeader(resource, header, chosen, cellTexts) };
}

type Missing = readonly [name: string, field: AnyField];

const missingError = ([name, { label }]: Missing, locale: Locale, row: number, of?: ChildListSheet): ImportError => ({
  ...(of ? { sheet: of.title[locale] } : {}),
  row,
  column: label[locale],
  field: name,
  message: texts.missing[locale],
});

/** The rows of a child list before joining: `at` is the column that names the parent. */
async function readList(
  { child, title }: ChildListSheet,
  sheet: ReadSheet | undefined,
  lookup: ImportLookup,
  locale: Locale,
): Promise<SheetRows & { at: ImportColumn | undefined; missing: readonly Missing[] }> {
  const none = { resource: child, title, header: [], columns: [], rows: [], at: undefined, missing: [] };
  if (!sheet) return none;
  const name = parentReferenceFieldOf(child);
  const { header, columns: mapped, missing } = readHeader(child, sheet);
  const columns = mapped.filter((one) => one.name !== name);
  const rows = await convertSheetRowsToValuesAndErrors({
    sheet,
    columns,
    locale,
    lookup,
    of: { sheet: title[locale] },
  });
  if (rows.length === 0) return none;
  const at = mapped.find((one) => one.name === name);
  const others = missing.filter(([one]) => one !== name);
  return {
    resource: child,
    title,
    header,
    columns,
    rows,
    at,
    missing: at ? others : [[name, parentColumnField(child)], ...others],
  };
}
