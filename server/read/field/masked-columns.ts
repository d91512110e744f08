import type { AnyField } from '#kernel/declaration/field.ts';
import type { Operator } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { kindOf, normalizeValue } from '#kernel/field/field.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter } from '#server/refusal.ts';

/** Whether officers see a field masked in lists and records. */
export const isMaskedForOfficers = (one: AnyField): boolean => one.privacy === 'masked' || kindOf(one).sealed === true;

/** The value of a column as officers see it, on alias `t`. */
export function maskedColumn(name: string, one: AnyField, alias = 't'): string {
  const column = `${alias}."${name}"`;
  const kind = kindOf(one);
  return isMaskedForOfficers(one) && kind.mask ? kind.mask(column) : `${column}::text`;
}

/**
 * Compiles a condition on personal data for callers who see it masked: it compares masked values. Comparing plain
 * values would disclose them by trial or bisection; `admit-and-record-unmasked-personal-data-searches.ts` is for that.
 */
export function compileFilterOnMaskedColumn(name: string, one: AnyField, operator: Operator, value: string): Sql {
  const shown = sql.raw(`lower(${maskedColumn(name, one)})`);
  // the masked form 云A·**345, and the stored one: 138 **** 1234
  const ways = [...new Set([value.toLowerCase(), normalizeValue(one, value).toLowerCase()])];
  const anyOf = (compared: readonly Sql[]) =>
    compared.length === 1 ? (compared[0] as Sql) : sql`(${sql.join(compared, ' or ')})`;
  switch (operator) {
    case '=':
      return anyOf(ways.map((wanted) => sql`${shown} = ${wanted}`));
    case 'LIKE':
      return anyOf(ways.map((wanted) => sql`${shown} like ${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`}`));
    default:
      throw badParameter('敏感字段只能查询等于或包含', 'Personal data can only be searched by = or LIKE');
  }
}
