import { type AnyField, kindOf } from '#kernel/field.ts';
import type { Operator } from '#kernel/filter.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter } from '#server/refusal.ts';

/** Fields whose plain value officers do not see in lists and records. */
export const isGuarded = (one: AnyField): boolean => one.privacy === 'masked' || kindOf(one).sealed === true;

/** The value of a column as officers see it, on alias `t`. */
export function shownColumn(name: string, one: AnyField, alias = 't'): string {
  const column = `${alias}."${name}"`;
  const kind = kindOf(one);
  return isGuarded(one) && kind.mask ? kind.mask(column) : `${column}::text`;
}

/**
 * A condition on personal data by those who see it masked: compared is what they see. Whatever compares with the plain
 * value tells it in the end, by halves or by trying; that is a search of its own (`exact-search.ts`).
 */
export function compileShown(name: string, one: AnyField, operator: Operator, value: string): Sql {
  const shown = sql.raw(`lower(${shownColumn(name, one)})`);
  const wanted = value.toLowerCase();
  switch (operator) {
    case '=':
      return sql`${shown} = ${wanted}`;
    case 'LIKE':
      return sql`${shown} like ${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`}`;
    default:
      throw badParameter('敏感字段只能查询等于或包含', 'Personal data can only be searched by = or LIKE');
  }
}
