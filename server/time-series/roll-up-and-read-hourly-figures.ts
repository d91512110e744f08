import type { AnyTimeSeries } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { quoteIdentifier } from '#server/read/row/row-columns-presented-to-caller-sql.ts';
import type { StoredReading } from './update-reading-states-and-levels-of-rows.ts';

/** The table with the figures of a series by the hour. */
export const hourTableOf = (one: Pick<AnyTimeSeries, 'name'>): string => `${tableOf(one)}_hour`;

const HOUR = 3600;
const figures = ['min', 'max', 'avg', 'sum', 'last'] as const;
const columnsOf = (values: readonly string[]): string[] =>
  values.flatMap((name) => figures.map((figure) => quoteIdentifier(`${name}_${figure}`)));

/** Rolls up the hours of readings that meet a condition. What is rolled up already is replaced. */
async function rollUp(db: Queryable, one: AnyTimeSeries, where: Sql): Promise<void> {
  const { values = [] } = one.rolledUp ?? {};
  const computed = values.map((name) => {
    const value = `t.${quoteIdentifier(name)}`;
    return `min(${value}), max(${value}), avg(${value}), sum(${value}),
      (max(array[extract(epoch from t.at)::float8, ${value}::float8]) filter (where ${value} is not null))[2]`;
  });
  const columns = columnsOf(values);
  await db.query(sql`
    insert into ${sql.id(hourTableOf(one))} (of_id, at, readings, ${sql.raw(columns.join(', '))})
    select t.of_id, date_trunc('hour', t.at), count(*), ${sql.raw(computed.join(', '))}
    from ${sql.id(tableOf(one))} t where ${where} group by 1, 2 order by 1, 2
    on conflict (of_id, at) do update set readings = excluded.readings, ${sql.raw(columns.map((name) => `${name} = excluded.${name}`).join(', '))}`);
}

const moment = (at: number): Sql => sql`${new Date(at * 1000).toISOString()}::timestamptz`;

/**
 * Rolls up the hours that ended since the last time. Each hour is stored together with how far it went, so that a failure in
 * the middle leaves whole hours behind and the next run goes on. Returns the number of hours.
 */
export async function rollUpHours({ db }: Pick<Engine, 'db'>, one: AnyTimeSeries, now = Date.now()): Promise<number> {
  if (!one.rolledUp) return 0;
  const end = Math.floor(now / 1000 / HOUR) * HOUR;
  for (let hours = 0; ; hours += 1) {
    const done = await db.transaction(async (tx) => {
      await tx.query(sql`insert into reading_roll_up (series) values (${one.name}) on conflict do nothing`);
      const state = await tx.row<{ until: number | null }>(
        sql`select extract(epoch from until)::bigint as until from reading_roll_up where series = ${one.name} for update`,
      );
      const next = await tx.row<{ at: number | null }>(sql`
        select extract(epoch from date_trunc('hour', min(at)))::bigint as at from ${sql.id(tableOf(one))}
        where ${state?.until == null ? sql`true` : sql`at >= ${moment(Number(state.until))}`} and at < ${moment(end)}`);
      if (next?.at == null) return false;
      const from = Number(next.at);
      await rollUp(tx, one, sql`t.at >= ${moment(from)} and t.at < ${moment(from + HOUR)}`);
      await tx.query(sql`update reading_roll_up set until = ${moment(from + HOUR)} where series = ${one.name}`);
      return true;
    });
    if (!done) return hours;
  }
}

/** Rolls up the hours of readings that came when their hour was over. */
export async function rollUpPastHours(
  db: Queryable,
  one: AnyTimeSeries,
  stored: readonly StoredReading[],
  now = Date.now(),
): Promise<void> {
  if (!one.rolledUp) return;
  const running = Math.floor(now / 1000 / HOUR) * HOUR;
  const hours = new Map(
    stored
      .filter(({ at }) => at < running)
      .map(({ of, at }) => [`${of} ${Math.floor(at / HOUR)}`, { of, at: Math.floor(at / HOUR) * HOUR }]),
  );
  if (hours.size === 0) return;
  const list = [...hours.values()];
  const [from, until] = [Math.min(...list.map(({ at }) => at)), Math.max(...list.map(({ at }) => at)) + HOUR];
  await rollUp(
    db,
    one,
    sql`t.at >= ${moment(from)} and t.at < ${moment(until)} and (t.of_id, date_trunc('hour', t.at)) in (
      select h."of", to_timestamp(h.at) from unnest(${list.map(({ of }) => of)}::bigint[], ${list.map(({ at }) => at)}::float8[]) h ("of", at))`,
  );
}

/** Figures by hour or Shanghai day, from hours that are stored longer than the readings. */
export function readHourlyFigures<R extends object>(
  { db }: { readonly db: Queryable },
  one: AnyTimeSeries,
  where: Sql,
  { by, from, until }: { by: 'hour' | 'day'; from: number; until: number },
): Promise<R[]> {
  const numbers = (one.rolledUp?.values ?? []).map((name) => {
    const of = (figure: (typeof figures)[number]) => `t.${quoteIdentifier(`${name}_${figure}`)}`;
    return `json_build_object('min', min(${of('min')}), 'max', max(${of('max')}), 'sum', sum(${of('sum')}),
      'avg', round((sum(${of('avg')} * t.readings) / nullif(sum(t.readings) filter (where ${of('avg')} is not null), 0))::numeric, 4)::float8,
      'last', (max(array[extract(epoch from t.at)::float8, ${of('last')}]) filter (where ${of('last')} is not null))[2]) as ${quoteIdentifier(name)}`;
  });
  const begin = sql`date_bin(${`1 ${by}`}::interval, t.at, '2000-01-01T00:00:00+08:00'::timestamptz)`;
  return db.rows<R>(sql`
    select extract(epoch from ${begin})::bigint as "at", sum(t.readings)::int as count${numbers.length > 0 ? sql`, ${sql.raw(numbers.join(', '))}` : sql.empty}
    from ${sql.id(hourTableOf(one))} t where ${where} and t.at >= ${moment(from)} and t.at < ${moment(until)} group by 1 order by 1`);
}
