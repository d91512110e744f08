import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { text } from '#kernel/text/text.ts';
import { refuseUpload } from '#server/files/storage/upload-rules-and-refusals.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { badParameter } from '#server/refusal.ts';
import type { SheetBeginning } from '#server/sheets/read-and-written-sheet-types.ts';
import { readWorkbook } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { maxSheetBytes, tooLarge } from '#server/sheets/sheet-limits-and-errors.ts';
import {
  chooseSheetMatchingResource,
  describeSkippedSheets,
} from '#server/transfer/read/choose-sheet-whose-header-matches-resource.ts';
import { toStorableText } from '#server/transfer/read/convert-sheet-rows-to-values-and-errors.ts';
import { importFolder, readMultipartField } from '#server/transfer/start-import-and-store-import-template.ts';
import type { ImportReport } from '#server/transfer/write-or-try-rows-of-parsed-import.ts';

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
  const name = readMultipartField(part.fields, 'resource');
  const found = engine.resources.find((one) => one.name === name);
  if (name !== '' && !found) throw badParameter();
  const resource = found && withFieldsVisibleToCaller(found, caller, engine.find);
  const file = await importFolder(engine).create();
  try {
    await pipeline(part.file, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }));
    if (part.file.truncated) throw tooLarge();
    const options = resource
      ? { choose: (sheets: readonly SheetBeginning[]) => chooseSheetMatchingResource(resource, sheets) }
      : {};
    const { first, choice } = await readWorkbook(file.path, [], options);
    return {
      cells: [first.header.map(toStorableText), ...Array.from(first.rows, ({ cells }) => cells.map(toStorableText))],
      ...describeSkippedSheets(choice),
    };
  } finally {
    await file.remove();
  }
}

export const uploadedSheetToChildRowCellsControllers: readonly Controller[] = (['admin', 'api'] as const).map(
  (app) => ({
    app,
    name: 'ajax',
    // the cells go only to the sender; limited, because each call occupies a thread
    actions: {
      readCells: call({
        gate: 'login',
        methods: ['POST'],
        silent: true,
        preview: true,
        secret: true,
        limit: { perMinute: 12 },
        summary: text('读出表格文件的单元格', 'Read cells of a spreadsheet'),
        description: text(
          '.xlsx 或 .csv，最多 5000 行；供表单内的明细按列名填入，文件不保存。有多张工作表时，按文件前的参数 resource（明细的业务名）选取列名最相符的一张，其余在 passed_sheets 中说明。',
          'An .xlsx or .csv file of at most 5,000 rows, for lists within a form, which match its headers to their columns. Of several sheets, the one with the columns of resource (sent before the file) is read; passed_sheets lists the others. The file is not stored.',
        ),
        upload: true,
        answer: object({ cells: list(list(string)) }),
        run: readSheetCells,
      }),
    },
  }),
);
