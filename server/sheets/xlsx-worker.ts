import { parentPort, workerData } from 'node:worker_threads';
import { readSheet } from 'read-excel-file/universal';
import type { Text } from '#kernel/text.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { mostUnpackedBytes, tooLarge } from '#server/sheets/sheet-limits.ts';
import { cellText, checkCells, mostCharacters, numberText } from '#server/sheets/xlsx-cells.ts';
import { firstSheetOnly } from '#server/sheets/xlsx-parts.ts';
import { openZip, storeZip } from '#server/sheets/zip-reader.ts';

/**
 * Reads one workbook in a thread of its own: parsing 5,000 rows takes a second in which the server must go on
 * answering, and a hostile file may take the thread with it, not the process.
 */
export interface XlsxTask {
  file: Uint8Array;
  mostRows: number;
}

/** What the thread answers: the rows of the first sheet, or the reason why not. */
export type XlsxAnswer = { rows: string[][] } | { refused: Text } | { failed: string };

async function read({ file, mostRows }: XlsxTask): Promise<string[][]> {
  const unpacked = openZip(Buffer.from(file), (name) => /\.xml(\.rels)?$/.test(name), {
    size: mostUnpackedBytes,
    files: 2000,
  });
  const { files, worksheet } = firstSheetOnly(unpacked);
  checkCells(worksheet, mostRows);
  // handed on without compression: the library would start threads of its own to inflate
  const { buffer, byteOffset, byteLength } = storeZip(files);
  const archive = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  const sheet = await readSheet(archive, { trim: false, parseNumber: numberText });
  let characters = 0;
  return sheet.map((row) =>
    row.map((cell) => {
      const written = cellText(cell);
      characters += written.length;
      if (characters > mostCharacters) throw tooLarge();
      return written;
    }),
  );
}

const answer = await read(workerData as XlsxTask).then(
  (rows): XlsxAnswer => ({ rows }),
  (error: unknown): XlsxAnswer => (error instanceof SheetError ? { refused: error.text } : { failed: String(error) }),
);
parentPort?.postMessage(answer);
