import type { Readable } from 'node:stream';
import { joinSentences, type Locale, text } from '#kernel/text/text.ts';
import { textWidth } from '#server/sheets/displayed-width-of-text.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import type { ImportError } from './parsed-import-types.ts';

const texts = {
  sheet: text('导入结果', 'Import result'),
  row: text('原行号', 'Original row'),
  errors: text('错误说明', 'Error description'),
  between: text('；', '; '),
  after: text('：', ': '),
};

/** A row of the imported sheet with its errors. */
export interface FaultyRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly errors: readonly Pick<ImportError, 'column' | 'message'>[];
}

/** A sheet with its faulty rows. */
export interface FaultySheet {
  readonly header: readonly string[];
  readonly rows: Iterable<FaultyRow> | AsyncIterable<FaultyRow>;
}

/**
 * The rows of an import with an added column of errors, ready to be corrected and imported again (added columns are
 * ignored). If valid rows were imported, pass only the others. Further sheets keep their names, by which the import
 * finds them.
 */
export function writeErrorWorkbook({
  locale,
  lists = [],
  ...first
}: FaultySheet & { locale: Locale; lists?: readonly (FaultySheet & { name: string })[] }): Readable {
  const added = [
    { label: texts.errors[locale], width: 60, error: true },
    { label: texts.row[locale], width: 10, number: '0' as const },
  ];
  const sheets = [{ name: texts.sheet[locale], ...first }, ...lists];
  return xlsxStream(
    sheets.map(({ name, header, rows }) => ({
      name,
      columns: [...header.map((label) => ({ label, width: Math.max(textWidth(label) + 2, 14) })), ...added],
      rows: toCells(header.length, rows, locale),
    })),
  );
}

async function* toCells(
  width: number,
  rows: Iterable<FaultyRow> | AsyncIterable<FaultyRow>,
  locale: Locale,
): AsyncGenerator<string[]> {
  for await (const { row, cells, errors } of rows) {
    const reasons = joinSentences(
      errors.map(({ column, message }) => `${column ? column + texts.after[locale] : ''}${message}`),
      texts.between[locale],
    );
    yield [...Array.from({ length: width }, (_, i) => cells[i] ?? ''), reasons, String(row)];
  }
}
