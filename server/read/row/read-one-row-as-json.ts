import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { parseNonNegativeInteger } from '#kernel/wire/parse-non-negative-integer.ts';
import type { Caller } from '#server/caller.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { badParameter, notFound } from '#server/refusal.ts';
import { type ByteString, decodeByteString } from '#server/utf8-byte-string.ts';
import { computeAvailableActionsAndClocks } from '../available-actions/compute-available-actions-and-deadline-clocks-in-process.ts';
import type { ReturnedFieldSet } from '../field/returned-field-set-type.ts';
import { scopeOf } from '../scope/row-scope-of-caller.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import { presentedColumnsSql } from './row-columns-presented-to-caller-sql.ts';

/** Parses a row key. Refuses anything else. */
export function readKey(value: unknown): number {
  const key = parseNonNegativeInteger(value);
  if (!key) throw badParameter();
  return key;
}

/**
 * Reads a row as JSON bytes, presented for the caller. Throws `Refused` (not found) if it is outside the caller's
 * scope.
 */
export async function readRowBytes(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  id: number,
  db: Queryable = context.db,
): Promise<ByteString> {
  const facts = computeAvailableActionsAndClocks(resource, caller, 'record', context.find);
  const scope = scopeOf(resource, caller, context.find);
  const statement = sql`select row_to_json(p) as row from (
    select ${presentedColumnsSql(resource, caller, 'record', context.find, { facts: true })}${facts.columns} from ${sql.id(tableOf(resource))} t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}) p`;
  // a row by its key has one plan; planning costs three times as much as running it
  const row = await db.row<{ row: ByteString }>(namePreparedStatement(statement, { brief: true, bytes: true }));
  if (!row) throw notFound();
  return facts.present(row.row);
}

/** Does the same and returns the JSON as text. */
export async function readRowText(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  id: number,
  db?: Queryable,
): Promise<string> {
  return decodeByteString(await readRowBytes(context, resource, caller, id, db));
}

/** Does the same and returns the parsed row. */
export async function readRow<R = Record<string, unknown>>(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  id: number,
  db?: Queryable,
): Promise<R> {
  return JSON.parse(await readRowText(context, resource, caller, id, db)) as R;
}

/** Reads the row that a caller has just moved as JSON text with its own fields, wherever the move has put it. */
export async function readMovedRowText(
  { db, find }: Pick<ServicesToReadRows, 'db' | 'find'>,
  resource: AnyResource,
  caller: Caller,
  id: number,
): Promise<string> {
  const statement = sql`select ${rowJson(resource, caller, 'own', find)}::text as row from ${sql.id(tableOf(resource))} t where t.id = ${id}`;
  const found = await db.row<{ row: string }>(namePreparedStatement(statement, { brief: true }));
  if (!found) throw notFound();
  return found.row;
}

/** SQL of a row's JSON in a view, for alias `t`. */
export function rowJson(resource: AnyResource, caller: Caller, view: ReturnedFieldSet, find: FindResource) {
  return sql`(select row_to_json(p) from (select ${presentedColumnsSql(resource, caller, view, find)}) p)`;
}
