import type { AnyField } from '#kernel/declaration/field.ts';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { isPolymorphicReference, targetsOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { relationNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale } from '#kernel/text/text.ts';
import { quoteLiteral } from '#server/db/quote-literal.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { headingColumnName, headingSql, titleSql } from './row-heading-and-subtitle-sql.ts';

/** SQL arguments of `json_build_object` with the title of the row of alias `r`. */
export function rowNamePairs(key: string, target: AnyResource, find: FindResource, locale: Locale): string {
  const { heading, titleEnglish } = target;
  const called = heading ? `, '${headingColumnName}', ${headingSql(target, find, locale, 'r')}` : '';
  const english = titleEnglish ? `, ${quoteLiteral(titleEnglish)}, r."${titleEnglish}"` : '';
  return `${quoteLiteral(key)}, ${titleSql(target, 'r', locale)}${called}${english}`;
}

/** SQL of `{type, id, title}` of the row that a column refers to, of any resource. */
export function polymorphicReferenceObject(column: string, one: AnyField, find: FindResource, locale: Locale): string {
  const cases = targetsOf(one).flatMap(({ resource }) => {
    const target = find(resource);
    if (!target) return [];
    const type = quoteLiteral(resource);
    return `when ${type} then (select json_build_object('type', ${type}, 'id', r.id, ${rowNamePairs('title', target, find, locale)})
      from "${tableOf(target)}" r where r.id = split_part(${column}, ':', 2)::bigint)`;
  });
  return cases.length === 0 ? 'null::json' : `case split_part(${column}, ':', 1) ${cases.join(' ')} end`;
}

/** The field of several resources that a condition `relation.column` uses, if any. */
export function findPolymorphicField(resource: AnyResource, path: string): [own: string, field: AnyField] | undefined {
  const [name = ''] = path.split('.');
  return Object.entries(resource.fields).find(
    ([own, one]) =>
      relationNameOf(own) === name && isPolymorphicReference(one) && one.filter !== false && one.privacy === undefined,
  );
}

/** Columns of the named row that can be filtered: its title and its area. */
const filterable: Readonly<Record<string, (target: AnyResource) => string | undefined>> = {
  title: (target) => target.title,
  area_code: (target) => (Object.hasOwn(allColumnsOf(target), 'area_code') ? 'area_code' : undefined),
};

/**
 * Rows of alias `t` whose named row meets a condition on its `title` or `area_code`; undefined for other columns.
 * `rowsOf` returns the matching rows of one resource, of alias `t`, within the caller's scope.
 */
export function wherePolymorphicReference(
  own: string,
  one: AnyField,
  condition: Condition,
  find: FindResource,
  rowsOf: (target: AnyResource, condition: Condition) => Sql | undefined,
): Sql | undefined {
  const column = condition.field.split('.')[1] ?? '';
  const pick = Object.hasOwn(filterable, column) ? filterable[column] : undefined;
  if (!pick) return undefined;
  const ways = targetsOf(one).flatMap(({ resource }) => {
    const target = find(resource);
    const field = target && pick(target);
    const rows = target && field && rowsOf(target, { ...condition, field });
    return rows
      ? [sql`t.${sql.id(own)} in (select ${`${resource}:`} || t.id from ${sql.id(tableOf(target))} t where ${rows})`]
      : [];
  });
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, ' or ')})`;
}
