import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { findReferencedRowFilter } from '#server/read/condition/resolve-allowed-filter-path-into-referenced-row.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { readKey, readRow } from '#server/read/row/read-one-row-as-json.ts';
import { badParameter, notFound } from '#server/refusal.ts';
import {
  type ByteString,
  byteStringToBuffer,
  decodeByteString,
  encodeByteString,
  joinByteStrings,
} from '#server/utf8-byte-string.ts';
import type { SigningApplication } from '../signing/verify-signature-status-address-and-quota-of-application.ts';
import { findInventedRows } from './filter-invented-rows-of-sandbox.ts';
import { sandboxRow, sandboxRowCount } from './invented-rows-of-sandbox.ts';
import {
  type ResourceVisibleToApplication,
  resourceVisibleToApplication,
} from './resource-fields-visible-to-api-application.ts';
import { unmaskPersonalDataAndLogIt } from './unmask-personal-data-and-log-it.ts';

type Row = Record<string, unknown>;

/** Rows of a page at most. */
export const maxRowsPerPage = 100;

/** Parameters of a list that applications may use. */
const listParameterNames = ['page', 'limit', 'order', 'search', 'quick_search'] as const;

/** A page as JSON, `{data, page, limit, total, total_estimated}`, and the number of its rows. */
export interface AnsweredPage {
  readonly json: Buffer;
  readonly rows: number;
}

interface PageFigures {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** The total is an estimate, because counting would take too long. */
  readonly estimated: boolean;
}

const pageOf = (data: ByteString, { page, limit, total, estimated }: PageFigures): Buffer =>
  byteStringToBuffer(
    joinByteStrings`{"data":${data},"page":${page},"limit":${limit},"total":${total},"total_estimated":${encodeByteString(String(estimated))}}`,
  );

const asPage = (rows: readonly Row[], figures: PageFigures): AnsweredPage => ({
  json: pageOf(encodeByteString(JSON.stringify(rows)), figures),
  rows: rows.length,
});

/** A read of one resource by one application. */
export interface ApplicationRead {
  readonly engine: Engine;
  readonly resource: AnyResource;
  readonly caller: Caller;
  readonly by: SigningApplication;
}

const seenBy = ({ engine, resource, caller, by }: ApplicationRead): ResourceVisibleToApplication =>
  resourceVisibleToApplication(resource, caller, by.maskLevel, engine.find);

/** The members of a row that the application is answered; child rows in their own turn. */
function answered(read: ApplicationRead, row: Row, seen = seenBy(read)): Row {
  const chosen: Row = {};
  for (const [name, value] of Object.entries(row)) {
    if (!seen.members.has(name)) continue;
    const one = seen.resource.fields[name];
    const child = one && isChildList(one) ? read.engine.find(String(one.options.of)) : undefined;
    chosen[name] =
      child && Array.isArray(value) ? value.map((each) => answered({ ...read, resource: child }, each as Row)) : value;
  }
  return chosen;
}

/** A row of the sandbox with the members that a stored one has for the application. */
const exampleRow = (read: ApplicationRead, seen: ResourceVisibleToApplication, id: number): Row =>
  answered(read, sandboxRow(seen.resource, id, { engine: read.engine, masked: read.by.maskLevel !== 'none' }), seen);

/** A row without what only single rows have. */
function withoutRecordFields({ resource }: ResourceVisibleToApplication, row: Row): Row {
  const left = new Set(
    Object.entries(allColumnsOf(resource)).flatMap(([name, one]) =>
      one.list === 'never' ? [name, relationNameOf(name)] : [],
    ),
  );
  return Object.fromEntries(Object.entries(row).filter(([name]) => !left.has(name)));
}

async function revealIfGranted(
  { engine, caller, by }: ApplicationRead,
  seen: ResourceVisibleToApplication,
  rows: readonly Row[],
) {
  if (by.maskLevel === 'none') await unmaskPersonalDataAndLogIt(engine, seen.resource, caller, rows);
}

/** Whether a path such as `handler.nickname` ends in a field that is answered in plain only. */
function endsInUnmasked(resource: AnyResource, path: string, find: FindResource): boolean {
  const found = findReferencedRowFilter(resource, path, find);
  return found?.target.fields[found.column]?.personal !== undefined;
}

/** Refuses conditions on what is not answered: each would disclose whether somebody has a certain number or name. */
function refuseHiddenConditions(
  { members, resource }: ResourceVisibleToApplication,
  find: FindResource,
  conditions: readonly { readonly field: string }[],
  { maskLevel }: SigningApplication,
): void {
  const isSeen = (field: string) => {
    if (members.has(field)) return true;
    if (maskLevel === 'full') return false;
    if (!field.includes('.')) return Object.hasOwn(resource.filters ?? {}, field);
    return maskLevel === 'none' || !endsInUnmasked(resource, field, find);
  };
  if (!conditions.every(({ field }) => isSeen(field)))
    throw badParameter('有的字段不能筛选', 'A field cannot be filtered by');
}

/** A page of rows in the application's area, with the fields it may read, masked as it was granted. */
export async function readPageForApplication(
  read: ApplicationRead,
  params: Readonly<Record<string, unknown>>,
): Promise<AnsweredPage> {
  const seen = seenBy(read);
  const used = Object.fromEntries(
    listParameterNames.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])),
  );
  // the search text contains names
  if (read.by.maskLevel !== 'none' && !seen.searchable) delete used.quick_search;
  const query = readListQuery(seen.resource, used);
  refuseHiddenConditions(seen, read.engine.find, query.conditions, read.by);
  query.limit = Math.min(query.limit, maxRowsPerPage);
  const { page, limit } = query;
  if (read.by.isSandbox) {
    const found = await findInventedRows(read, seen.resource, query);
    const ids = found.slice((page - 1) * limit, page * limit);
    const rows = ids.map((id) => withoutRecordFields(seen, exampleRow(read, seen, id)));
    return asPage(rows, { page, limit, total: found.length, estimated: false });
  }
  query.columns = seen.listed;
  const { list, total, estimated } = await readListPage(read.engine, read.resource, read.caller, query, 'sheet');
  const figures = { page, limit, total, estimated };
  // masked by the database: the rows are passed on without being parsed
  if (seen.passable) {
    const rest = estimated ? limit : total - (page - 1) * limit;
    return { json: pageOf(list, figures), rows: Math.max(0, Math.min(limit, rest)) };
  }
  const rows = JSON.parse(decodeByteString(list)) as Row[];
  const data = rows.map((row) => answered(read, row, seen));
  await revealIfGranted(read, seen, data);
  return asPage(data, figures);
}

/** A row with its child rows. Throws `Refused` (not found) outside the application's area. */
export async function readRowForApplication(read: ApplicationRead, id: unknown): Promise<Row> {
  const seen = seenBy(read);
  const key = readKey(id);
  if (read.by.isSandbox) {
    if (key > sandboxRowCount) throw notFound();
    return exampleRow(read, seen, key);
  }
  const row = answered(read, await readRow(read.engine, read.resource, read.caller, key), seen);
  await revealIfGranted(read, seen, [row]);
  return row;
}
