import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { wholeNumberOf } from '#kernel/wire/whole-number.ts';
import { type ByteString, fromBytes } from '#server/byte-string.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { prepared } from '#server/db/prepared-statement.ts';
import { sql } from '#server/db/sql.ts';
import { badParameter, notFound } from '#server/refusal.ts';
import { availableActionsAndClocks } from '../available-actions/available-actions-and-clocks.ts';
import type { RowView } from '../field/row-view.ts';
import type { ReadDependencies } from '../read-dependencies.ts';
import { scopeOf } from '../scope/row-scope-of-caller.ts';
import { presentColumns } from './presented-columns.ts';

/** Parses a row key. Refuses anything else. */
export function readKey(value: unknown): number {
  const key = wholeNumberOf(value);
  if (!key) throw badParameter();
  return key;
}

/**
 * Reads a row as JSON bytes, presented for the caller. Throws `Refused` (not found) if it is outside the caller's
 * scope.
 */
export async function readRowBytes(
  context: ReadDependencies,
  resource: AnyResource,
  caller: Caller,
  id: number,
  db: Queryable = context.db,
): Promise<ByteString> {
  const facts = availableActionsAndClocks(resource, caller, 'record', context.find);
  const scope = scopeOf(resource, caller, context.find);
  const statement = sql`select row_to_json(p) as row from (
    select ${presentColumns(resource, caller, 'record', context.find, { facts: true })}${facts.columns} from ${sql.id(tableOf(resource))} t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}) p`;
  // a row by its key has one plan; planning costs three times as much as running it
  const row = await db.row<{ row: ByteString }>(prepared(statement, { brief: true, bytes: true }));
  if (!row) throw notFound();
  return facts.present(row.row);
}

/** Does the same and returns the JSON as text. */
export async function readRowText(
  context: ReadDependencies,
  resource: AnyResource,
  caller: Caller,
  id: number,
  db?: Queryable,
): Promise<string> {
  return fromBytes(await readRowBytes(context, resource, caller, id, db));
}

/** Does the same and returns the parsed row. */
export async function readRow<R = Record<string, unknown>>(
  context: ReadDependencies,
  resource: AnyResource,
  caller: Caller,
  id: number,
  db?: Queryable,
): Promise<R> {
  return JSON.parse(await readRowText(context, resource, caller, id, db)) as R;
}

/** SQL of a row's JSON in a view, for alias `t`. */
export function rowJson(resource: AnyResource, caller: Caller, view: RowView, find: FindResource) {
  return sql`(select row_to_json(p) from (select ${presentColumns(resource, caller, view, find)}) p)`;
}
