import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { refuseUpload } from '#server/files/storage/upload-rules.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/caller-field-visibility.ts';
import { badParameter } from '#server/refusal.ts';
import { readWorkbook } from '#server/sheets/read-sheet.ts';
import type { SheetBeginning } from '#server/sheets/sheet.ts';
import { maxSheetBytes, tooLarge } from '#server/sheets/sheet-limits.ts';
import { importFolder, multipartField } from '#server/transfer/import.ts';
import { chooseSheet, describeSkippedSheets } from '#server/transfer/read/choose-sheet.ts';
import { storable } from '#server/transfer/read/read-sheet-rows.ts';
import type { ImportReport } from '#server/transfer/run-import.ts';

interface CellsAnswer extends Pick<ImportReport, 'read_sheet' | 'passed_sheets'> {
  cells: string[][];
}

/**
 * `POST ajax/readCells` (multipart: `resource`, then one .xlsx or .csv): the cells of a sheet, header first, to fill a
 * child list within a form. The form interprets them like pasted cells. Of several sheets, the one with the columns of
 * the resource is read. Nothing is stored.
 */
async function readSheetCells({ engine, caller, request }: Call): Promise<CellsAnswer> {
  if (!request.isMultipart()) throw refuseUpload('incomplete');
  const part = await request.file({ limits: { fileSize: maxSheetBytes + 1, files: 1 } });
  if (!part) throw refuseUpload('incomplete');
  const name = multipartField(part.fields, 'resource');
  const found = engine.resources.find((one) => one.name === name);
  if (name !== '' && !found) throw badParameter();
  const resource = found && withFieldsVisibleToCaller(found, caller, engine.find);
  const file = await importFolder(engine).create();
  try {
    await pipeline(part.file, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }));
    if (part.file.truncated) throw tooLarge();
    const options = resource ? { choose: (sheets: readonly SheetBeginning[]) => chooseSheet(resource, sheets) } : {};
    const { first, choice } = await readWorkbook(file.path, [], options);
    return {
      cells: [first.header.map(storable), ...Array.from(first.rows, ({ cells }) => cells.map(storable))],
      ...describeSkippedSheets(choice),
    };
  } finally {
    await file.remove();
  }
}

export const readSheetCellsControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'ajax',
  // the cells go only to the sender; limited, because each call occupies a thread
  actions: {
    readCells: {
      gate: 'login',
      methods: ['POST'],
      silent: true,
      preview: true,
      secret: true,
      perMinute: 12,
      handle: readSheetCells,
    },
  },
}));
