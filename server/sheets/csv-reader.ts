import { isUtf8 } from 'node:buffer';
import { type CsvError, parse } from 'csv-parse/sync';
import { text } from '#kernel/text/text.ts';
import { maxColumns, tooManyCharacters, tooManyColumns } from '#server/sheets/sheet-limits-and-errors.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';
import { maxBlankRows } from '#server/sheets/validate-xlsx-cell-positions-and-convert-cell-values.ts';

/** Maximum bytes of one row. Longer ones have an unclosed quote or are an attack. */
const maxRowBytes = 1024 * 1024;
/** Maximum number of empty cells at the end of a row, up to Excel's last column: some programs write them all. */
const maxEmptyCells = 16_384;
/** Bytes searched for the separator. */
const beginning = 64 * 1024;

/**
 * Reads the rows of a .csv file. Excel in China writes GB18030, other programs UTF-8 with or without byte order mark,
 * or "Unicode text": UTF-16 with tabs.
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
      max_record_size: maxRowBytes,
      // the library limits characters per row, not cells: twenty million separators are one row to it
      cast: (cell, { index }) => {
        if (index >= (cell === '' ? maxEmptyCells : maxColumns)) throw tooManyColumns();
        return formulaText(cell);
      },
      on_record: (cells: string[]) => (cells.length > maxColumns ? cells.slice(0, maxColumns) : cells),
      // one more than allowed, plus header and blank lines, so that the caller can recognise a file that is too long
      to: mostRows + maxBlankRows + 2,
    });
  } catch (error) {
    if (error instanceof SheetError) throw error;
    if ((error as CsvError).code === 'CSV_MAX_RECORD_SIZE') throw tooManyCharacters();
    throw new SheetError(
      text('CSV 格式有误，请检查引号是否成对', 'The CSV is malformed. Check that quotes are paired'),
      { cause: error },
    );
  }
}

/** The cell of `="00012345"`: programs write text like this so that Excel keeps leading zeros. */
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

/** The most frequent separator in the first line with content, outside quotes. */
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
