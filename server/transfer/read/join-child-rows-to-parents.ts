import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isNameOfField } from '#kernel/field/find-sheet-header-row-and-match-headers-to-fields.ts';
import { columnsOfEveryResource } from '#kernel/resource/all-columns-of-resource.ts';
import { parentReferenceFieldOf } from '#kernel/resource/child-lists-of-resource.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { type SheetRow, yieldBetweenRows } from '#server/transfer/read/convert-sheet-rows-to-values-and-errors.ts';
import { RepeatedUniqueValues } from '#server/transfer/read/find-repeated-unique-values.ts';
import type { ChildListSheet } from '#server/transfer/read/sheets-of-child-lists-in-exports-and-imports.ts';
import type { ImportColumn } from './map-sheet-columns-to-fields.ts';

/** A sheet whose rows may be parents of rows of further sheets. */
export interface SheetRows {
  readonly resource: AnyResource;
  /** Name of the sheet. */
  readonly title: Text;
  readonly header: readonly string[];
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly SheetRow[];
}

const texts = {
  nowhere: text('工作表“{sheet}”中没有“{word}”', 'Sheet “{sheet}” has no “{word}”'),
  several: text(
    '工作表“{sheet}”中有多行“{word}”，请在该表增加“编号”列，并在此填写编号',
    'Sheet “{sheet}” has several rows “{word}”. Add an “ID” column to that sheet and enter the ID here',
  ),
} satisfies Record<string, Text>;

export interface JoinRequest {
  readonly list: ChildListSheet;
  /** The sheet of the parent rows. */
  readonly above: SheetRows;
  readonly sheet: SheetRows;
  /** The column that names the parent row. */
  readonly at: ImportColumn;
  readonly locale: Locale;
}

/** Assigns child rows to their parents, in the order of their sheet. A row that names none stays unassigned. */
export async function joinChildRowsToParents({ list, above, sheet, at, locale }: JoinRequest): Promise<void> {
  const called = { sheet: above.title[locale] };
  const of = { sheet: sheet.title[locale] };
  const find = indexRows(above);
  const repeats = new RepeatedUniqueValues(sheet.columns, locale, of);
  const takeTurns = yieldBetweenRows();
  for (const row of sheet.rows) {
    await takeTurns();
    const word = (row.cells[at.index] ?? '').trim();
    const found = word === '' ? undefined : find(word);
    if (found === undefined || found === 'several') {
      const why = word === '' ? validationMessages.required : texts[found ?? 'nowhere'];
      row.errors.push({
        ...of,
        row: row.row,
        column: at.header,
        field: at.name,
        message: textIn(why, locale, { ...called, word }),
      });
      continue;
    }
    row.whole = found.whole;
    found.take(list.name, row);
    row.errors.push(...repeats.find(row.row, { ...row.values, [parentReferenceFieldOf(list.child)]: found.row }));
  }
}

/** Rows by the text that refers to them: their number, if there is a column of numbers, else their title. */
function indexRows({ resource, header, columns, rows }: SheetRows): (word: string) => SheetRow | 'several' | undefined {
  const numbers = new Map<string, SheetRow | 'several'>();
  const titles = new Map<string, SheetRow | 'several'>();
  const used = new Set(columns.map(({ index }) => index));
  const number = header.findIndex(
    (label, at) => !used.has(at) && isNameOfField(label, 'id', columnsOfEveryResource.id),
  );
  const title = columns.find(({ name }) => name === resource.title)?.index ?? -1;
  for (const row of rows) {
    for (const [index, indexes] of [
      [number, numbers],
      [title, titles],
    ] as const) {
      const word = (row.cells[index] ?? '').trim();
      if (word !== '') indexes.set(word, indexes.has(word) ? 'several' : row);
    }
  }
  return (word) => numbers.get(word) ?? titles.get(word);
}
