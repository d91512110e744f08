import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { refuseUpload } from '#server/files/upload-rules.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { readSheetFile } from '#server/sheets/read-sheet.ts';
import { mostSheetBytes, tooLarge } from '#server/sheets/sheet-limits.ts';
import { importFolder } from '#server/transfer/import.ts';
import { storable } from '#server/transfer/read-sheet-rows.ts';

/**
 * `POST ajax/readCells` (multipart, one .xlsx or .csv): the cells of its first sheet, header first, for a list of rows that
 * is filled in within a form: what they mean is the form's to say, as of cells that are pasted. Nothing of it is kept.
 */
async function readCells({ engine, request }: Call): Promise<{ cells: string[][] }> {
  if (!request.isMultipart()) throw refuseUpload('incomplete');
  const part = await request.file({ limits: { fileSize: mostSheetBytes + 1, files: 1 } });
  if (!part) throw refuseUpload('incomplete');
  const file = await importFolder(engine).create();
  try {
    await pipeline(part.file, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }));
    if (part.file.truncated) throw tooLarge();
    const { header, rows } = await readSheetFile(file.path);
    return { cells: [header.map(storable), ...Array.from(rows, ({ cells }) => cells.map(storable))] };
  } finally {
    await file.remove();
  }
}

export const cellControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'ajax',
  // what stands in the cells is nobody else's, and a thread takes its time for each
  actions: {
    readCells: {
      ...{ gate: 'login', methods: ['POST'], silent: true, preview: true, secret: true, perMinute: 12 },
      handle: readCells,
    },
  },
}));
