import type { AnyResource } from '#kernel/declaration/resource.ts';
import { parentReferenceFieldOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { parseNonNegativeInteger } from '#kernel/wire/parse-non-negative-integer.ts';
import type { Caller } from '#server/caller.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { sql } from '#server/db/sql.ts';
import { badParameter, forbidden } from '#server/refusal.ts';
import { type ByteString, joinByteStrings } from '#server/utf8-byte-string.ts';
import { findVisibleChildList, mayActOnChildRows } from '../field/child-list-permissions-and-columns.ts';
import { readKey } from '../row/read-one-row-as-json.ts';
import { presentedColumnsSql } from '../row/row-columns-presented-to-caller-sql.ts';
import { withFieldsVisibleToCaller } from '../scope/declaration-with-fields-visible-to-caller.ts';
import { scopeOf } from '../scope/row-scope-of-caller.ts';
import { valueIfRoleMayRead, withCallerKey } from '../scope/rows-and-fields-readable-by-member-sql.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import type { ListPageJson } from './read-list-page.ts';

/** Maximum page size. */
const maxPageSize = 1000;
const defaultPageSize = 200;

/**
 * Reads a page of a child list by the parameters `id` (the row), `field` (the list), `page` and `limit`. Rows are as in
 * a record, in their order. Empty if the caller does not see the row.
 */
export async function readPageOfChildList(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  params: Readonly<Record<string, unknown>>,
): Promise<ListPageJson> {
  const id = readKey(params.id);
  const visible = withFieldsVisibleToCaller(resource, caller, context.find);
  const one = findVisibleChildList(visible, params.field);
  if (!one) throw badParameter();
  const child = resourceOfChildList(one, context.find);
  if (!mayActOnChildRows(child, caller, 'index', context.find)) throw forbidden();
  const [page, limit] = [
    parseNonNegativeInteger(params.page) || 1,
    parseNonNegativeInteger(params.limit) || defaultPageSize,
  ];
  if (limit > maxPageSize || page > 1_000_000) throw badParameter();
  const [table, above] = [sql.id(tableOf(child)), sql.id('t', parentReferenceFieldOf(child))];
  const scope = scopeOf(resource, caller, context.find);
  const seen = withCallerKey(valueIfRoleMayRead(visible, one, 'true', context.find), caller);
  // the scope of the parent row applies to its lists
  const where = sql`${above} = (select t.id from ${sql.id(tableOf(resource))} t where t.id = ${id} and ${seen}${scope ? sql` and ${scope}` : sql.empty})`;
  const rows = sql`select t.* from ${table} t where ${where} order by t.weigh, t.id limit ${limit} offset ${(page - 1) * limit}`;
  const statement = sql`
    select (select coalesce(json_agg(p), '[]') from (
        select ${presentedColumnsSql(child, caller, 'record', context.find)} from (${rows}) t order by t.weigh, t.id) p) as list,
      (select count(*)::int from ${table} t where ${where}) as total`;
  const found = await context.db.row<{ list: ByteString; total: number }>(
    namePreparedStatement(statement, { bytes: true }),
  );
  return { list: found?.list ?? joinByteStrings`[]`, total: found?.total ?? 0, estimated: false };
}
