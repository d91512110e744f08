import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { formFields } from '#kernel/lifecycle/writable-fields.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { signLink } from '#server/files/file-link.ts';
import { newResultFile, resultFolder, resultUrl } from '#server/files/job-result-file.ts';
import { TemporaryFolder } from '#server/files/storage/temporary-files.ts';
import { refuseUpload } from '#server/files/storage/upload-rules-and-refusals.ts';
import { writeResultFile } from '#server/files/write-job-result-file.ts';
import type { Call } from '#server/http/controller.ts';
import { idempotencyKeyOfUpload, storeAnswer } from '#server/http/idempotency.ts';
import { titleOf } from '#server/http/operation-log.ts';
import { createJob, type Job, ownerOf } from '#server/jobs/job.ts';
import { mayActOnChildRows } from '#server/read/field/child-list-permissions-and-columns.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/caller-field-visibility.ts';
import { badParameter } from '#server/refusal.ts';
import { readWorkbook } from '#server/sheets/read-sheet.ts';
import type { SheetChoice } from '#server/sheets/sheet.ts';
import { maxSheetBytes } from '#server/sheets/sheet-limits-and-errors.ts';
import { createDuplicateFinder } from '#server/transfer/import-duplicates.ts';
import { dropProgress, findProgress } from '#server/transfer/import-progress.ts';
import { writeImportTemplate } from '#server/transfer/import-template.ts';
import { addCellContentToErrors } from '#server/transfer/read/add-cell-content-to-errors.ts';
import { authoriseExportOrImport } from '#server/transfer/read/authorise-export-or-import.ts';
import { type ChildListSheet, importableChildLists, visibleSheets } from '#server/transfer/read/child-list-sheets.ts';
import { chooseSheet, describeSkippedSheets } from '#server/transfer/read/choose-sheet.ts';
import { writeErrorWorkbook } from '#server/transfer/read/error-workbook.ts';
import { type ChosenColumns, mapHeader, suggestFields } from '#server/transfer/read/import-columns.ts';
import { locateHeader, type SheetWithHeader } from '#server/transfer/read/locate-header.ts';
import { readImport } from '#server/transfer/read/read-import.ts';
import { toStorableText } from '#server/transfer/read/read-sheet-rows.ts';
import { type ImportMode, type ImportReport, runImport } from '#server/transfer/run-import.ts';
import type { WriteRequest } from '#server/write/feature/write-request.ts';
import { write } from '#server/write/pipeline.ts';
import { storeMemberLogLines } from '#server/write/statement/operation-log-line.ts';
import { claimImportedFile, recordImportedRows } from './imported-files.ts';
import { lookUpImportedRowsAndOptions } from './look-up-imported-rows-and-options.ts';

/** Names of the workbooks. */
const files = {
  errors: text('{label}导入错误', '{label} import errors'),
  template: text('{label}导入模板', '{label} import template'),
};

const titles: Record<'dry' | 'real', Text> = {
  dry: text('试导入{name}', 'Trial import of {name}'),
  real: text('导入{name}', 'Import of {name}'),
};

/** Uploaded sheets: they contain plain personal data and are deleted when their job ends. */
export const importFolder = (engine: Engine): TemporaryFolder =>
  new TemporaryFolder(path.join(engine.config.dataDir, 'import'), {
    age: HOUR,
    needed: async (names) => {
      const waiting = await engine.db.rows<{ file: string }>(sql`select params->>'file' as file from job
        where kind = 'import' and status in ('waiting', 'running') and params->>'file' = any(${names}::text[])`);
      return new Set(waiting.map(({ file }) => file));
    },
  });
const HOUR = 3_600_000;

/**
 * `POST import`: stores the sheet and queues the job that reads it, so that rows are never parsed on the event loop of
 * requests.
 */
export async function startImport(call: Call, resource: AnyResource): Promise<{ job_id: number }> {
  const { engine, caller, request } = call;
  await authoriseExportOrImport(engine, resource, caller, 'import');
  if (!request.isMultipart()) throw refuseUpload('incomplete');
  const part = await request.file({ limits: { fileSize: maxSheetBytes + 1, files: 1 } });
  if (!part) throw refuseUpload('incomplete');
  const file = await importFolder(engine).create();
  try {
    const hash = createHash('sha256');
    const measure = async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    };
    await pipeline(part.file, measure, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }));
    if (part.file.truncated) throw badParameter('表格文件过大', 'The sheet is too large');
    const mode = multipartField(part.fields, 'mode') || 'all_or_nothing';
    if (mode !== 'all_or_nothing' && mode !== 'valid_only') throw badParameter();
    const dry = isSet(part.fields, 'dry');
    const again = isSet(part.fields, 'again');
    const sha256 = hash.digest('hex');
    // officers and members have separate numbering
    const whose = caller.type === 'member' ? `member ${sha256}` : sha256;
    const content = { adminId: caller.id, resource: resource.name, content: engine.hash(whose) };
    const columns = parseChosenColumns(multipartField(part.fields, 'columns'));
    const once = idempotencyKeyOfUpload(call, { sha256, mode, dry, again, columns: JSON.stringify(columns) });
    return await engine.db.transaction(async (tx) => {
      const job = await createJob(tx, {
        kind: 'import',
        title: textIn(titles[dry ? 'dry' : 'real'], caller.locale, { name: resource.label[caller.locale] }),
        owner: ownerOf(caller),
        locale: caller.locale,
        params: { resource: resource.name, file: file.name, mode, dry, columns },
      });
      await storeAnswer(tx, once, { job_id: job.id });
      // last, because a repeat that gets a stored answer is no second import
      if (!dry) await claimImportedFile(tx, content, { job: job.id, goesOn: mode === 'valid_only', again });
      return { job_id: job.id };
    });
  } catch (error) {
    await file.remove();
    throw error;
  }
}

const maxChosenColumns = 200;

/** Parses the chosen fields of columns: `{"单位名称":"name","序号":""}`. */
export function parseChosenColumns(given: unknown): ChosenColumns {
  if (given === undefined || given === '') return {};
  let read: unknown = given;
  try {
    if (typeof given === 'string') read = JSON.parse(given);
  } catch {
    throw badParameter();
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw badParameter();
  const chosen = Object.entries(read).filter((one): one is [string, string] => typeof one[1] === 'string');
  if (chosen.length > maxChosenColumns || chosen.some(([header, name]) => header.length > 200 || name.length > 80))
    throw badParameter();
  // headers in the sheet are normalised in the same way
  return Object.fromEntries(chosen.map(([header, name]) => [toStorableText(header), toStorableText(name)]));
}

const isSet = (fields: Record<string, unknown>, name: string) => ['1', 'true'].includes(multipartField(fields, name));

/** A text field sent before the file of a multipart call. */
export function multipartField(fields: Record<string, unknown>, name: string): string {
  const one = fields[name] as { value?: unknown } | undefined;
  return typeof one?.value === 'string' ? one.value : '';
}

export interface ImportRequest {
  job: number;
  resource: AnyResource;
  file: string;
  mode: ImportMode;
  dry: boolean;
  /** The field chosen for each column. */
  columns?: ChosenColumns;
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
  const { resource, mode, dry, job, columns = {} } = order;
  const progress = dry ? undefined : await findProgress(engine.db, job);
  const message = progress ? textIn(texts.goesOn, caller.locale, { n: progress.imported }) : '';
  const lists = importableChildLists(resource, engine.find);
  const names = lists.map(({ title }) => Object.values(title));
  const read = await readWorkbook(importFolder(engine).at(order.file).path, names, {
    choose: (sheets) => chooseSheet(resource, sheets, columns),
  });
  const first = locateHeader(resource, read.first, columns);
  const also = lists.map(({ child }, at) => read.also[at] && locateHeader(child, read.also[at]));
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
    lookup: lookUpImportedRowsAndOptions(engine, caller, list.child),
  }));
  const lookup = lookUpImportedRowsAndOptions(engine, caller, resource);
  const reading = await readImport(resource, first, caller.locale, lookup, given, columns);
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
    findDuplicates: createDuplicateFinder(engine.db, resource, caller.locale),
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
    textIn(files.errors, locale, { label: resource.label[locale] }),
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
export async function describeProgress(engine: Engine, job: Job): Promise<string | undefined> {
  const progress = await findProgress(engine.db, job.id);
  if (!progress || progress.imported === 0) return undefined;
  return textIn(texts.broken, job.locale, { n: progress.imported, row: progress.throughRow });
}

/** Cleans up after a job: deletes its sheet. Progress is kept as long as the import can be continued. */
export async function clearImport(engine: Engine, job: Job): Promise<void> {
  await importFolder(engine).at(String(job.params.file)).remove();
  if (job.params.dry === true) return;
  const progress = await findProgress(engine.db, job.id);
  if (job.status === 'done') await dropProgress(engine.db, job.id);
  else await recordImportedRows(engine.db, job.id, progress?.imported ?? 0);
}

const isOffered = ({ child, holder, name, above }: ChildListSheet, caller: Caller, engine: Engine): boolean =>
  mayActOnChildRows(child, caller, 'add', engine.find) &&
  Object.hasOwn(formFields(withFieldsVisibleToCaller(holder, caller, engine.find)), name) &&
  (above === undefined || isOffered(above, caller, engine));

/** Stores an empty workbook to fill in. Returns its URL. */
export async function writeTemplate(engine: Engine, resource: AnyResource, caller: Caller): Promise<{ url: string }> {
  await authoriseExportOrImport(engine, resource, caller, 'import');
  const know = (one: AnyResource) => withFieldsVisibleToCaller(one, caller, engine.find);
  const offered = visibleSheets(
    importableChildLists(resource, engine.find).filter((list) => isOffered(list, caller, engine)),
    know,
  );
  const target = await newResultFile(
    resultFolder(engine),
    caller,
    textIn(files.template, caller.locale, { label: resource.label[caller.locale] }),
    'xlsx',
  );
  await writeResultFile(resultFolder(engine), target, (file) =>
    pipeline(writeImportTemplate(know(resource), caller, offered), createWriteStream(file, { mode: 0o600 })),
  );
  return { url: signLink(engine, caller, resultUrl(target.name)) };
}
