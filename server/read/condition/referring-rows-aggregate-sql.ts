import { memberRolesThatMay, resourceWithMemberRules } from '#kernel/access/member-rights-by-role.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { ReferringRowsAggregate } from '#kernel/declaration/field-value-computed-from-referring-rows.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { isPolymorphicReference, kindOf } from '#kernel/field/field.ts';
import { areReadableInEveryRow } from '#kernel/resource/declaration-visible-to-caller.ts';
import { aggregateFieldsOf, fieldsUsedByAggregate } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter } from '#server/refusal.ts';
import { mayActOnChildRows } from '../field/child-list-permissions-and-columns.ts';
import type { ReturnedFieldSet } from '../field/returned-field-set-type.ts';
import { withFieldsVisibleToCaller } from '../scope/declaration-with-fields-visible-to-caller.ts';
import { scopeOf } from '../scope/row-scope-of-caller.ts';
import { valueIfRoleMayRead, withCallerKey } from '../scope/rows-and-fields-readable-by-member-sql.ts';
import { compileDeclaredConditions } from './compile-column-conditions-to-sql.ts';
import { collatedForSorting } from './order-by-sql.ts';

/**
 * The fields that are computed from referring rows, as columns of a select over alias `t`. Lists include only those
 * that are shown or requested, because each costs an index lookup for every row. Callers who may not see the referring
 * rows get null, not 0.
 */
export function aggregateColumns(
  declared: AnyResource,
  caller: Caller,
  view: ReturnedFieldSet,
  find: FindResource,
  requested?: ReadonlySet<string>,
): Sql {
  if (view === 'option' || view === 'plain') return sql.empty;
  const resource = withFieldsVisibleToCaller(declared, caller, find);
  const columns = aggregateFieldsOf(resource)
    .filter(([name, one]) => (requested ? requested.has(name) : view !== 'list' || (one.list ?? 'shown') === 'shown'))
    .map(([name, one, from]) => {
      const value = sql`(select ${sql.raw(kindOf(one).wire?.('c.value') ?? 'c.value')} from (${aggregateValue(from, resource, caller, find)}) c)`;
      const read = one.reads
        ? sql` and ${withCallerKey(valueIfRoleMayRead(resource, one, 'true', find), caller)}`
        : sql.empty;
      return sql`, case when ${mayReadAggregate(from, caller, find)}::boolean${read} then ${value} end as ${sql.id(name)}`;
    });
  return sql.join(columns, '');
}

/**
 * Whether the caller may read the value of an aggregate, because the caller may see the referring rows and the fields
 * that it uses.
 */
export function mayReadAggregate(from: ReferringRowsAggregate, caller: Caller, find: FindResource): boolean {
  const child = tallied(from, find);
  if (!areReadableInEveryRow(withFieldsVisibleToCaller(child, caller, find), child, fieldsUsedByAggregate(from)))
    return false;
  return caller.type === 'member'
    ? memberRolesThatMay(resourceWithMemberRules(child, find), 'index').length > 0
    : mayActOnChildRows(child, caller, 'index', find);
}

const tallied = (from: ReferringRowsAggregate, find: FindResource): AnyResource => find(from.of) as AnyResource;

/**
 * SQL of the value for one row of alias `t`, in stored form. Without referring rows, the latest is null and a count is
 * 0.
 */
export function aggregateValue(from: ReferringRowsAggregate, to: AnyResource, caller: Caller, find: FindResource): Sql {
  const { named, several } = referring(from, find);
  const own = sql`r.key = ${several ? sql`${`${to.name}:`} || t.id` : sql`t.id`}`;
  const rows = rowsOf(from, caller, find, named);
  if (from.how === 'count') return sql`select count(*)::int as value from (${rows}) r where ${own}`;
  if (from.how === 'sum') return sql`select coalesce(sum(r.value), 0) as value from (${rows}) r where ${own}`;
  return sql`select r.value from (${rows}) r where ${own} order by r.at desc nulls last, r.id desc limit 1`;
}

/**
 * A query of the values of all rows that have any, by `key`, for filters and sorting. It is one pass over the referring
 * rows instead of a lookup for every row of the list.
 */
export function aggregateValuesByRow(
  from: ReferringRowsAggregate,
  to: AnyResource,
  caller: Caller,
  find: FindResource,
): Sql {
  const { named, several } = referring(from, find);
  const rows = several
    ? sql`${rowsOf(from, caller, find, sql`split_part(${named}, ':', 2)::bigint`)} and starts_with(${named}, ${`${to.name}:`})`
    : rowsOf(from, caller, find, named);
  if (from.how === 'count') return sql`select r.key, count(*)::int as value from (${rows}) r group by r.key`;
  if (from.how === 'sum') return sql`select r.key, sum(r.value) as value from (${rows}) r group by r.key`;
  return sql`select distinct on (r.key) r.key, r.value from (${rows}) r order by r.key, r.at desc nulls last, r.id desc`;
}

/** The value for a row without counted rows, in stored form. */
const ofNone = ({ how }: ReferringRowsAggregate): Sql => (how === 'latest' ? sql`null` : sql`0`);

/**
 * Condition on rows whose computed value meets a condition on `value`. If it also holds for rows without referring
 * rows, it is negated: all rows except those with a value that contradicts it.
 */
export function aggregateCondition(
  from: ReferringRowsAggregate,
  to: AnyResource,
  caller: Caller,
  find: FindResource,
  condition: (value: Sql) => Sql,
): Sql {
  const values = aggregateValuesByRow(from, to, caller, find);
  const holds = condition(sql`v.value`);
  return sql`case when (select (${holds}) is true from (select ${ofNone(from)}${typeOf(from, find)} as value) v)
    then t.id not in (select v.key from (${values}) v where (${holds}) is not true)
    else t.id in (select v.key from (${values}) v where ${holds}) end`;
}

/** Whether a list is ordered by a computed field. */
export const isOrderedByAggregate = (resource: AnyResource, field: string): boolean =>
  resource.fields[field]?.from !== undefined;

/** Join and `order by` for such a list, with the key as tie-breaker. Undefined for other orders. */
export function aggregateOrder(
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
  { field, direction }: { readonly field: string; readonly direction: 'asc' | 'desc' },
): { join: Sql; order: Sql } | undefined {
  const from = resource.fields[field]?.from;
  if (!from) return undefined;
  if (!mayReadAggregate(from, caller, find)) throw badParameter(`不能按 ${field} 排序`, `Cannot order by ${field}`);
  const latest = from.how === 'latest' ? tallied(from, find).fields[String(from.value)] : undefined;
  const value = from.how === 'latest' ? collatedForSorting(sql`told.value`, latest) : sql`coalesce(told.value, 0)`;
  return {
    join: sql`left join (${aggregateValuesByRow(from, resource, caller, find)}) told on told.key = t.id`,
    order: sql`${value} ${sql.raw(direction)}, t.id ${sql.raw(direction)}`,
  };
}

function typeOf(from: ReferringRowsAggregate, find: FindResource): Sql {
  if (from.how !== 'latest') return sql.empty;
  const value = tallied(from, find).fields[String(from.value)] as AnyField;
  return sql.raw(`::${kindOf(value).column}`);
}

/** The column by which counted rows refer to this row, and whether it may refer to rows of other resources too. */
const referring = (from: ReferringRowsAggregate, find: FindResource): { named: Sql; several: boolean } => ({
  named: sql`t.${sql.id(from.by)}`,
  several: isPolymorphicReference(tallied(from, find).fields[from.by] as AnyField),
});

/** The counted rows with a key: those in the caller's scope, which is this row's own scope if they are part of it. */
function rowsOf(from: ReferringRowsAggregate, caller: Caller, find: FindResource, key: Sql): Sql {
  const child = tallied(from, find);
  const today = shanghaiToday();
  const checks = compileDeclaredConditions(child, toListConditions(from.where ?? [], today));
  const scope = scopeOf(child, caller, find);
  const conditions = [sql`t.${sql.id(from.by)} is not null`, ...checks, ...(scope ? [scope] : [])];
  const value = from.value === undefined ? sql`null` : sql`t.${sql.id(from.value)}`;
  const at = from.at === undefined ? sql`t.id` : sql`t.${sql.id(from.at)}`;
  return sql`select t.id, ${key} as key, ${value} as value, ${at} as at from ${sql.id(tableOf(child))} t where ${sql.join(conditions, ' and ')}`;
}
