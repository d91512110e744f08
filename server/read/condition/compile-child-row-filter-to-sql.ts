import type { AnyField } from '#kernel/declaration/field.ts';
import type { FilterByChildRows } from '#kernel/declaration/filter-by-child-or-referring-rows.ts';
import type { Condition, Operator } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { kindOf, normalizeValue } from '#kernel/field/field.ts';
import { parentReferenceFieldOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { findFieldComparedByFilter } from '#kernel/resource/filters-by-child-or-referring-rows.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { mayActOnChildRows } from '../field/child-list-permissions-and-columns.ts';
import { compileColumnCondition } from './compile-column-conditions-to-sql.ts';

/** Operators with their opposites. A negative operator means that no child row meets the opposite one. */
const contraries: Readonly<Partial<Record<Operator, Operator>>> = {
  'NOT LIKE': 'LIKE',
  '<>': '=',
  'NOT IN': 'IN',
  NULL: 'NOT NULL',
};

/**
 * Condition on rows of alias `t`: a child row meets a condition. People who see the row also see its list, including
 * the names of referenced rows. Undefined: the caller may not see the list, or there is no condition.
 */
export function compileChildRowFilterToSql(
  resource: AnyResource,
  filter: FilterByChildRows,
  condition: Pick<Condition, 'operator' | 'value'>,
  caller: Caller,
  find: FindResource,
): Sql | undefined | 'refused' {
  const list = resource.fields[filter.list];
  if (!list || list.reads !== undefined) return 'refused';
  const child = resourceOfChildList(list, find);
  if (!mayActOnChildRows(child, caller, 'index', find)) return 'refused';
  const contrary = contraries[condition.operator];
  const positive = contrary ? { ...condition, operator: contrary } : condition;
  const keys = filter.by.map((path) => rowsWhere(child, path, filter, positive, find));
  if (keys.some((one) => one === undefined)) return undefined;
  const found = sql`t.id in (${sql.join(keys as Sql[], ' union all ')})`;
  return contrary ? sql`not ${found}` : found;
}

/** Keys of rows with a child row that meets a condition on one of its fields. */
function rowsWhere(
  child: AnyResource,
  path: string,
  { field }: FilterByChildRows,
  condition: Pick<Condition, 'operator' | 'value'>,
  find: FindResource,
): Sql | undefined {
  const [name = ''] = path.split('.');
  const reference = findFieldComparedByFilter(child, path, find)?.reference;
  const column = reference ? sql`g.${sql.id(reference.column)}` : sql`r.${sql.id(name)}`;
  const compared = compileColumnCondition(column, path, field, condition);
  if (!compared) return undefined;
  const keys = sql`select r.${sql.id(parentReferenceFieldOf(child))} from ${sql.id(tableOf(child))} r`;
  return reference
    ? sql`${keys} where r.${sql.id(name)} in (select g.id from ${sql.id(tableOf(reference.target))} g where ${compared})`
    : sql`${keys} where ${indexed(column, field, condition)}${compared}`;
}

/** Adds the bigram index of the column, if there is one, for texts of two or more characters. */
function indexed(column: Sql, field: AnyField, { operator, value }: Pick<Condition, 'operator' | 'value'>): Sql {
  if (kindOf(field).compact) return sql.empty;
  const word = normalizeValue(field, value).toLowerCase();
  return (operator === 'LIKE' || operator === '=') && [...word].length > 1
    ? sql`bigrams(lower(${column})) @> bigrams(${word}) and `
    : sql.empty;
}
