import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { type ByteString, decodeByteString, joinByteStrings } from '#server/utf8-byte-string.ts';
import { computeAvailableActionsAndClocks } from '../available-actions/compute-available-actions-and-deadline-clocks-in-process.ts';
import { whereAssignedToCaller, whereAwaitingCaller } from '../available-actions/rows-awaiting-caller.ts';
import { columnsFixedToOneValue, compileListConditions } from '../condition/compile-list-conditions-to-sql.ts';
import { hasIndexForEqualityFiltersAndOrder } from '../condition/has-index-for-equality-filters-and-order.ts';
import { orderBy } from '../condition/order-by-sql.ts';
import type { ParsedListQuery } from '../condition/parsed-list-query.ts';
import { checkOrder } from '../condition/read-list-query.ts';
import { aggregateOrder, isOrderedByAggregate } from '../condition/referring-rows-aggregate-sql.ts';
import type { ReturnedFieldSet } from '../field/returned-field-set-type.ts';
import { areaNameJoinsSql, presentedColumnsSql } from '../row/row-columns-presented-to-caller-sql.ts';
import { columnFixedByScope, coversCounty, scopeOf } from '../scope/row-scope-of-caller.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import { type ListTotal, listTotalOf, maxExactTotal } from './exact-or-estimated-list-total.ts';

/** A page of a list. Its rows are JSON bytes from PostgreSQL, which are passed on without being parsed. */
export interface ListPageJson {
  list: ByteString;
  /** -1: not requested. */
  total: number;
  estimated: boolean;
}

/**
 * The condition of a list: the caller's scope and the conditions of the call. Throws `Refused` if the caller may not
 * sort by the requested field.
 */
export function whereOfList(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  query: Pick<ParsedListQuery, 'conditions' | 'quickSearch'> & Partial<ParsedListQuery>,
): Sql {
  if (query.order) checkOrder(resource, query.order, context, caller);
  const scope = isCounty(resource, caller, query) ? undefined : shownRows(context, resource, caller, query);
  const parts = compileListConditions(resource, query, context, caller);
  if (query.awaitsMe) parts.push(whereAwaitingCaller(context, resource, caller) ?? sql`false`);
  if (query.handledByMe) parts.push(whereAssignedToCaller(resource, caller) ?? sql`false`);
  if (scope) parts.unshift(scope);
  return parts.length ? sql.join(parts, ' and ') : sql`true`;
}

/**
 * Condition on the rows of a list: those in the caller's scope, or those that a reference may point at. If conditions
 * of the list apply, only those that are in the caller's list as well.
 */
function shownRows(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  { within, listed, action }: Pick<ParsedListQuery, 'within' | 'listed' | 'action'>,
): Sql | undefined {
  const own = within === undefined || listed ? scopeOf(resource, caller, context.find, action) : undefined;
  return own && within ? sql`${within} and ${own}` : (own ?? within ?? undefined);
}

const isCounty = (
  resource: AnyResource,
  caller: Caller,
  { conditions, within }: Pick<ParsedListQuery, 'conditions' | 'within'>,
) =>
  within === undefined &&
  conditions.some(
    ({ field, operator, value }) => field === 'area_code' && operator === '=' && coversCounty(resource, caller, value),
  );

/** Reads one page of a list. */
export async function readListPage(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  query: ParsedListQuery,
  view: ReturnedFieldSet = 'list',
): Promise<ListPageJson> {
  const fixed = await settledBy(context, resource, caller, query);
  return fixed
    ? readSettled(context, resource, caller, query, view, fixed)
    : readByKeys(context, resource, caller, query, view);
}

/** Plans are prepared for pages up to this one, which are the ones people read. */
const maxPreparedPage = 3;

/** Maximum number of rows that are presented on a shared connection without delaying other reads. */
const maxBriefRows = 20;

/** Page sizes offered by the web part; plans are prepared only for these. */
const preparedLimits: ReadonlySet<number> = new Set([10, 20, 50, 100]);

/** The columns fixed by the filters of a list, if one index covers them and the order. */
async function settledBy(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  query: ParsedListQuery,
): Promise<ReadonlySet<string> | undefined> {
  if (
    query.order.field !== 'id' ||
    query.quickSearch !== '' ||
    query.initial ||
    query.anyOf ||
    query.awaitsMe ||
    query.handledByMe ||
    query.holder !== undefined ||
    query.within !== undefined
  )
    return undefined;
  if (query.page > maxPreparedPage || !preparedLimits.has(query.limit)) return undefined;
  const fixed = columnsFixedToOneValue(resource, query.conditions, context);
  if (!fixed) return undefined;
  const byScope = isCounty(resource, caller, query) ? undefined : columnFixedByScope(resource, caller, context.find);
  if (byScope === null && !isOfOneAbove(resource, fixed)) return undefined;
  if (byScope) fixed.add(byScope);
  return (await hasIndexForEqualityFiltersAndOrder(context.db, tableOf(resource), fixed, 'id')) ? fixed : undefined;
}

/** Whether a list contains the rows of a single parent, so that the scope has to be checked for that parent only. */
const isOfOneAbove = ({ scope, partOf = '' }: AnyResource, fixed: ReadonlySet<string>): boolean =>
  scope === 'parent' && fixed.has(partOf);

/**
 * A page whose best plan does not depend on filter values, in one prepared statement: with forty columns, planning
 * takes as long as execution. Limit and offset are literals, because the planner would estimate parameters at a tenth
 * of all rows, and PostgreSQL would keep planning for the values.
 */
async function readSettled(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  query: ParsedListQuery,
  view: ReturnedFieldSet,
  fixed: ReadonlySet<string>,
): Promise<ListPageJson> {
  const { limit, columns: requested } = query;
  const table = sql.id(tableOf(resource));
  const where = whereOfList(context, resource, caller, query);
  const offset = (query.page - 1) * limit;
  const counting = listTotalOf(context.db, resource, caller, query, where);
  const { columns, present } = presentList(context, resource, caller, view, requested);
  const list = sql`select coalesce(json_agg(p), '[]') as list, count(*) as n
    from (select ${columns} from ${table} t ${areaNameJoinsSql(resource, caller, view, context.find, requested)}
      where ${where} order by ${orderBy(resource, query.order, caller)} limit ${sql.raw(String(limit))} offset ${sql.raw(String(offset))}) p`;
  const total = countUnlessAll(counting, limit, offset, sql`l.n`);
  const isCounted = counting.by === 'rows' || (counting.by === 'cells' && !fixed.has('area_code'));
  const row = await context.db.row<{ list: ByteString; total: number }>(
    namePreparedStatement(sql`select l.list, ${total} as total from (${list} offset 0) l`, {
      brief: limit <= maxBriefRows && !isCounted,
      bytes: true,
    }),
  );
  return { list: row ? present(row.list) : joinByteStrings`[]`, ...(await counting.finish(row?.total ?? 0)) };
}

/** The select list of a page (alias `t`), with the presentation of its rows, which adds the offers. */
function presentList(
  { find }: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  view: ReturnedFieldSet,
  requested: ParsedListQuery['columns'],
): { columns: Sql; present: (list: ByteString) => ByteString } {
  const facts = view === 'list' ? computeAvailableActionsAndClocks(resource, caller, view, find) : undefined;
  const columns = presentedColumnsSql(resource, caller, view, find, { joined: true, requested });
  return facts
    ? { columns: sql`${columns}${facts.columns}`, present: facts.presentAll }
    : { columns, present: (list) => list };
}

/** The total of a first page that is not full is the number of its rows. */
function countUnlessAll({ by, total }: ListTotal, limit: number, offset: number, found: Sql): Sql {
  if (by === 'nothing' || offset > 0) return total;
  return sql`case when ${found} < ${sql.raw(String(limit))} then ${found} else ${total} end`;
}

/**
 * A page of any other list, in two statements. Keys and total are planned for the actual filter values, whose
 * selectivity differs by orders of magnitude; skipping half a million rows reads only an index. Presenting rows by key
 * always has the same plan, which is prepared.
 */
async function readByKeys(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  query: ParsedListQuery,
  view: ReturnedFieldSet,
): Promise<ListPageJson> {
  const { ids, ...total } = await findKeys(context, resource, caller, query);
  return {
    list: ids === '{}' ? joinByteStrings`[]` : await presentRows(context, resource, caller, query, ids, view),
    ...total,
  };
}

/** Keys of a page as array text, and the total. */
async function findKeys(context: ServicesToReadRows, resource: AnyResource, caller: Caller, query: ParsedListQuery) {
  const { limit, order } = query;
  const table = sql.id(tableOf(resource));
  const where = whereOfList(context, resource, caller, query);
  const offset = (query.page - 1) * limit;
  const counting = listTotalOf(context.db, resource, caller, query, where);
  const byAggregate = aggregateOrder(resource, caller, context.find, order);
  const page = (rows: Sql, sorted: Sql) => sql`array(${rows} order by ${sorted} limit ${limit} offset ${offset})`;
  const keys = query.first
    ? pageOfOwnFirst(resource, where, query.first, query, caller)
    : page(
        sql`select t.id from ${table} t ${byAggregate?.join ?? sql.empty} where ${where}`,
        byAggregate?.order ?? orderBy(resource, order, caller),
      );
  const statement = (total: Sql) =>
    sql`select k.ids::text as ids, ${total} as total from (select ${keys} as ids offset 0) k`;
  const counted =
    counting.by === 'rows' && query.quickSearch !== '' && !byAggregate && !query.first
      ? findOnce(resource, where, order, caller, keys, page)
      : statement(countUnlessAll(counting, limit, offset, sql`cardinality(k.ids)`));
  const row = await context.db.row<{ ids: string; total: number }>(counted);
  return { ids: row?.ids ?? '{}', ...(await counting.finish(row?.total ?? 0)) };
}

/**
 * Keys of a page that lists the caller's own rows first: both parts are read from an index in list order, up to the
 * page.
 */
function pageOfOwnFirst(
  resource: AnyResource,
  where: Sql,
  own: Sql,
  { page, limit, order }: ParsedListQuery,
  caller: Caller,
): Sql {
  const sorted = orderBy(resource, order, caller);
  const to = page * limit;
  const rows = (part: Sql) =>
    sql`array(select t.id from ${sql.id(tableOf(resource))} t where ${where} and ${part} order by ${sorted} limit ${to})`;
  return sql`(${rows(sql`(${own})`)} || ${rows(sql`(${own}) is not true`)})[${to - limit + 1}::int:${to}::int]`;
}

/**
 * Keys and total of a search, whose matches no index yields in list order: matches are found once, then sorted and
 * counted. If there are more than are counted, the page is queried separately.
 */
function findOnce(
  resource: AnyResource,
  where: Sql,
  order: ParsedListQuery['order'],
  caller: Caller,
  keys: Sql,
  page: (rows: Sql, sorted: Sql) => Sql,
): Sql {
  const english = allColumnsOf(resource)[order.field]?.english;
  const sorted = [...(order.field === 'id' ? [] : [order.field]), ...(english ? [english] : [])];
  const columns = sql.join(['id', ...sorted].map((name) => sql`t.${sql.id(name)}`));
  return sql`with found as materialized (select ${columns} from ${sql.id(tableOf(resource))} t where ${where} limit ${maxExactTotal + 1})
    select (case when n.total > ${maxExactTotal} then ${keys} else ${page(sql`select f.id from found f`, orderBy(resource, order, caller, 'f'))} end)::text as ids, n.total
    from (select count(*) as total from found offset 0) n`;
}

/** Rows by their keys in list order. Rows that left the caller's scope meanwhile are omitted. */
async function presentRows(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  query: ParsedListQuery,
  ids: string,
  view: ReturnedFieldSet,
): Promise<ByteString> {
  const { order, columns: requested } = query;
  const scope = shownRows(context, resource, caller, query);
  const byKeys = query.first !== undefined || isOrderedByAggregate(resource, order.field);
  const sorted = byKeys ? sql`array_position(${ids}::bigint[], t.id)` : orderBy(resource, order, caller);
  const { columns, present } = presentList(context, resource, caller, view, requested);
  const table = sql.id(tableOf(resource));
  // `offset 0`: the rows are looked up by their keys, and only they are held against the scope. Left to itself, PostgreSQL takes
  // the bounds of a whole area for narrower than twenty keys, and reads all of it from the index of names
  const statement = sql`select coalesce(json_agg(p), '[]') as list from (
    select ${columns} from (select ${columnsOf(resource)} from ${table} r where r.id = any(${ids}::bigint[]) offset 0) t ${areaNameJoinsSql(resource, caller, view, context.find, requested)}
    ${scope ? sql`where ${scope}` : sql.empty} order by ${sorted}) p`;
  const preparedStatement = namePreparedStatement(statement, { brief: query.limit <= maxBriefRows, bytes: true });
  const row = await context.db.row<{ list: ByteString }>(preparedStatement);
  return row ? present(row.list) : joinByteStrings`[]`;
}

/**
 * All columns of the table `r`, and what is computed from its rows: functions of several tables share a name, and a row
 * of a subselect does not say which is meant.
 */
const columnsOf = ({ fields }: AnyResource): Sql =>
  sql.join([
    sql`r.*`,
    ...Object.entries<AnyField>(fields).flatMap(([name, one]) => (one.computed ? sql`r.${sql.id(name)}` : [])),
  ]);

/** Reads a whole tree as nested rows. Such trees are small; the limit is 5,000 nodes. */
export async function readListAsTree(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  query: ParsedListQuery,
  view: ReturnedFieldSet = 'list',
): Promise<Record<string, unknown>[]> {
  const page = await readListPage(context, resource, caller, { ...query, page: 1, limit: 5000 }, view);
  return nestRows(JSON.parse(decodeByteString(page.list)) as TreeRow[], resource.tree as string);
}

type TreeRow = Record<string, unknown> & { id: number; children?: TreeRow[] };

/** Nests rows under their parents. A row whose parent is not among them is at the top. */
export function nestRows(rows: TreeRow[], parent: string): TreeRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const top: TreeRow[] = [];
  for (const row of rows) {
    const above = byId.get(Number(row[parent]));
    if (above && above !== row) {
      above.children ??= [];
      above.children.push(row);
    } else top.push(row);
  }
  return top;
}
