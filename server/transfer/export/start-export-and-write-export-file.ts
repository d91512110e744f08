import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Session } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { newResultFile, resultFolder, resultUrl } from '#server/files/name-find-and-remove-job-result-files.ts';
import { signLink } from '#server/files/sign-and-verify-file-links.ts';
import { writeResultFile } from '#server/files/write-job-result-file.ts';
import type { Call } from '#server/http/controller.ts';
import { parametersWithoutTokenAndLanguage } from '#server/http/parameters-without-token-and-language.ts';
import { createJob, jobOwnerOf } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { maxDirectExportRows } from '#server/limit/direct-export-limit.ts';
import {
  admitUnmaskedSearch,
  isUnmaskedSearch,
  markUnmaskedSearch,
} from '#server/read/condition/admit-and-record-unmasked-personal-data-searches.ts';
import type { ParsedListQuery } from '#server/read/condition/parsed-list-query.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { badParameter } from '#server/refusal.ts';
import { divisionNameIn, englishDivisionNames } from '#server/system/division-name.ts';
import { type EnglishDivisionNames, sqlResultAsSheet } from '#server/transfer/export/sql-result-as-sheet.ts';
import { authoriseExportOrImport } from '#server/transfer/read/authorise-export-or-import.ts';
import {
  childSheetColumns,
  exportedChildLists,
  mainSheetColumns,
  selectChildPositions,
  selectChildRows,
  selectMainRows,
} from './select-rows-for-export-sheets.ts';
import { type ExportFormat, type ExportSheet, writeWorkbookFile } from './write-export-workbook.ts';

const title: Text = text('导出{name}', 'Export of {name}');

export interface ExportRequest {
  resource: AnyResource;
  query: ParsedListQuery;
  columns: readonly string[];
  format: ExportFormat;
}

export function readExportRequest(resource: AnyResource, params: Readonly<Record<string, unknown>>): ExportRequest {
  const format =
    params.format === 'csv' ? 'csv' : params.format === undefined || params.format === 'xlsx' ? 'xlsx' : undefined;
  if (!format) throw badParameter('导出格式只能是 xlsx 或 csv', 'Choose xlsx or csv as the format');
  const columns = Array.isArray(params.columns)
    ? (params.columns as unknown[]).filter((one): one is string => typeof one === 'string')
    : [];
  return { resource, query: { ...readListQuery(resource, params), action: 'export' }, columns, format };
}

/** `POST export`: a small list is written directly, a large one by a job with progress. */
export async function startExport(call: Call, resource: AnyResource): Promise<{ url: string } | { job_id: number }> {
  const { engine, caller, params } = call;
  await authoriseExportOrImport(engine, resource, caller, 'export');
  const requested = readExportRequest(resource, params);
  const order = { ...requested, query: await admitUnmaskedSearch(engine, resource, caller, requested.query) };
  const where = whereOfList(engine, resource, caller, order.query);
  const lists = order.format === 'csv' ? [] : exportedChildLists(resource, order.columns, caller, engine.find);
  const whole = sql`select 1 from ${sql.id(tableOf(resource))} t where ${where}`;
  const parts = lists.map((list) => selectChildPositions(engine, caller, list, order.query));
  const counted = await engine.db.row<{ n: number; whole: number }>(
    sql`select count(*)::int as n, count(c.of)::int as whole from (${sql.join(
      [sql`select 1 as of from (${whole}) c`, ...parts.map((part) => sql`select null from (${part}) c`)],
      ' union all ',
    )} limit ${maxDirectExportRows + 1}) c`,
  );
  if ((counted?.n ?? 0) <= maxDirectExportRows)
    return {
      url: signLink(engine, caller, (await writeExportFile(engine, caller, order, { total: counted?.whole ?? 0 })).url),
    };
  const job = await engine.db.transaction((tx) =>
    createJob(tx, {
      kind: 'export',
      title: textIn(title, caller.locale, { name: resource.label[caller.locale] }),
      owner: jobOwnerOf(caller),
      locale: caller.locale,
      params: { ...sealOrder(engine, order, parametersWithoutTokenAndLanguage(params)) },
    }),
  );
  return { job_id: job.id };
}

/** An order as stored with its job. Search terms for unmasked values are encrypted, because they are personal data. */
export interface StoredExportRequest {
  resource: string;
  params: Readonly<Record<string, unknown>>;
  /** The conditions, if they include admitted unmasked searches. */
  sealed?: EncryptedNumber;
}

function sealOrder(
  engine: Engine,
  order: ExportRequest,
  params: Readonly<Record<string, unknown>>,
): StoredExportRequest {
  const resource = order.resource.name;
  if (!isUnmaskedSearch(order.query)) return { resource, params };
  const { search, ...rest } = params;
  return { resource, params: rest, sealed: engine.seal.seal(JSON.stringify(search), '***') };
}

/** Reads a stored order. Admitted unmasked searches are neither counted nor checked again. */
export function readStoredExportRequest(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  stored: StoredExportRequest,
): ExportRequest {
  if (!stored.sealed) return readExportRequest(resource, stored.params);
  const search: unknown = JSON.parse(engine.seal.open(stored.sealed));
  const order = readExportRequest(resource, { ...stored.params, search });
  return { ...order, query: markUnmaskedSearch(engine, resource, caller, order.query) };
}

interface ExportProgress {
  readonly total?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Writes a list into a file for download as the caller sees it: the same rows, order and masks. Uses constant memory. */
export async function writeExportFile(
  engine: Engine,
  caller: Caller,
  order: ExportRequest,
  progress: ExportProgress = {},
): Promise<{ url: string; rows: number }> {
  const { resource, format } = order;
  const target = await newResultFile(resultFolder(engine), caller, resource.label[caller.locale], format);
  const rows = await writeResultFile(resultFolder(engine), target, (to) =>
    writeExportWorkbook(engine, caller, order, to, progress),
  );
  return { url: resultUrl(target.name), rows };
}

/** Writes a list to a path as the caller sees it, and notes it in the history. Returns the number of rows. */
export async function writeExportWorkbook(
  engine: Engine,
  caller: Caller,
  { resource, query, columns, format }: ExportRequest,
  to: string,
  progress: ExportProgress = {},
): Promise<number> {
  const { locale } = caller;
  const visible = withFieldsVisibleToCaller(resource, caller, engine.find);
  const lists = format === 'csv' ? [] : exportedChildLists(resource, columns, caller, engine.find);
  const whole = mainSheetColumns(visible, columns, lists, locale);
  const places = divisionNamesForSheet(engine, locale);
  const rows = await engine.db.session((session) =>
    runInSnapshot(session, async () => {
      const first = await sqlResultAsSheet(
        session,
        { name: resource.label[locale], columns: whole, rows: selectMainRows(engine, caller, resource, whole, query) },
        locale,
        places,
      );
      const others: ExportSheet[] = [];
      for (const list of lists) {
        const own = childSheetColumns(list, lists, locale);
        const rows = selectChildRows(engine, caller, list, own, query);
        others.push(await sqlResultAsSheet(session, { name: list.title[locale], columns: own, rows }, locale, places));
      }
      return (await writeWorkbookFile({ ...first, locale, format, to, lists: others, ...progress })).rows;
    }),
  );
  await noteExport(engine, caller, resource, `${rows} 行 rows, ${format}`);
  return rows;
}

/** Notes in the history of a list that somebody exported it. */
export async function noteExport({ db }: Engine, caller: Caller, resource: AnyResource, note: string): Promise<void> {
  await db.query(sql`insert into history (resource, row_id, action, actor_type, actor_id, actor_name, area_code, note, request_id)
    values (${resource.name}, 0, 'export', ${caller.type}, ${caller.id}, ${caller.name}, ${caller.areaCode || null}, ${note}, ${caller.requestId})`);
}

/** English names of divisions for sheets in English. */
export function divisionNamesForSheet(engine: Engine, locale: Locale): EnglishDivisionNames | undefined {
  if (locale !== 'en') return undefined;
  const areas = engine.reference.areas();
  const names = englishDivisionNames(areas);
  return { full: (code) => divisionNameIn(areas, code, 'en'), short: (chinese) => names.get(chinese) };
}

/** One snapshot for all sheets, so that rows added or moved during the export are neither duplicated nor lost. */
export async function runInSnapshot<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.query('begin isolation level repeatable read read only');
  try {
    // sorting may precede the first row, and all rows are read rather than the first tenth
    await session.query(`set local statement_timeout = '300s'; set local cursor_tuple_fraction = 1`);
    return await work();
  } finally {
    await session.query('rollback');
  }
}
