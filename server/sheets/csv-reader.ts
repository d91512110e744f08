import { isUtf8 } from 'node:buffer';
import { type CsvError, parse } from 'csv-parse/sync';
import { text } from '#kernel/text/text.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { maxColumns, tooManyColumns, tooMuch } from '#server/sheets/sheet-limits.ts';
import { blankRows } from '#server/sheets/xlsx-cells.ts';

/** Bytes of one row: beyond, a quote was never closed, or somebody counts on us to hold a million cells. */
const longestRow = 1024 * 1024;
/** Empty cells at the end of rows up to the last column of Excel: some programs write them all. */
const mostEmpty = 16_384;
/** Bytes in which the separator is looked for. */
const beginning = 64 * 1024;

/**
 * Every row of a .csv file. Files from Excel in China come in GB18030, from other programs in UTF-8 with or without
 * a byte order mark, and as "Unicode text" in UTF-16 with tabs.
 */
export function readCsv(file: Buffer, mostRows: number): string[][] {
  const written = toUtf8(file);
  try {
    return parse(written, {
      bom: true,
      delimiter: findDelimiter(new TextDecoder().decode(written.subarray(0, beginning))),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: longestRow,
      // the library counts the characters of a row, not its cells: twenty million separators are one row to it
      cast: (cell, { index }) => {
        if (index >= (cell === '' ? mostEmpty : maxColumns)) throw tooManyColumns();
        return formulaText(cell);
      },
      on_record: (cells: string[]) => (cells.length > maxColumns ? cells.slice(0, maxColumns) : cells),
      // one more than allowed, the header, and some blank lines, so that the caller can tell too long from just right
      to: mostRows + blankRows + 2,
    });
  } catch (error) {
    if (error instanceof SheetError) throw error;
    if ((error as CsvError).code === 'CSV_MAX_RECORD_SIZE') throw tooMuch();
    throw new SheetError(
      text('CSV 格式有误，请检查引号是否成对', 'The CSV is malformed. Check that quotes are paired'),
      { cause: error },
    );
  }
}

/** `="00012345"` is how a .csv says that a cell is text: programs write it so that Excel leaves the zeros. */
function formulaText(cell: string): string {
  if (!cell.startsWith('="') || !cell.endsWith('"') || cell.length < 3) return cell;
  const inside = cell.slice(2, -1);
  return inside.replaceAll('""', '').includes('"') ? cell : inside.replaceAll('""', '"');
}

function toUtf8(file: Buffer): Buffer {
  if (file[0] === 0xff && file[1] === 0xfe) return Buffer.from(new TextDecoder('utf-16le').decode(file));
  if (file[0] === 0xfe && file[1] === 0xff) return Buffer.from(new TextDecoder('utf-16be').decode(file));
  return isUtf8(file) ? file : Buffer.from(new TextDecoder('gb18030').decode(file));
}

const separators = [',', '\t', ';'];

/** The separator that occurs most often in the first line with content, quoted parts left out. */
function findDelimiter(written: string): string {
  const counts = new Map(separators.map((one) => [one, 0]));
  let quoted = false;
  let begun = false;
  for (const character of written) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) {
      if (begun) break;
    } else if (!quoted) counts.set(character, (counts.get(character) ?? 0) + 1);
    begun ||= character.trim() !== '';
  }
  return separators.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best));
}
