import { parse } from 'csv-parse/sync';
import { text } from '#kernel/text.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';

/**
 * Every row of a .csv file. Files from Excel in China come in GB18030, from other programs in UTF-8 with or without
 * a byte order mark, and as "Unicode text" in UTF-16 with tabs.
 */
export function readCsv(file: Uint8Array, mostRows: number): string[][] {
  const written = decode(file);
  try {
    return parse(written, {
      delimiter: findDelimiter(written),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      // one more than allowed, the header, and some blank lines, so that the caller can tell too long from just right
      to: mostRows + 1002,
    });
  } catch (error) {
    throw new SheetError(
      text('CSV 格式有误，请检查引号是否成对', 'The CSV is malformed; check that quotes come in pairs'),
      { cause: error },
    );
  }
}

function decode(file: Uint8Array): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('gb18030').decode(file);
  }
}

/** The separator that occurs most often in the first line, quoted parts left out. */
function findDelimiter(written: string): string {
  const line = (/^[\s]*[^\r\n]*/.exec(written)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string) => line.split(separator).length;
  return [',', '\t', ';'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
