import { setImmediate as breathe } from 'node:timers/promises';
import { kindOf } from '#kernel/field/field.ts';
import { isRoundedText } from '#kernel/text/parse-number-text.ts';
import { type Locale, locales, textIn } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import type { ReadRow, ReadSheet } from '#server/sheets/read-and-written-sheet-types.ts';
import { explainCellError } from '#server/transfer/read/explain-cell-error.ts';
import type { RepeatedUniqueValues } from '#server/transfer/read/find-repeated-unique-values.ts';
import { CellLookup, type ImportLookup } from '#server/transfer/read/look-up-cell-texts-once.ts';
import { schemaOf } from '#server/write/field/validate-input-by-field-declarations.ts';
import { cellText, type ImportColumn, isColumnHint } from './map-sheet-columns-to-fields.ts';
import type { ImportError, ImportRow } from './parsed-import-types.ts';

/** Rows whose texts are looked up together. */
const BATCH = 200;
/** Milliseconds of work after which the event loop serves other calls. */
const TURN = 10;

/** A row being read, with its child rows. */
export class SheetRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** Values of its own columns. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Its own errors. */
  readonly errors: ImportError[];
  /** Row number of its parent in the first sheet. */
  whole: number | undefined;
  readonly #parts = new Map<string, SheetRow[]>();
  #finished: ImportRow | undefined;

  constructor({ row, cells }: ReadRow, values: Readonly<Record<string, unknown>>, errors: ImportError[]) {
    this.row = row;
    this.cells = cells;
    this.values = values;
    this.errors = errors;
  }

  /** Adds a child row at the end of a list. */
  take(list: string, part: SheetRow): void {
    const rows = this.#parts.get(list);
    if (rows) rows.push(part);
    else this.#parts.set(list, [part]);
  }

  /** The row with its child rows, which are written together or not at all. */
  finish(faultless: boolean): ImportRow {
    if (this.#finished) return this.#finished;
    const parts = [...this.#parts].map(([name, rows]) => [name, rows.map((one) => one.finish(faultless))] as const);
    const errors = [...this.errors, ...parts.flatMap(([, rows]) => rows.flatMap((one) => one.errors))];
    const lists = Object.fromEntries(parts.map(([name, rows]) => [name, rows.map(({ values }) => values)]));
    this.#finished = {
      row: this.row,
      cells: this.cells,
      errors,
      ...(faultless && errors.length === 0 ? { values: { ...this.values, ...lists } } : {}),
      ...(parts.length > 0 ? { parts: Object.fromEntries(parts) } : {}),
    };
    return this.#finished;
  }
}

export interface ConvertSheetRowsRequest {
  readonly sheet: ReadSheet;
  readonly columns: readonly ImportColumn[];
  readonly locale: Locale;
  readonly lookup: ImportLookup;
  /** Name of the sheet, unless it is the first. */
  readonly of?: Pick<ImportError, 'sheet'>;
}

/** Reads the rows of a sheet one by one. */
export async function convertSheetRowsToValuesAndErrors(
  { sheet, columns, locale, lookup, of = {} }: ConvertSheetRowsRequest,
  repeats?: RepeatedUniqueValues,
): Promise<SheetRow[]> {
  const meanings = new CellLookup(lookup);
  const rows: SheetRow[] = [];
  const takeTurns = yieldBetweenRows();
  for (const batch of inBatches(sheet.rows, columns)) {
    await meanings.learn(batch, columns);
    for (const read of batch) {
      const { values, found } = readRow(read, { columns, meanings, locale, of });
      if (repeats) found.push(...repeats.find(read.row, values));
      rows.push(new SheetRow(read, values, found));
      await takeTurns();
    }
  }
  return rows;
}

/** Yields to the event loop from time to time while thousands of rows are processed. */
export function yieldBetweenRows(): () => Promise<void> | undefined {
  let begun = performance.now();
  const wait = async () => {
    await breathe();
    begun = performance.now();
  };
  return () => (performance.now() - begun < TURN ? undefined : wait());
}

/** Replaces NUL characters and lone surrogates, which PostgreSQL cannot store; errors quote the cell too. */
export const toStorableText = (cell: string) => cell.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd');

/** Rows in batches, without the template's row of hints. */
function* inBatches(rows: Iterable<ReadRow>, columns: readonly ImportColumn[]): Generator<ReadRow[]> {
  let batch: ReadRow[] = [];
  let first = true;
  for (const row of rows) {
    if (!(first && isHintRow(row, columns))) batch.push({ ...row, cells: row.cells.map(toStorableText) });
    first = false;
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

function isHintRow({ cells }: ReadRow, columns: readonly ImportColumn[]): boolean {
  const hints = columns.filter(({ field, index }) =>
    locales.some((locale) => isColumnHint(cells[index]?.trim() ?? '', field, locale)),
  );
  return hints.length > columns.length / 2;
}

interface RowReading {
  readonly columns: readonly ImportColumn[];
  readonly meanings: CellLookup;
  readonly locale: Locale;
  readonly of: Pick<ImportError, 'sheet'>;
}

function readRow({ row, cells }: ReadRow, { columns, meanings, locale, of }: RowReading) {
  const values: Record<string, unknown> = {};
  const found: ImportError[] = [];
  for (const column of columns) {
    const { name, field, header } = column;
    const cell = cellText(cells, column);
    const problem = (message: string) => found.push({ ...of, row, column: header, field: name, message });
    if (cell === '') {
      if (field.required) problem(validationMessages.required[locale]);
      continue;
    }
    if (isRoundedText(cell) && !kindOf(field).prose) {
      problem(validationMessages.rounded_number[locale]);
      continue;
    }
    const meaning = meanings.of(cell, field);
    if ('problem' in meaning) {
      problem(textIn(meaning.problem, locale, { word: meaning.word, column: field.label[locale] }));
      continue;
    }
    const checked = schemaOf(field).safeParse(meaning.input);
    if (checked.success) values[name] = meaning.input;
    else problem(explainCellError(checked.error.issues[0]?.message ?? 'invalid', field, cell, locale));
  }
  return { values, found };
}
