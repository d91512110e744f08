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
  isStored: boolean;
  /** Whether more of it has changed than what came and went. */
  isRestated: boolean;
  /** The reading of this batch that was counted last, and its balance. */
  counted_at: number;
  counted: number;
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
  isRestated: false,
  counted_at: 0,
  counted: 0,
});

const DAY = 86_400;
/** Shanghai is eight hours ahead. */
const ahead = 8 * 3600;
const dayOf = (at: number): number => Math.floor((at + ahead) / DAY);
const firstDay = sql.raw(`'1970-01-01'::date`);
const numberOf = (cell: SqlValue | undefined): number | undefined =>
  cell === null || cell === undefined ? undefined : Number(cell);

/**
 * Fills in the balance, and the total of the day, where readings do not state them, and returns those that are not stored yet.
 * The states of their rows must be locked, so that nobody else stores readings of these rows meanwhile. `isNew`: the
 * reading is known not to be stored, as it is newer than the latest of its row.
 */
export async function computeMissingBalancesAndDailyTotals(
  db: Queryable,
  one: AnyTimeSeries,
  columns: ReadingColumns,
  isNew: (of: number, at: number) => boolean = () => false,
): Promise<ReadingColumns> {
  const { balance } = one;
  if (!balance || columns.of.length === 0) return columns;
  const isOneAfterTheOther = areRowsInOrderOfTime(columns);
  const isAllNew = isOneAfterTheOther && columns.of.every((of, index) => isNew(of, columns.at[index] ?? 0));
  const fresh = isAllNew ? columns : await withoutStored(db, one, columns, isNew);
  if (fresh.of.length === 0) return fresh;
  const { all, byReading } = await readDays(db, one, fresh);
  const before = await readBalancesBefore(db, one, balance, fresh, byReading);
  const filled = {
    ...fresh,
    values: fresh.values.map((value) => {
      const isFilled = value.name === balance.of || value.name === balance.total;
      return isFilled ? { ...value, cells: [...value.cells] } : value;
    }),
  };
  const order = fresh.of.map((_, index) => index);
  if (!isOneAfterTheOther) order.sort((a, b) => compare(fresh, a, b));
  countReadings(balance, filled, { order, byReading, before });
  await storeDays(db, one, all);
  return filled;
}

/** Whether each reading is later than the one before it of the same row: none comes twice, and they can be counted as they come. */
function areRowsInOrderOfTime({ of, at }: ReadingColumns): boolean {
  const latest = new Map<number, number>();
  for (let index = 0; index < of.length; index++) {
    const [row, moment] = [of[index] ?? 0, at[index] ?? 0];
    if (moment <= (latest.get(row) ?? Number.NEGATIVE_INFINITY)) return false;
    latest.set(row, moment);
  }
  return true;
}

interface CountedInOrder {
  readonly order: readonly number[];
  /** The day of each reading. */
  readonly byReading: readonly CountedDay[];
  readonly before: Earlier;
}

/** Counts readings into their days, and writes their balances and totals to their cells. */
function countReadings(
  { of: name, adds, takes, total }: DailyBalance,
  { at: moments, values }: ReadingColumns,
  { order, byReading, before }: CountedInOrder,
): void {
  const cellsOf = (column: string | undefined) => values.find((value) => value.name === column)?.cells;
  const [of, entered, departed, totals] = [name, adds, takes, total].map(cellsOf);
  if (!of) return;
  for (const index of order) {
    const at = moments[index] ?? 0;
    const day = byReading[index] as CountedDay;
    const { base, based_at, lifted, lifted_at } = day;
    const earlier = before.get(index);
    const value = addReadingToDay(day, {
      at,
      added: numberOf(entered?.[index]) ?? 0,
      subtracted: numberOf(departed?.[index]) ?? 0,
      stated: numberOf(of[index]),
      total: numberOf(totals?.[index]),
      earlier: day.counted_at > (earlier?.at ?? 0) ? day.counted : (earlier?.value ?? 0),
    });
    day.isRestated ||=
      day.base !== base || day.based_at !== based_at || day.lifted !== lifted || day.lifted_at !== lifted_at;
    of[index] = value.of;
    if (totals && totals[index] === null) totals[index] = value.total;
    day.counted_at = at;
    day.counted = value.of;
  }
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

/** The days of readings: all of them, and that of each reading. */
async function readDays(
  db: Queryable,
  one: AnyTimeSeries,
  { of, at }: ReadingColumns,
): Promise<{ readonly all: readonly CountedDay[]; readonly byReading: readonly CountedDay[] }> {
  const rowsByDay = new Map<number, Map<number, CountedDay>>();
  const all: CountedDay[] = [];
  const byReading = of.map((row, index) => {
    const day = dayOf(at[index] ?? 0);
    const rows = rowsByDay.get(day) ?? new Map<number, CountedDay>();
    let counted = rows.get(row);
    if (!counted) {
      counted = emptyDay(row, day);
      rowsByDay.set(day, rows.set(row, counted));
      all.push(counted);
    }
    return counted;
  });
  const found = await db.rows<Day & { [column: string]: unknown }>(
    namePreparedStatement(sql`
      select b.of_id as "of", w.day, b.added, b.subtracted, b.base, extract(epoch from b.based_at)::float8 as based_at,
        extract(epoch from b.at)::float8 as at, b.lifted, extract(epoch from b.lifted_at)::float8 as lifted_at
      from unnest(${columnOf(all, 'of')}::bigint[], ${columnOf(all, 'day')}::int[]) w ("of", day)
      join reading_balance b on b.series = ${one.name} and b.of_id = w."of" and b.day = ${firstDay} + w.day`),
  );
  for (const stored of found) {
    const counted = rowsByDay.get(stored.day)?.get(stored.of);
    if (counted) Object.assign(counted, stored, { isStored: true });
  }
  return { all, byReading };
}

type Earlier = ReadonlyMap<number, { readonly at: number; readonly value: number }>;

/** For readings that come after later ones: the reading before each of them on its day. */
async function readBalancesBefore(
  db: Queryable,
  one: AnyTimeSeries,
  { of: name }: DailyBalance,
  { of, at }: ReadingColumns,
  byReading: readonly CountedDay[],
): Promise<Earlier> {
  const found = new Map<number, { at: number; value: number }>();
  const behind = of.flatMap((row, index) => {
    const moment = at[index] ?? 0;
    const { at: latest, day } = byReading[index] as CountedDay;
    return latest !== null && moment < latest ? [{ index, row, at: moment, day }] : [];
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

async function storeDays(db: Queryable, one: AnyTimeSeries, days: readonly CountedDay[]): Promise<void> {
  const stored = days.filter(({ isStored }) => isStored);
  const [whole, plain] = [stored.filter((day) => day.isRestated), stored.filter((day) => !day.isRestated)];
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
