import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text, textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { newResultFile, resultFolder, resultUrl } from '#server/files/name-find-and-remove-job-result-files.ts';
import { writeResultFile } from '#server/files/write-job-result-file.ts';
import { titleOf } from '#server/http/write-operation-log-of-calls.ts';
import type { Job } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import type { SheetChoice } from '#server/sheets/read-and-written-sheet-types.ts';
import { readWorkbook } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { createFinderOfUniqueIndexViolations } from '#server/transfer/find-imported-rows-violating-unique-indexes.ts';
import { addCellContentToErrors } from '#server/transfer/read/add-cell-content-to-import-errors.ts';
import {
  chooseSheetMatchingResource,
  describeSkippedSheets,
} from '#server/transfer/read/choose-sheet-whose-header-matches-resource.ts';
import { toStorableText } from '#server/transfer/read/convert-sheet-rows-to-values-and-errors.ts';
import {
  locateHeaderAndSkipRowsOutsideList,
  type SheetWithHeader,
} from '#server/transfer/read/locate-header-and-skip-rows-outside-list-of-sheet.ts';
import {
  type ChosenCellTexts,
  type ChosenColumns,
  mapHeader,
  suggestFields,
} from '#server/transfer/read/map-sheet-columns-to-fields.ts';
import { parseImportSheets } from '#server/transfer/read/parse-import-sheets-with-child-rows.ts';
import { importableChildLists } from '#server/transfer/read/sheets-of-child-lists-in-exports-and-imports.ts';
import { writeErrorWorkbook } from '#server/transfer/read/write-workbook-of-import-errors.ts';
import { type ImportMode, type ImportReport, runImport } from '#server/transfer/write-or-try-rows-of-parsed-import.ts';
import type { WriteRequest } from '#server/write/feature/write-request.ts';
import { storeMemberLogLines } from '#server/write/statement/operation-log-line.ts';
import { write } from '#server/write/write-pipeline.ts';
import { recordImportedRows } from './claim-imported-file-once.ts';
import { lookUpRowsAndDivisionsNamedInImport } from './look-up-rows-and-divisions-named-in-import.ts';
import { dropProgress, findProgress } from './save-and-find-import-progress.ts';
import { importFolder, importWorkbookNames } from './start-import-and-store-import-template.ts';

export interface ImportRequest {
  job: number;
  resource: AnyResource;
  file: string;
  mode: ImportMode;
  dry: boolean;
  /** The field chosen for each column, and texts chosen for cells. */
  columns?: ChosenColumns;
  values?: ChosenCellTexts['values'];
  synonyms?: ChosenCellTexts['synonyms'];
}

interface ImportWork {
  signal: AbortSignal;
  onProgress: (done: number, total: number, message?: string) => void;
}

const texts = {
  goesOn: text('从中断处继续，已保存 {n} 行', 'Continuing from where it was interrupted; {n} {n|row|rows} saved'),
  broken: text(
    '导入中断：第 {row} 行以前的 {n} 行已保存。请以“只导入正确的行”重新提交同一文件，将从中断处继续',
    'Import interrupted: {n} {n|row|rows} up to row {row} {n|is|are} saved. Resubmit the same file with “Import correct rows only” to continue',
  ),
};

/** Reads the sheet, writes its rows through the pipeline, and stores an error workbook if rows were refused. */
export async function runImportJob(
  engine: Engine,
  caller: Caller,
  order: ImportRequest,
  work: ImportWork,
): Promise<{ report: ImportReport & { workbook_url?: string } }> {
  const { resource, mode, dry, job, columns = {}, values = {}, synonyms = {} } = order;
  const progress = dry ? undefined : await findProgress(engine.db, job);
  const message = progress ? textIn(texts.goesOn, caller.locale, { n: progress.imported }) : '';
  const lists = importableChildLists(resource, engine.find);
  const names = lists.map(({ title }) => Object.values(title));
  const read = await readWorkbook(importFolder(engine).at(order.file).path, names, {
    choose: (sheets) => chooseSheetMatchingResource(resource, sheets, columns),
  });
  const first = locateHeaderAndSkipRowsOutsideList(resource, read.first, columns);
  const also = lists.map(({ child }, at) => read.also[at] && locateHeaderAndSkipRowsOutsideList(child, read.also[at]));
  const header = first.header.map(toStorableText);
  const placed = [
    { of: first },
    ...lists.flatMap(({ title }, at) => (also[at] ? [{ of: also[at], sheet: title[caller.locale] }] : [])),
  ];
  const mapped = dry ? { columns: suggestFields(resource, header, columns) } : {};
  // a trial of a sheet without recognised columns serves to map them
  if (dry && header.some(Boolean) && mapHeader(resource, header, columns).columns.length === 0)
    return {
      report: { total: 0, valid: 0, imported: 0, errors: [], ...mapped, ...reportLeftOut(placed, read.choice) },
    };
  const given = lists.map((list, at) => ({
    list,
    sheet: also[at],
    lookup: lookUpRowsAndDivisionsNamedInImport(engine, caller, list.child),
  }));
  const lookup = lookUpRowsAndDivisionsNamedInImport(engine, caller, resource);
  const reading = await parseImportSheets(resource, first, caller.locale, lookup, given, columns, { values, synonyms });
  const {
    report: outcome,
    left,
    leftOfLists,
  } = await runImport({
    ...(dry ? {} : { job }),
    db: engine.db,
    reading,
    mode,
    dry,
    locale: caller.locale,
    ...(progress ? { progress } : {}),
    signal: work.signal,
    onProgress: (done, total) => work.onProgress(done, total, message),
    ...rowWriters(engine, caller, order),
    findDuplicates: createFinderOfUniqueIndexViolations(engine.db, resource, caller.locale),
  });
  const report: ImportReport = {
    ...outcome,
    errors: addCellContentToErrors(outcome.errors, reading),
    ...mapped,
    ...reportLeftOut(placed, read.choice),
  };
  engine.wakeRelay();
  if (!dry) await recordImportedRows(engine.db, job, report.imported);
  if (report.errors.length === 0) return { report };
  const refused = { header: reading.header, rows: left, lists: leftOfLists };
  const workbook_url = await storeErrorWorkbook(engine, caller, resource, refused);
  return { report: { ...report, workbook_url } };
}

/** Functions that write or try rows, and that record a member's rows in the operation log. */
function rowWriters(engine: Engine, caller: Caller, { resource, job }: ImportRequest) {
  const writeIn = (tx: Transaction, input: WriteRequest['input'], trial?: WriteRequest['trial']) =>
    write(
      engine,
      resource,
      caller,
      {
        operation: 'add',
        input,
        ...(resource.fields.source ? { set: { source: 'import' } } : {}),
        ...(trial ? { trial } : {}),
      },
      tx,
    );
  // rows written since the last log line, and the owning rows that already have a line
  const written: number[] = [];
  const logged: number[] = [];
  return {
    writeRow: async (tx: Transaction, input: WriteRequest['input']) => void written.push((await writeIn(tx, input)).id),
    noteRows: async (tx: Transaction) => {
      const line = {
        title: titleOf(resource, 'import'),
        url: `/api/${controllerNameOf(resource)}/import`,
        data: JSON.stringify({ job }),
      };
      logged.push(
        ...(await storeMemberLogLines(tx, { resource, caller, find: engine.find }, line, written.splice(0), logged)),
      );
    },
    tryRow: async (tx: Transaction, input: WriteRequest['input']) => {
      let stored: WriteRequest['input'] = {};
      await writeIn(tx, input, (values) => {
        stored = values;
      });
      return stored;
    },
  };
}

/** Stores the workbook of refused rows. Returns its URL. */
async function storeErrorWorkbook(
  engine: Engine,
  caller: Caller,
  resource: AnyResource,
  content: Omit<Parameters<typeof writeErrorWorkbook>[0], 'locale'>,
): Promise<string> {
  const { locale } = caller;
  const target = await newResultFile(
    resultFolder(engine),
    caller,
    textIn(importWorkbookNames.errors, locale, { label: resource.label[locale] }),
    'xlsx',
  );
  await writeResultFile(resultFolder(engine), target, (file) =>
    pipeline(writeErrorWorkbook({ ...content, locale }), createWriteStream(file, { mode: 0o600 })),
  );
  return resultUrl(target.name);
}

/** Skipped sheets and rows; those of rows once they are read. */
function reportLeftOut(
  sheets: readonly { of: SheetWithHeader; sheet?: string }[],
  choice: SheetChoice | undefined,
): Pick<ImportReport, 'skipped' | 'skipped_count' | 'read_sheet' | 'passed_sheets'> {
  const count = sheets.reduce((sum, { of }) => sum + of.skipped.count, 0);
  const skipped = sheets.flatMap(({ of, ...name }) => of.skipped.rows.map((one) => ({ ...name, ...one })));
  return {
    ...(count > 0 ? { skipped_count: count, skipped } : {}),
    ...describeSkippedSheets(choice),
  };
}

/** Message about an interrupted import; undefined if it had saved nothing. */
export async function describeInterruptedImport(engine: Engine, job: Job): Promise<string | undefined> {
  const progress = await findProgress(engine.db, job.id);
  if (!progress || progress.imported === 0) return undefined;
  return textIn(texts.broken, job.locale, { n: progress.imported, row: progress.throughRow });
}

/** Cleans up after a job: deletes its sheet. Progress is kept as long as the import can be continued. */
export async function deleteSheetOfEndedImport(engine: Engine, job: Job): Promise<void> {
  await importFolder(engine).at(String(job.params.file)).remove();
  if (job.params.dry === true) return;
  const progress = await findProgress(engine.db, job.id);
  if (job.status === 'done') await dropProgress(engine.db, job.id);
  else await recordImportedRows(engine.db, job.id, progress?.imported ?? 0);
}
