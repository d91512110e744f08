import type { AnyTimeSeries, DailyBalance } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, type SqlValue, sql } from '#server/db/sql.ts';
import { momentsAsMilliseconds, pickReadings, type ReadingColumns } from './readings-as-column-arrays.ts';

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

/** Readings with their balances, and the statements that store what their days add up to with them. */
export interface ReadingsWithDays {
  readonly columns: ReadingColumns;
  readonly days: readonly Sql[];
}

/**
 * Fills in the balance, and the total of the day, where readings do not state them, and returns those that are not stored yet.
 * The states of their rows must be locked, so that nobody else stores readings of these rows meanwhile. `isNew`: the
 * reading is known not to be stored, as it is newer than the latest of its row. `read`: the days of at least these readings, if
 * they were read under the locks already.
 */
export async function computeMissingBalancesAndDailyTotals(
  db: Queryable,
  one: AnyTimeSeries,
  columns: ReadingColumns,
  {
    isNew = () => false,
    read,
  }: { readonly isNew?: (of: number, at: number) => boolean; readonly read?: DaysOfReadings | undefined } = {},
): Promise<ReadingsWithDays> {
  const { balance } = one;
  if (!balance || columns.of.length === 0) return { columns, days: [] };
  const isOneAfterTheOther = areRowsInOrderOfTime(columns);
  const isAllNew = isOneAfterTheOther && columns.of.every((of, index) => isNew(of, columns.at[index] ?? 0));
  const fresh = isAllNew ? columns : await withoutStored(db, one, columns, isNew);
  if (fresh.of.length === 0) return { columns: fresh, days: [] };
  const days = read ?? (await readDays(db, one, fresh));
  const byReading = fresh.of.map((row, index) => days.dayOf(row, fresh.at[index] ?? 0));
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
  return { columns: filled, days: storeDaysStatements(one, [...new Set(byReading)]) };
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

async function readDays(db: Queryable, one: AnyTimeSeries, columns: ReadingColumns): Promise<DaysOfReadings> {
  const days = new DaysOfReadings(columns);
  days.add(await db.rows(days.statement(one)));
  return days;
}

/** The days of readings, as they are stored once the rows of {@link statement} were added. */
export class DaysOfReadings {
  readonly #rowsByDay = new Map<number, Map<number, CountedDay>>();
  readonly #all: CountedDay[] = [];

  constructor({ of, at }: ReadingColumns) {
    for (let index = 0; index < of.length; index++) this.dayOf(of[index] ?? 0, at[index] ?? 0);
  }

  dayOf(row: number, at: number): CountedDay {
    const day = dayOf(at);
    const rows = this.#rowsByDay.get(day) ?? new Map<number, CountedDay>();
    let counted = rows.get(row);
    if (!counted) {
      counted = emptyDay(row, day);
      this.#rowsByDay.set(day, rows.set(row, counted));
      this.#all.push(counted);
    }
    return counted;
  }

  /** Reads the stored ones. The states of their rows must be locked. */
  statement(one: AnyTimeSeries): Sql {
    const all = this.#all;
    return namePreparedStatement(sql`
      select b.of_id as "of", w.day, b.added, b.subtracted, b.base, date_part('epoch', b.based_at) as based_at,
        date_part('epoch', b.at) as at, b.lifted, date_part('epoch', b.lifted_at) as lifted_at
      from unnest(${columnOf(all, 'of')}::bigint[], ${columnOf(all, 'day')}::int[]) w ("of", day)
      join reading_balance b on b.series = ${one.name} and b.of_id = w."of" and b.day = ${firstDay} + w.day`);
  }

  add(found: readonly Record<string, unknown>[]): void {
    for (const stored of found as unknown as readonly Day[]) {
      const counted = this.#rowsByDay.get(stored.day)?.get(stored.of);
      if (!counted) continue;
      counted.added = stored.added;
      counted.subtracted = stored.subtracted;
      counted.base = stored.base;
      counted.based_at = stored.based_at;
      counted.at = stored.at;
      counted.lifted = stored.lifted;
      counted.lifted_at = stored.lifted_at;
      counted.isStored = true;
    }
  }
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

function storeDaysStatements(one: AnyTimeSeries, days: readonly CountedDay[]): Sql[] {
  const stored = days.filter(({ isStored }) => isStored);
  const [whole, plain] = [stored.filter((day) => day.isRestated), stored.filter((day) => !day.isRestated)];
  const added = days.filter(({ isStored }) => !isStored);
  return [
    ...(plain.length > 0 ? [updateCountedDays(one, plain)] : []),
    ...(whole.length > 0 ? [updateWholeDays(one, wholeRows(whole))] : []),
    ...(added.length > 0 ? [insertDays(one, wholeRows(added))] : []),
  ];
}

const columnOf = <K extends keyof Day>(days: readonly Day[], name: K) => days.map((day) => day[name]);

/** Stores what came and went on days of which nothing else has changed. */
function updateCountedDays(one: AnyTimeSeries, days: readonly Day[]): Sql {
  const { after, toMoment } = momentsAsMilliseconds(days.map(({ at }) => at ?? 0));
  return namePreparedStatement(sql`
      update reading_balance b set added = d.added, subtracted = d.subtracted, at = ${toMoment(sql`d.after`)}
      from unnest(${columnOf(days, 'of')}::bigint[], ${columnOf(days, 'day')}::int[], ${columnOf(days, 'added')}::bigint[],
        ${columnOf(days, 'subtracted')}::bigint[], ${after}::bigint[]) d ("of", day, added, subtracted, after)
      where b.series = ${one.name} and b.of_id = d."of" and b.day = ${firstDay} + d.day`);
}

/** Days as rows of alias `d`, with all their columns. */
const wholeRows = (days: readonly Day[]): Sql =>
  sql`unnest(${columnOf(days, 'of')}::bigint[], ${columnOf(days, 'day')}::int[], ${columnOf(days, 'added')}::bigint[],
        ${columnOf(days, 'subtracted')}::bigint[], ${columnOf(days, 'at')}::float8[], ${columnOf(days, 'base')}::bigint[],
        ${columnOf(days, 'based_at')}::float8[], ${columnOf(days, 'lifted')}::bigint[], ${columnOf(days, 'lifted_at')}::float8[])
        d ("of", day, added, subtracted, at, base, based_at, lifted, lifted_at)`;

const updateWholeDays = (one: AnyTimeSeries, rows: Sql): Sql =>
  namePreparedStatement(sql`
      update reading_balance b set added = d.added, subtracted = d.subtracted, at = to_timestamp(d.at), base = d.base,
        based_at = to_timestamp(d.based_at), lifted = d.lifted, lifted_at = to_timestamp(d.lifted_at)
      from ${rows} where b.series = ${one.name} and b.of_id = d."of" and b.day = ${firstDay} + d.day`);

/** The first readings of rows on a day. */
const insertDays = (one: AnyTimeSeries, rows: Sql): Sql => sql`
    insert into reading_balance (series, of_id, day, added, subtracted, base, based_at, at, lifted, lifted_at)
    select ${one.name}, d."of", ${firstDay} + d.day, d.added, d.subtracted, d.base, to_timestamp(d.based_at), to_timestamp(d.at), d.lifted,
      to_timestamp(d.lifted_at)
    from ${rows} order by 2, 3`;
