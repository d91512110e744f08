import type { Fields } from '#kernel/field.ts';
import { issue, readIssue } from '#kernel/message.ts';
import { tableOf } from '#kernel/resource.ts';
import type { Reading, Series } from '#kernel/series.ts';
import { type Locale, text } from '#kernel/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { scopeOf } from '#server/read/scope.ts';
import { checkFields, type FieldErrors, toStored } from '#server/write/validate.ts';
import { columnOf, parentOfSeries } from './series-table.ts';

/** What became of a batch. */
export interface WrittenReadings {
  stored: number;
  /** Sent before: the same row, source and moment. */
  known: number;
  /** Readings that were not stored, by their place in the batch, and why. */
  refused: { place: number; errors: FieldErrors }[];
}

/** Readings in one batch: checking them takes some 30 ms. */
export const mostReadings = 2000;
/** Milliseconds a clock may be ahead of ours. */
const drift = 5 * 60_000;
const longestSource = 64;
const DAY = 86_400_000;

const words = {
  late: text('读数过早，只接收 {days} 天内的数据', 'Too old: readings may come {days} days late'),
  early: text('读数时间晚于当前时间，请校准设备时钟', 'From the future: set the clock of the device'),
  unknown: text('所属记录不存在', 'There is no such row'),
};

/**
 * Writes readings that are of rows the caller may see, many in one statement. What is wrong is left out and told; what
 * was sent before is known by row, source and moment, so that a batch may be sent again.
 */
export async function writeReadings<F extends Fields>(
  { db, find, seal }: Pick<Engine, 'db' | 'find' | 'seal'>,
  one: Series<F>,
  caller: Caller,
  readings: readonly Reading<F>[],
  now = Date.now(),
): Promise<WrittenReadings> {
  if (readings.length > mostReadings) throw new RangeError(`${readings.length} readings in one batch`);
  const parent = parentOfSeries(one, find);
  const scope = scopeOf(parent, caller, find);
  const keys = [...new Set(readings.map((reading) => reading.of).filter((key) => Number.isSafeInteger(key)))];
  const seen = await db.rows<{ id: number }>(
    sql`select t.id from ${sql.id(tableOf(parent))} t where t.id = any(${keys}::bigint[])${scope ? sql` and ${scope}` : sql.empty}`,
  );
  const rows = new Set(seen.map(({ id }) => id));
  const refused: WrittenReadings['refused'] = [];
  const good: Record<string, unknown>[] = [];
  for (const [place, { of, source = '', at, ...values }] of readings.entries()) {
    const checked = checkFields(one.values, values, caller.locale);
    const errors = { ...checked.errors, ...checkPlace({ of, source, at }, rows, one, caller.locale, now) };
    if (Object.keys(errors).length > 0) refused.push({ place, errors });
    else {
      const stored = Object.entries(one.values).map(([name, field]) => [
        name,
        toStored(field, checked.values[name], seal),
      ]);
      good.push({
        ...Object.fromEntries(stored),
        of_id: of,
        source,
        at: new Date(Math.round(at * 1000)).toISOString(),
      });
    }
  }
  const stored = good.length > 0 ? await store(db, one, good) : 0;
  return { stored, known: good.length - stored, refused };
}

async function store(db: Engine['db'], one: Series, rows: readonly Record<string, unknown>[]): Promise<number> {
  const names = ['of_id', 'source', 'at', ...Object.keys(one.values)].map((name) => sql.id(name));
  const types = Object.entries(one.values).map(([name, field]) => sql`, ${sql.id(name)} ${sql.raw(columnOf(field))}`);
  const columns = sql.join(names, ', ');
  const written = await db.row<{ n: number }>(sql`
    with stored as (
      insert into ${sql.id(tableOf(one))} (${columns})
      select ${columns} from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(of_id bigint, source text, at timestamptz${types.length > 0 ? sql.join(types, '') : sql.empty})
      on conflict do nothing returning 1)
    select count(*)::int as n from stored`);
  return written?.n ?? 0;
}

/** What is wrong with whose, whence and when. */
function checkPlace(
  { of, source, at }: { of: unknown; source: unknown; at: unknown },
  rows: ReadonlySet<unknown>,
  one: Series,
  locale: Locale,
  now: number,
): FieldErrors {
  const errors: FieldErrors = {};
  if (!rows.has(of)) errors.of = [words.unknown[locale]];
  if (typeof source !== 'string' || /[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(source))
    errors.source = [readIssue('invalid', locale)];
  else if (source.length > longestSource)
    errors.source = [readIssue(issue('too_long', { max: longestSource }), locale)];
  const time = typeof at === 'number' ? at * 1000 : Number.NaN;
  if (!Number.isFinite(time)) errors.at = [readIssue('invalid_time', locale)];
  else if (time < now - one.late.days * DAY) errors.at = [words.late[locale].replace('{days}', String(one.late.days))];
  else if (time > now + drift) errors.at = [words.early[locale]];
  return errors;
}
