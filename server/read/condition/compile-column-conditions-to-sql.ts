import type { AnyField } from '#kernel/declaration/field.ts';
import { type Condition, type Operator, readRange } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { comparedValue, kindOf } from '#kernel/field/field.ts';
import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { isRelativeRange, resolveRelativeRange } from '#kernel/time/day-ranges-relative-to-today.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter, badValue } from '#server/refusal.ts';
import { withinArea } from '../scope/row-scope-of-caller.ts';
import { compileDateTimeConditionToSql } from './compile-date-time-condition-to-sql.ts';
import { collatedForSorting } from './order-by-sql.ts';

/** Declared conditions on alias `t`, which use plain columns of the row only. */
export function compileDeclaredConditions(resource: AnyResource, conditions: readonly Condition[]): Sql[] {
  const fields = allColumnsOf(resource);
  return conditions.map((one) => {
    const field = fields[one.field] as AnyField;
    const compiled = compileColumnCondition(sql`t.${sql.id(one.field)}`, one.field, field, one);
    if (!compiled) throw new Error(`${resource.name}: ${one.field} ${one.operator} asks nothing`);
    return compiled;
  });
}

/**
 * Compiles a condition on an unencrypted value of the column's type. Undefined: it is no condition, because it has no
 * value.
 */
export function compileColumnCondition(
  stored: Sql,
  path: string,
  one: AnyField,
  condition: Pick<Condition, 'operator' | 'value'>,
): Sql | undefined {
  const kind = kindOf(one);
  const { operator } = condition;
  const value = operator.endsWith('RANGE') ? resolveRange(one, condition.value) : condition.value;
  if (operator === 'NULL') return sql`${stored} is null`;
  if (operator === 'NOT NULL') return sql`${stored} is not null`;
  // the parent of a tree's top rows is 0, as on the wire
  const column = kind.none === undefined ? stored : sql`coalesce(${stored}, ${sql.raw(String(kind.none))})`;
  if (value === '') return undefined;
  if (kind.comparison === 'moment') return compileDateTimeConditionToSql(column, operator, value);
  if (kind.comparison === 'division' && operator === '=')
    return withinArea(path, areaPrefix(checkValue(one, value))) ?? sql`true`;
  if (kind.comparison === 'row' && !operator.endsWith('LIKE') && !operator.endsWith('RANGE'))
    return compareRows(column, one, operator, value);
  // points, JSON and arrays cannot be ordered or compared with a text
  const composed = kind.column === 'point' || kind.column === 'jsonb' || kind.column.endsWith('[]');
  if (composed && !kind.operators.includes(operator))
    throw badParameter(`${printableName(path)} 不支持该筛选方式`, `${printableName(path)} cannot be compared that way`);
  switch (operator) {
    case 'LIKE':
    case 'NOT LIKE': {
      const like = holds(column, one, value);
      return operator === 'LIKE' ? like : sql`(${column} is null or not ${like})`;
    }
    case 'IN':
      return inList(column, one, value.split(','));
    case 'NOT IN':
      return sql`(${column} is null or not ${inList(column, one, value.split(','))})`;
    case 'FIND_IN_SET':
      return kind.column.endsWith('[]')
        ? sql`${asColumn(one, value)} = any(${column})`
        : sql`${comparedValue(one, value)} = any(string_to_array(${columnForEquality(column, one)}::text, ','))`;
    case 'RANGE':
    case 'NOT RANGE':
      return compileRange(
        collatedForSorting(columnForEquality(column, one), one),
        one,
        value,
        operator === 'NOT RANGE',
      );
    case '<>':
      return sql`${columnForEquality(column, one)} is distinct from ${asColumn(one, value)}`;
    case '=':
      return sql`${columnForEquality(column, one)} = ${asColumn(one, value)}`;
    default:
      return sql`${collatedForSorting(columnForEquality(column, one), one)} ${sql.raw(operator)} ${asColumn(one, value)}`;
  }
}

/** The dates of a relative range today, for fields with days or moments. */
function resolveRange(one: AnyField, value: string): string {
  const { dated, comparison } = kindOf(one);
  return dated && isRelativeRange(value)
    ? resolveRelativeRange(value, Date.now(), comparison === 'moment' ? 'moments' : 'days')
    : value;
}

/** Condition on a polymorphic reference: rows such as `travel/guide:12`, or all rows of a resource, `travel/guide`. */
function compareRows(column: Sql, one: AnyField, operator: Operator, value: string): Sql {
  const ways = value
    .split(',')
    .filter((name) => name.trim() !== '')
    .map((name) => checkValue(one, name))
    .map((name) => (name.includes(':') ? sql`${column} = ${name}` : sql`starts_with(${column}, ${`${name}:`})`));
  const found = ways.length === 0 ? sql`false` : sql`(${sql.join(ways, ' or ')})`;
  return operator === '=' || operator === 'IN' ? found : sql`(${column} is null or not ${found})`;
}

/** RANGE as in the contract: both ends, or one of them open. NOT negates each form. */
function compileRange(column: Sql, one: AnyField, value: string, not: boolean): Sql | undefined {
  const range = readRange(value);
  if (!range) return undefined;
  const from = range.from === '' ? undefined : asColumn(one, range.from);
  const to = range.to === '' ? undefined : asColumn(one, range.to);
  if (from && to)
    return not ? sql`(${column} < ${from} or ${column} > ${to})` : sql`${column} between ${from} and ${to}`;
  if (from) return not ? sql`${column} < ${from}` : sql`${column} >= ${from}`;
  return not ? sql`${column} > ${to as Sql}` : sql`${column} <= ${to as Sql}`;
}

/** A filter value with the column's type. Refuses text that cannot be converted. */
function asColumn(one: AnyField, value: string): Sql {
  const kind = kindOf(one);
  const checked = checkValue(one, value);
  if (!kind.compare) return sql`${checked}`;
  const [before = '', after = ''] = kind.compare('\u0000').split('\u0000');
  return sql`${sql.raw(before)}${checked}${sql.raw(after)}`;
}

function checkValue(one: AnyField, value: string): string {
  const { readFilter } = kindOf(one);
  if (!readFilter) return comparedValue(one, value);
  const written = value.trim();
  const read = readFilter(written);
  if (read === undefined) throw badValue(written);
  return read;
}

function inList(column: Sql, one: AnyField, values: readonly string[]): Sql {
  const given = values.map((value) => value.trim()).filter(Boolean);
  if (given.length === 0) return sql`false`;
  return sql`${columnForEquality(column, one)} in (${sql.join(given.map((value) => asColumn(one, value)))})`;
}

/** A column in the form used for equality: for identifiers, letters and digits. */
export const columnForEquality = (column: Sql, one: AnyField): Sql =>
  kindOf(one).compact ? sql`compact_identifier(${column})` : column;

/** Condition: a column with several values contains the given value. */
function holds(column: Sql, one: AnyField, value: string): Sql {
  const kind = kindOf(one);
  const part = comparedValue(one, value);
  if (kind.compact) return sql`${columnForEquality(column, one)} like ${contains(part)}`;
  return sql`lower(${kind.column === 'text' ? column : sql`${column}::text`}) like ${contains(part.toLowerCase())}`;
}

const contains = (value: string) => `%${value.replace(/[\\%_]/g, '\\$&')}%`;

/** Shortens a name and removes all special characters, so that it can be repeated to its sender. */
export const printableName = (name: string) => name.replace(/[^\w.]/g, '').slice(0, 40);
