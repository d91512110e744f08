import type { NumberingRule } from '#kernel/declaration/numbering-rule.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { datePart, parseNumberPattern, restartsEveryYear } from '#kernel/field/record-number-pattern.ts';
import { sequenceOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiDateOf, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Where a number comes from: a sequence, or the gapless counter of a rule. */
type Source = { readonly sequence: string } | { readonly rule: string };

/**
 * The next number of a pattern as an expression, which draws it when the statement runs. `valueIn` returns the fields of
 * the row that are part of it. A gapless number is taken back with the transaction.
 */
export function nextNumberExpression(
  pattern: string,
  source: Source,
  date: string,
  valueIn: (field: string) => string = () => '',
): Sql {
  const parts = parseNumberPattern(pattern);
  const period = restartsEveryYear(parts) ? date.slice(0, 4) : '';
  const drawn =
    'rule' in source
      ? sql`draw_gapless_number(${source.rule}::text, ${period}::text)`
      : period === ''
        ? sql`nextval(${source.sequence}::text::regclass)`
        : sql`draw_number(${source.sequence}::text, ${period}::text)`;
  const pieces = parts.map((part) => {
    if ('digits' in part) return sql`number_with_digits(${drawn}, ${part.digits}::integer)`;
    if ('text' in part) return sql`${part.text}::text`;
    return sql`${'date' in part ? datePart(part.date, date) : valueIn(part.field).slice(0, part.length)}::text`;
  });
  return sql.join(pieces, ' || ');
}

/** The number of a declared field, for a row with these values in wire form. */
export function nextNumberOfField(
  resource: AnyResource,
  name: string,
  { pattern, day, gapless }: NumberingRule,
  valueIn: (field: string) => unknown,
): Sql {
  const moment = day === undefined ? undefined : valueIn(day);
  const date = typeof moment === 'number' ? shanghaiDateOf(moment) : moment;
  const source = gapless ? { rule: `${resource.name}.${name}` } : { sequence: sequenceOf(resource, name) };
  return nextNumberExpression(pattern, source, typeof date === 'string' ? date : shanghaiToday(), (field) =>
    String(valueIn(field) ?? ''),
  );
}
