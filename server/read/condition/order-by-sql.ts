import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { columnInLanguage } from '../field/column-in-reader-language-sql.ts';
import type { ParsedListQuery } from './parsed-list-query.ts';

/** Sorts Chinese texts by pinyin, like browsers do (`web/i18n/pinyin-initials.ts`). */
export const byPinyin = (text: Sql): Sql => sql`${text} collate pinyin`;

/** The expression by which a column is sorted and compared. */
export const collatedForSorting = (column: Sql, one: AnyField | undefined): Sql =>
  one && kindOf(one).collated ? byPinyin(column) : column;

/** `order by` in the caller's language, with the key as tie-breaker, so that pages never overlap. */
export function orderBy(
  resource: AnyResource,
  { field, direction }: ParsedListQuery['order'],
  { locale }: Pick<Caller, 'locale'>,
  alias = 't',
): Sql {
  const [rows, way] = [sql.raw(alias), sql.raw(direction)];
  const column = sql`${rows}.${sql.id(field)}`;
  if (field === 'id') return sql`${column} ${way}`;
  const one = allColumnsOf(resource)[field];
  const read = one?.english ? sql.raw(columnInLanguage(locale, one, column.text)) : column;
  return sql`${collatedForSorting(read, one)} ${way}, ${rows}.id ${way}`;
}
