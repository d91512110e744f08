import type { AnyTimeSeries, DailyBalance } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, type SqlValue, sql } from '#server/db/sql.ts';
import { pickReadings, type ReadingColumns } from './readings-as-column-arrays.ts';

/** The figures of a row on a day. Moments are unix seconds. */
interface Day {
  readonly of: number;
  /** Days since 1970 in Shanghai. */
  readonly day: number;
  added: number;
  subtracted: number;
  /** What the balance differs from `added - subtracted`, since a reading stated it. */
  base: number;
  /** The reading that stated it last. */
  based_at: number | null;
  /** The latest reading. */
  at: number | null;
  /** By how much the balance was lifted to nobody, because more left than came, and has not been made up for since. */
  lifted: number;
  /** The reading at which it was lifted last. */
  lifted_at: number | null;
}

/** A day that is counted, and whether the table has it. */
interface CountedDay extends Day {
  readonly isStored: boolean;
}

const emptyDay = (of: number, day: number): CountedDay => ({
  of,
  day,
  added: 0,
  subtracted: 0,
  base: 0,
  based_at: null,
  at: null,
  lifted: 0,
  lifted_at: null,
  isStored: false,
});

/** Whether a reading says nothing from which its balance follows. */
export const hasNeitherBalanceNorCounts = (
  { balance }: AnyTimeSeries,
  values: Readonly<Record<string, unknown>>,
): boolean =>
  balance !== undefined &&
  [balance.of, balance.adds, balance.takes].every((name) => values[name] === undefined || values[name] === null);

const DAY = 86_400;
/** Shanghai is eight hours ahead. */
const ahead = 8 * 3600;
const dayOf = (at: number): number => Math.floor((at + ahead) / DAY);
const firstDay = sql.raw(`'1970-01-01'::date`);
const keyOf = (of: number, at: number): string => `${of} ${dayOf(at)}`;
const numberOf = (cell: SqlValue | undefined): number | undefined =>
  cell === null || cell === undefined ? undefined : Number(cell);

/**
 * Fills in the balance, and the total of the day, where readings do not state them, and returns those that are not stored yet.
 * The states of their rows must be locked, so that nobody else stores readings of these rows meanwhile. `isNew`: the
 * reading is known not to be stored, as it is newer than the latest of its row.
 */
export async function fillRunningBalances(
  db: Queryable,
  one: AnyTimeSeries,
  columns: ReadingColumns,
  isNew: (of: number, at: number) => boolean = () => false,
): Promise<ReadingColumns> {
  const { balance } = one;
  if (!balance || columns.of.length === 0) return columns;
  const fresh = await withoutStored(db, one, columns, isNew);
  if (fresh.of.length === 0) return fresh;
  const keys = fresh.of.map((row, index) => keyOf(row, fresh.at[index] ?? 0));
  const days = await readDays(db, one, fresh, keys);
  const before = await readBalancesBefore(db, one, balance, fresh, { keys, days });
  const filled = {
    ...fresh,
    values: fresh.values.map((value) => {
      const isFilled = value.name === balance.of || value.name === balance.total;
      return isFilled ? { ...value, cells: [...value.cells] } : value;
    }),
  };
  const cellsOf = (name: string | undefined) => filled.values.find((value) => value.name === name)?.cells;
  const [of, adds, takes, total] = [balance.of, balance.adds, balance.takes, balance.total].map(cellsOf);
  const restated = new Set<CountedDay>();
  const order = fresh.of.map((_, index) => index).sort((a, b) => compare(fresh, a, b));
  for (const index of order) {
    const at = fresh.at[index] ?? 0;
    const key = keys[index] ?? '';
    const day = days.get(key);
    if (!day || !of) continue;
    const { base, based_at, lifted, lifted_at } = day;
    const counted = { added: numberOf(adds?.[index]) ?? 0, subtracted: numberOf(takes?.[index]) ?? 0 };
    const earlier = before.get(index);
    const last = before.last.get(key);
    const value = addReadingToDay(day, {
      at,
      ...counted,
      stated: numberOf(of[index]),
      total: numberOf(total?.[index]),
      earlier: last && last.at > (earlier?.at ?? 0) ? last.value : (earlier?.value ?? 0),
    });
    if (day.base !== base || day.based_at !== based_at || day.lifted !== lifted || day.lifted_at !== lifted_at)
      restated.add(day);
    of[index] = value.of;
    if (total && total[index] === null) total[index] = value.total;
    before.last.set(key, { at, value: value.of });
  }
  await storeDays(db, one, [...days.values()], restated);
  return filled;
}

interface CountedReading {
  readonly at: number;
  readonly added: number;
  readonly subtracted: number;
  readonly stated: number | undefined;
  readonly total: number | undefined;
  /** The balance of the reading before, for one that comes after later ones. */
  readonly earlier: number;
}

/** Counts a reading into its day. Returns its balance, and the total of the day if it is the latest reading. */
export function addReadingToDay(
  day: Day,
  { at, added, subtracted, stated, total, earlier }: CountedReading,
): { of: number; total: number | null } {
  const isLatest = day.at === null || at >= day.at;
  day.added += added;
  day.subtracted += subtracted;
  if (isLatest && total !== undefined && total > day.added) {
    // people came in who were counted by nobody before: the balance knows them already, or will be told
    day.base -= total - day.added;
    day.added = total;
  }
  const net = added - subtracted;
  // a later statement included it
  if (day.based_at !== null && at < day.based_at) day.base -= net;
  else if (stated !== undefined) {
    // what was counted after a statement that comes late still counts
    day.base = isLatest ? stated - (day.added - day.subtracted) : day.base + stated - (earlier + net);
    day.based_at = at;
    if (isLatest) day.lifted = 0;
  } else if (day.lifted_at !== null && at <= day.lifted_at && net > 0) {
    // some of those who left uncounted came here
    const found = Math.min(day.lifted, net);
    day.base -= found;
    day.lifted -= found;
  }
  const shown = isLatest ? day.added : null;
  if (isLatest) day.at = at;
  if (stated !== undefined) return { of: stated, total: shown };
  if (!isLatest) return { of: Math.max(0, earlier + net), total: shown };
  const found = day.base + day.added - day.subtracted;
  // more left than came: somebody was not counted, and counting goes on from nobody
  if (found < 0) {
    day.base -= found;
    day.lifted -= found;
    day.lifted_at = at;
  }
  return { of: Math.max(0, found), total: shown };
}

const compare = ({ at, source }: ReadingColumns, a: number, b: number): number =>
  (at[a] ?? 0) - (at[b] ?? 0) || ((source[a] ?? '') < (source[b] ?? '') ? -1 : 1);

const isoOf = (at: number): string => new Date(at * 1000).toISOString();

/** Without readings that are stored already, and of each key the first only. */
async function withoutStored(
  db: Queryable,
  one: AnyTimeSeries,
  columns: ReadingColumns,
  isNew: (of: number, at: number) => boolean,
): Promise<ReadingColumns> {
  const { of, source, at } = columns;
  const doubtful = of.map((row, index) => !isNew(row, at[index] ?? 0));
  const seen = await keysOfStored(db, one, pickReadings(columns, doubtful));
  const chosen = of.map((row, index) => {
    const key = `${row} ${at[index]} ${source[index]}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return pickReadings(columns, chosen);
}

async function keysOfStored(
  db: Queryable,
  one: AnyTimeSeries,
  { of, source, at }: ReadingColumns,
): Promise<Set<string>> {
  if (of.length === 0) return new Set();
  const first = at.reduce((low, each) => Math.min(low, each), Number.POSITIVE_INFINITY);
  const last = at.reduce((high, each) => Math.max(high, each), 0);
  const stored = await db.rows<{ of: number; source: string; at: number }>(
    namePreparedStatement(sql`
      select t.of_id as "of", t.source, round(extract(epoch from t.at), 3)::float8 as at
      from unnest(${of}::bigint[], ${source}::text[], ${at}::float8[]) r ("of", source, at)
      join ${sql.id(tableOf(one))} t on t.of_id = r."of" and t.source = r.source and t.at = to_timestamp(r.at)
      where t.at between ${isoOf(first)}::timestamptz and ${isoOf(last + 0.001)}::timestamptz`),
  );
  return new Set(stored.map((each) => `${each.of} ${each.at} ${each.source}`));
}

/** The days of readings by their keys. */
async function readDays(
  db: Queryable,
  one: AnyTimeSeries,
  { of, at }: ReadingColumns,
  keys: readonly string[],
): Promise<Map<string, CountedDay>> {
  const places = [...new Map(keys.map((key, index) => [key, index])).values()];
  const rows = places.map((index) => of[index] ?? 0);
  const numbers = places.map((index) => dayOf(at[index] ?? 0));
  const found = await db.rows<CountedDay & { [column: string]: unknown }>(
    namePreparedStatement(sql`
      select b.of_id as "of", w.day, b.added, b.subtracted, b.base, extract(epoch from b.based_at)::float8 as based_at,
        extract(epoch from b.at)::float8 as at, b.lifted, extract(epoch from b.lifted_at)::float8 as lifted_at, true as "isStored"
      from unnest(${rows}::bigint[], ${numbers}::int[]) w ("of", day)
      join reading_balance b on b.series = ${one.name} and b.of_id = w."of" and b.day = ${firstDay} + w.day`),
  );
  const days = new Map<string, CountedDay>(found.map((each) => [`${each.of} ${each.day}`, each]));
  for (const index of days.size < places.length ? places : []) {
    const key = keys[index] ?? '';
    if (!days.has(key)) days.set(key, emptyDay(of[index] ?? 0, dayOf(at[index] ?? 0)));
  }
  return days;
}

type Earlier = Map<number, { at: number; value: number }> & { last: Map<string, { at: number; value: number }> };

/** For readings that come after later ones: the reading before each of them on its day. */
async function readBalancesBefore(
  db: Queryable,
  one: AnyTimeSeries,
  { of: name }: DailyBalance,
  { of, at }: ReadingColumns,
  { keys, days }: { keys: readonly string[]; days: ReadonlyMap<string, CountedDay> },
): Promise<Earlier> {
  const found = Object.assign(new Map<number, { at: number; value: number }>(), {
    last: new Map<string, { at: number; value: number }>(),
  });
  const behind = of.flatMap((row, index) => {
    const moment = at[index] ?? 0;
    const day = days.get(keys[index] ?? '');
    const latest = day?.at ?? null;
    return latest !== null && moment < latest ? [{ index, row, at: moment, day: day?.day }] : [];
  });
  if (behind.length === 0) return found;
  const rows = await db.rows<{ index: number; at: number; value: number }>(sql`
    select r.index, p.at, p.value
    from jsonb_to_recordset(${JSON.stringify(behind)}::jsonb) as r (index int, "row" bigint, at float8, day int)
    cross join lateral (
      select extract(epoch from t.at)::float8 as at, t.${sql.id(name)}::float8 as value from ${sql.id(tableOf(one))} t
      where t.of_id = r."row" and t.at < to_timestamp(r.at) and t.at >= ((${firstDay} + r.day)::text || ' 00:00:00+08')::timestamptz
        and t.${sql.id(name)} is not null order by t.at desc limit 1) p`);
  for (const { index, ...one } of rows) found.set(index, one);
  return found;
}

/** `restated`: days of which more has changed than what came and went. */
async function storeDays(
  db: Queryable,
  one: AnyTimeSeries,
  days: readonly CountedDay[],
  restated: ReadonlySet<CountedDay>,
): Promise<void> {
  const stored = days.filter(({ isStored }) => isStored);
  const [whole, plain] = [stored.filter((day) => restated.has(day)), stored.filter((day) => !restated.has(day))];
  await updateDays(db, one, countedRows(plain), sql.empty);
  await updateDays(
    db,
    one,
    wholeRows(whole),
    sql`, base = d.base, based_at = to_timestamp(d.based_at), lifted = d.lifted, lifted_at = to_timestamp(d.lifted_at)`,
  );
  await insertDays(db, one, wholeRows(days.filter(({ isStored }) => !isStored)));
}

const columnOf = <K extends keyof Day>(days: readonly Day[], name: K) => days.map((day) => day[name]);

/** Days as rows of alias `d`, with what came and went. Undefined: there are none. */
const countedRows = (days: readonly Day[]): Sql | undefined =>
  days.length === 0
    ? undefined
    : sql`unnest(${columnOf(days, 'of')}::bigint[], ${columnOf(days, 'day')}::int[], ${columnOf(days, 'added')}::bigint[],
        ${columnOf(days, 'subtracted')}::bigint[], ${columnOf(days, 'at')}::float8[]) d ("of", day, added, subtracted, at)`;

/** The same with all their columns. */
const wholeRows = (days: readonly Day[]): Sql | undefined =>
  days.length === 0
    ? undefined
    : sql`unnest(${columnOf(days, 'of')}::bigint[], ${columnOf(days, 'day')}::int[], ${columnOf(days, 'added')}::bigint[],
        ${columnOf(days, 'subtracted')}::bigint[], ${columnOf(days, 'at')}::float8[], ${columnOf(days, 'base')}::bigint[],
        ${columnOf(days, 'based_at')}::float8[], ${columnOf(days, 'lifted')}::bigint[], ${columnOf(days, 'lifted_at')}::float8[])
        d ("of", day, added, subtracted, at, base, based_at, lifted, lifted_at)`;

async function updateDays(db: Queryable, one: AnyTimeSeries, rows: Sql | undefined, more: Sql): Promise<void> {
  if (!rows) return;
  await db.query(
    namePreparedStatement(sql`
      update reading_balance b set added = d.added, subtracted = d.subtracted, at = to_timestamp(d.at)${more}
      from ${rows} where b.series = ${one.name} and b.of_id = d."of" and b.day = ${firstDay} + d.day`),
  );
}

/** The first readings of rows on a day. */
async function insertDays(db: Queryable, one: AnyTimeSeries, rows: Sql | undefined): Promise<void> {
  if (!rows) return;
  await db.query(sql`
    insert into reading_balance (series, of_id, day, added, subtracted, base, based_at, at, lifted, lifted_at)
    select ${one.name}, d."of", ${firstDay} + d.day, d.added, d.subtracted, d.base, to_timestamp(d.based_at), to_timestamp(d.at), d.lifted,
      to_timestamp(d.lifted_at)
    from ${rows} order by 2, 3`);
}
