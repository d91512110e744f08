import { setImmediate as breathe } from 'node:timers/promises';
import { type AnyField, holdsSeveral, kindOf, targetOf } from '#kernel/field.ts';
import type { AreaOptions } from '#kernel/kind/area.ts';
import type { Target } from '#kernel/kind.ts';
import { messages, readIssue } from '#kernel/message.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { type Locale, locales, say, type Text, text } from '#kernel/text.ts';
import type { ReadRow, ReadSheet } from '#server/sheets/sheet.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { columnHint, type ImportColumn, mapHeader } from '#server/transfer/import-columns.ts';
import { schemaOf } from '#server/write/validate.ts';

/** What is wrong with one cell. Row numbers are those of the sheet; a problem of a whole column stands at its header. */
export interface ImportError {
  row: number;
  /** The label as the sheet writes it. */
  column: string;
  field: string;
  message: string;
}

/** A row of the sheet, and what it says as input of the wire; without `values` it may not be written. */
export interface ImportRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
  readonly errors: readonly ImportError[];
}

export interface ImportReading {
  readonly header: readonly string[];
  /** Which column holds which field. */
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly ImportRow[];
  /** Required columns that are not there: with one of them missing no row may be written. */
  readonly missing: readonly ImportError[];
  /** Headers that belong to no field. */
  readonly ignored: readonly string[];
}

/** What a word found by a lookup can be. */
export type Found<K> = K | 'ambiguous';

export type AreaLevel = 1 | 2 | 3;

/** Answers what words mean, many at a time; a word that is missing in the answer means nothing the caller may see. */
export interface ImportLookup {
  /** Rows of a resource by title or key. */
  references(field: AnyField, words: readonly string[]): Promise<ReadonlyMap<string, Found<number>>>;
  /** Divisions of a level or below (see AreaOptions) by code, name or full name. */
  areas(words: readonly string[], level: AreaLevel): Promise<ReadonlyMap<string, Found<string>>>;
}

const words = {
  noColumns: text('没有找到可导入的列，请使用导入模板', 'No column to import was found; use the import template'),
  noRows: text('没有可导入的数据行', 'There are no rows to import'),
  missing: text('缺少必填列', 'Required column is missing'),
  ambiguous: text('有多条记录名为“{word}”，请填写编号', 'Several records are called “{word}”; give the ID'),
  ambiguousArea: text(
    '有多个地区名为“{word}”，请填写全称或代码',
    'Several areas are called “{word}”; give the full name or the code',
  ),
  repeated: text('与第 {row} 行重复', 'Same as row {row}'),
} satisfies Record<string, Text>;

/** Rows whose words are looked up together. */
const BATCH = 200;
/** Milliseconds of checking after which others are answered. */
const TURN = 10;

/**
 * What a sheet says, row by row: cells become wire input by the kinds of their fields and are held against the same
 * schemas as any other input. Rights, hooks and uniqueness in the database are the write path's.
 */
export async function readImport(
  resource: AnyResource,
  sheet: ReadSheet,
  locale: Locale,
  lookup: ImportLookup,
): Promise<ImportReading> {
  const header = sheet.header.map(storable);
  const { columns, ignored, missing } = mapHeader(resource, header);
  if (columns.length === 0) throw new SheetError(words.noColumns);
  const absent: ImportError[] = missing.map(([field, { label }]) => ({
    row: 1,
    column: label[locale],
    field,
    message: words.missing[locale],
  }));
  const meanings = new Meanings(lookup);
  const repeats = new Repeats(columns, locale);
  const rows: ImportRow[] = [];
  let begun = performance.now();
  for (const batch of inBatches(sheet.rows, columns)) {
    await meanings.learn(batch, columns);
    for (const { row, cells } of batch) {
      const { values, found } = readRow(row, cells, columns, meanings, locale);
      found.push(...repeats.find(row, values));
      rows.push({ row, cells, errors: found, ...(found.length === 0 && missing.length === 0 ? { values } : {}) });
      if (performance.now() - begun < TURN) continue;
      await breathe();
      begun = performance.now();
    }
  }
  if (rows.length === 0) throw new SheetError(words.noRows);
  return { header, columns, rows, missing: absent, ignored };
}

/** PostgreSQL takes no NUL and no half of a surrogate pair; what is told about such a cell is kept there as well. */
const storable = (cell: string) => cell.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd');

/** Rows in batches, without the row of hints of the import template. */
function* inBatches(rows: Iterable<ReadRow>, columns: readonly ImportColumn[]): Generator<ReadRow[]> {
  let batch: ReadRow[] = [];
  let first = true;
  for (const row of rows) {
    if (!(first && isHintRow(row, columns))) batch.push({ ...row, cells: row.cells.map(storable) });
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
    locales.some((locale) => columnHint(field, locale) === cells[index]?.trim()),
  );
  return hints.length > columns.length / 2;
}

function readRow(
  row: number,
  cells: readonly string[],
  columns: readonly ImportColumn[],
  meanings: Meanings,
  locale: Locale,
) {
  const values: Record<string, unknown> = {};
  const found: ImportError[] = [];
  for (const { name, field, index, header } of columns) {
    const cell = (cells[index] ?? '').trim();
    const problem = (message: string) => found.push({ row, column: header, field: name, message });
    if (cell === '') {
      if (field.required) problem(messages.required[locale]);
      continue;
    }
    const meaning = meanings.of(cell, field);
    if ('problem' in meaning) {
      problem(say(meaning.problem, locale, { word: meaning.word }));
      continue;
    }
    const checked = schemaOf(field).safeParse(meaning.input);
    if (checked.success) values[name] = meaning.input;
    else problem(readIssue(checked.error.issues[0]?.message ?? 'invalid', locale));
  }
  return { values, found };
}

/** What is looked up by the words people call it: only what a row carries the names of. */
function calledBy(field: AnyField): Target | undefined {
  const target = targetOf(field);
  return target?.carried ? target : undefined;
}

const splitWords = (cell: string, field: AnyField) =>
  holdsSeveral(field)
    ? cell
        .split(/[,，、;；\n]/)
        .map((word) => word.trim())
        .filter(Boolean)
    : [cell];

type Meaning = { input: unknown } | { problem: Text; word: string };

const levelOf = (field: AnyField) => (field.options as AreaOptions).level ?? 1;

/** What is asked together: rows of one resource, or divisions of one level. */
/** Where the words of a column are looked up: of references each for itself, for each reaches as far as it says. */
const sourceOf = (field: AnyField, { key }: Target) => (key === 'code' ? `area ${levelOf(field)}` : field);

type Source = ReturnType<typeof sourceOf>;
type Known = Map<string, Found<number | string> | undefined>;

/** What the words of a sheet mean, asked for once per word. */
class Meanings {
  readonly #lookup: ImportLookup;
  readonly #known = new Map<Source, Known>();

  constructor(lookup: ImportLookup) {
    this.#lookup = lookup;
  }

  /** Looks up every word of the rows that is not known yet: one call per reference. */
  async learn(rows: readonly ReadRow[], columns: readonly ImportColumn[]): Promise<void> {
    const wanted = new Map<Source, { field: AnyField; target: Target; words: Set<string> }>();
    for (const { field, index } of columns) {
      const target = calledBy(field);
      if (!target) continue;
      const source = sourceOf(field, target);
      const { words } = wanted.get(source) ?? { words: new Set() };
      wanted.set(source, { field, target, words });
      const known = this.#of(source);
      for (const { cells } of rows) {
        for (const word of splitWords((cells[index] ?? '').trim(), field))
          if (word && !known.has(word)) words.add(word);
      }
    }
    for (const [source, { field, target, words }] of wanted) {
      if (words.size === 0) continue;
      const asked = [...words];
      const found =
        target.key === 'code'
          ? await this.#lookup.areas(asked, levelOf(field))
          : await this.#lookup.references(field, asked);
      for (const word of asked) this.#of(source).set(word, found.get(word));
    }
  }

  #of(source: Source): Known {
    const known = this.#known.get(source) ?? new Map();
    this.#known.set(source, known);
    return known;
  }

  /** The wire input a cell means. */
  of(cell: string, field: AnyField): Meaning {
    const target = calledBy(field);
    if (!target) {
      const { fromText } = kindOf(field);
      return { input: fromText ? fromText(cell, field.options) : cell };
    }
    const isArea = target.key === 'code';
    const keys: (number | string)[] = [];
    for (const word of splitWords(cell, field)) {
      const key = this.#of(sourceOf(field, target)).get(word);
      if (key === undefined) return { problem: isArea ? messages.invalid_area : messages.invalid_option, word };
      if (key === 'ambiguous') return { problem: isArea ? words.ambiguousArea : words.ambiguous, word };
      keys.push(key);
    }
    return { input: holdsSeveral(field) ? keys : keys[0] };
  }
}

/** Finds rows of one sheet that hold the same value where no two rows may. */
class Repeats {
  readonly #rules: { name: string; header: string; together: readonly string[]; seen: Map<string, number> }[];
  readonly #locale: Locale;

  constructor(columns: readonly ImportColumn[], locale: Locale) {
    this.#locale = locale;
    this.#rules = columns.flatMap(({ name, field, header }) =>
      field.unique ? [{ name, header, together: field.unique === true ? [] : field.unique, seen: new Map() }] : [],
    );
  }

  find(row: number, values: Readonly<Record<string, unknown>>): ImportError[] {
    return this.#rules.flatMap(({ name, header, together, seen }) => {
      const value = values[name];
      if (value === undefined) return [];
      const key = JSON.stringify([String(value).trim().toUpperCase(), ...together.map((one) => values[one] ?? null)]);
      const before = seen.get(key);
      if (before === undefined) {
        seen.set(key, row);
        return [];
      }
      return [{ row, column: header, field: name, message: say(words.repeated, this.#locale, { row: before }) }];
    });
  }
}
