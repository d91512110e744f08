import type { AnyTimeSeries, DailyBalance } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type SqlValue, sql } from '#server/db/sql.ts';
import type { ReadingColumns } from './reading-columns.ts';

/** The figures of a row on a day. Moments are unix seconds. */
interface Day {
  readonly of: number;
  readonly day: string;
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

const emptyDay = { added: 0, subtracted: 0, base: 0, based_at: null, at: null, lifted: 0, lifted_at: null } as const;

/** Whether a reading says nothing from which its balance follows. */
export const hasNeitherBalanceNorCounts = (
  { balance }: AnyTimeSeries,
  values: Readonly<Record<string, unknown>>,
): boolean =>
  balance !== undefined &&
  [balance.of, balance.adds, balance.takes].every((name) => values[name] === undefined || values[name] === null);

const dayOf = (at: number): string => toShanghaiDate(new Date(at * 1000).toISOString());
const numberOf = (cell: SqlValue | undefined): number | undefined =>
  cell === null || cell === undefined ? undefined : Number(cell);

/**
 * Fills in the balance, and the total of the day, where readings do not state them, and returns those that are not stored yet.
 * The states of their rows must be locked, so that nobody else stores readings of these rows meanwhile.
 */
export async function fillRunningBalances(
  db: Queryable,
  one: AnyTimeSeries,
  columns: ReadingColumns,
): Promise<ReadingColumns> {
  const { balance } = one;
  if (!balance || columns.of.length === 0) return columns;
  const fresh = await withoutStored(db, one, columns);
  if (fresh.of.length === 0) return fresh;
  const days = await readDays(db, one, fresh);
  const before = await readBalancesBefore(db, one, balance, fresh, days);
  const cellsOf = (name: string | undefined) => fresh.values.find((value) => value.name === name)?.cells;
  const [of, adds, takes, total] = [balance.of, balance.adds, balance.takes, balance.total].map(cellsOf);
  const order = fresh.of.map((_, index) => index).sort((a, b) => compare(fresh, a, b));
  for (const index of order) {
    const at = fresh.at[index] ?? 0;
    const key = `${fresh.of[index]} ${dayOf(at)}`;
    const day = days.get(key);
    if (!day || !of) continue;
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
    of[index] = value.of;
    if (total && total[index] === null) total[index] = value.total;
    before.last.set(key, { at, value: value.of });
  }
  await storeDays(db, one, [...days.values()]);
  return fresh;
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
async function withoutStored(db: Queryable, one: AnyTimeSeries, columns: ReadingColumns): Promise<ReadingColumns> {
  const { of, source, at } = columns;
  const [first, last] = at.reduce(
    ([low, high], each) => [Math.min(low, each), Math.max(high, each)],
    [Number.POSITIVE_INFINITY, 0],
  );
  const stored = await db.rows<{ of: number; source: string; at: number }>(sql`
    select t.of_id as "of", t.source, round(extract(epoch from t.at), 3)::float8 as at
    from unnest(${of}::bigint[], ${source}::text[], ${at}::float8[]) r ("of", source, at)
    join ${sql.id(tableOf(one))} t on t.of_id = r."of" and t.source = r.source and t.at = to_timestamp(r.at)
    where t.at between ${isoOf(first)}::timestamptz and ${isoOf(last + 0.001)}::timestamptz`);
  const seen = new Set(stored.map((each) => `${each.of} ${each.at} ${each.source}`));
  const chosen = of.map((row, index) => {
    const key = `${row} ${at[index]} ${source[index]}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const some = <T>(list: readonly T[]) => list.filter((_, index) => chosen[index]);
  return {
    place: some(columns.place),
    of: some(of),
    source: some(source),
    at: some(at),
    values: columns.values.map((value) => ({ ...value, cells: some(value.cells) })),
  };
}

async function readDays(db: Queryable, one: AnyTimeSeries, { of, at }: ReadingColumns): Promise<Map<string, Day>> {
  const days = new Map<string, Day>();
  for (const [index, row] of of.entries()) {
    const day = dayOf(at[index] ?? 0);
    days.set(`${row} ${day}`, { ...emptyDay, of: row, day });
  }
  const wanted = [...days.values()];
  const found = await db.rows<Day>(sql`
    select b.of_id as "of", b.day::text, b.added, b.subtracted, b.base, extract(epoch from b.based_at)::float8 as based_at,
      extract(epoch from b.at)::float8 as at, b.lifted, extract(epoch from b.lifted_at)::float8 as lifted_at
    from reading_balance b join unnest(${wanted.map((each) => each.of)}::bigint[], ${wanted.map(({ day }) => day)}::date[]) w ("of", day)
      on b.of_id = w."of" and b.day = w.day
    where b.series = ${one.name}`);
  for (const day of found) days.set(`${day.of} ${day.day}`, day);
  return days;
}

type Earlier = Map<number, { at: number; value: number }> & { last: Map<string, { at: number; value: number }> };

/** For readings that come after later ones: the reading before each of them on its day. */
async function readBalancesBefore(
  db: Queryable,
  one: AnyTimeSeries,
  { of: name }: DailyBalance,
  { of, at }: ReadingColumns,
  days: ReadonlyMap<string, Day>,
): Promise<Earlier> {
  const found = Object.assign(new Map<number, { at: number; value: number }>(), {
    last: new Map<string, { at: number; value: number }>(),
  });
  const behind = of.flatMap((row, index) => {
    const day = dayOf(at[index] ?? 0);
    const latest = days.get(`${row} ${day}`)?.at ?? null;
    return latest !== null && (at[index] ?? 0) < latest ? [{ index, row, at: at[index] ?? 0, day }] : [];
  });
  if (behind.length === 0) return found;
  const rows = await db.rows<{ index: number; at: number; value: number }>(sql`
    select r.index, p.at, p.value
    from jsonb_to_recordset(${JSON.stringify(behind)}::jsonb) as r (index int, "row" bigint, at float8, day text)
    cross join lateral (
      select extract(epoch from t.at)::float8 as at, t.${sql.id(name)}::float8 as value from ${sql.id(tableOf(one))} t
      where t.of_id = r."row" and t.at < to_timestamp(r.at) and t.at >= (r.day || ' 00:00:00+08')::timestamptz
        and t.${sql.id(name)} is not null order by t.at desc limit 1) p`);
  for (const { index, ...one } of rows) found.set(index, one);
  return found;
}

async function storeDays(db: Queryable, one: AnyTimeSeries, days: readonly Day[]): Promise<void> {
  await db.query(sql`
    insert into reading_balance (series, of_id, day, added, subtracted, base, based_at, at, lifted, lifted_at)
    select ${one.name}, d."of", d.day, d.added, d.subtracted, d.base, to_timestamp(d.based_at), to_timestamp(d.at), d.lifted,
      to_timestamp(d.lifted_at)
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as d ("of" bigint, day date, added bigint, subtracted bigint, base bigint, based_at float8, at float8, lifted bigint, lifted_at float8)
    order by 2, 3
    on conflict (series, of_id, day) do update set added = excluded.added, subtracted = excluded.subtracted, base = excluded.base,
      based_at = excluded.based_at, at = excluded.at, lifted = excluded.lifted, lifted_at = excluded.lifted_at`);
}
