import { type Operator, readRange } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { readMoment } from '#kernel/kind/datetime.ts';
import { parseDateText } from '#kernel/time/parse-date-text.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter, badValue } from '#server/refusal.ts';

/** The span of time that a text names, its end excluded. */
interface Stretch {
  from: Sql;
  end: Sql;
}

/**
 * Parses a day, a minute or a second as a span of this length. Columns store microseconds, but screens show seconds.
 */
function readStretch(value: string): Stretch {
  const day = /[:：]/.test(value) ? undefined : parseDateText(value);
  const written = day ?? value.trim();
  const from = readMoment(written);
  if (!from) throw badValue(written);
  // the end of the last possible day or second has no text, so PostgreSQL computes it
  const length = /^[^:：]*[:：]\d\d$/.test(written) ? sql`interval '1 minute'` : sql`interval '1 second'`;
  const end = day ? sql`${`${written}T24:00:00+08:00`}::timestamptz` : sql`(${from}::timestamptz + ${length})`;
  return { from: sql`${from}::timestamptz`, end };
}

/**
 * Compiles a condition on a moment. 23:59:59 means the whole second, so that half a second later still belongs to the
 * day.
 */
export function compileDateTimeConditionToSql(column: Sql, operator: Operator, value: string): Sql | undefined {
  const inside = ({ from, end }: Stretch) => sql`(${column} >= ${from} and ${column} < ${end})`;
  switch (operator) {
    case '=':
      return inside(readStretch(value));
    case '<>':
      return sql`(${column} is null or not ${inside(readStretch(value))})`;
    case '>':
      return sql`${column} >= ${readStretch(value).end}`;
    case '>=':
      return sql`${column} >= ${readStretch(value).from}`;
    case '<':
      return sql`${column} < ${readStretch(value).from}`;
    case '<=':
      return sql`${column} < ${readStretch(value).end}`;
    case 'IN':
    case 'NOT IN': {
      const given = value.split(',').filter((one) => one.trim() !== '');
      const any =
        given.length === 0
          ? sql`false`
          : sql`(${sql.join(
              given.map((one) => inside(readStretch(one))),
              ' or ',
            )})`;
      return operator === 'IN' ? any : sql`(${column} is null or not ${any})`;
    }
    case 'RANGE':
    case 'NOT RANGE':
      return compileRange(column, value, operator === 'NOT RANGE');
    default:
      throw badParameter('时间不支持该筛选方式', 'A date and time cannot be compared that way');
  }
}

function compileRange(column: Sql, value: string, not: boolean): Sql | undefined {
  const range = readRange(value);
  if (!range) return undefined;
  const from = range.from === '' ? undefined : readStretch(range.from).from;
  const end = range.to === '' ? undefined : readStretch(range.to).end;
  if (from && end)
    return not ? sql`(${column} < ${from} or ${column} >= ${end})` : sql`(${column} >= ${from} and ${column} < ${end})`;
  if (from) return not ? sql`${column} < ${from}` : sql`${column} >= ${from}`;
  return not ? sql`${column} >= ${end as Sql}` : sql`${column} < ${end as Sql}`;
}
