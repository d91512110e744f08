import { type AnyField, kindOf } from '#kernel/field.ts';
import { type AnyResource, allFields } from '#kernel/resource.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { ListQuery } from './query.ts';

/** Chinese texts in the order of their pinyin, as browsers sort them too (`web/i18n/pinyin.ts`). */
export const byPinyin = (text: Sql): Sql => sql`${text} collate pinyin`;

/** A column as lists are ordered by it, and as values are compared by their order. */
export const collated = (column: Sql, one: AnyField | undefined): Sql =>
  one && kindOf(one).collated ? byPinyin(column) : column;

/** `order by` with the key as tie-breaker, so that pages never overlap. */
export function orderBy(resource: AnyResource, { field, direction }: ListQuery['order'], alias = 't'): Sql {
  const [rows, way] = [sql.raw(alias), sql.raw(direction)];
  const column = sql`${rows}.${sql.id(field)}`;
  if (field === 'id') return sql`${column} ${way}`;
  return sql`${collated(column, allFields(resource)[field])} ${way}, ${rows}.id ${way}`;
}
