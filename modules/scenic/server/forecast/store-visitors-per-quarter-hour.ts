import { addDays } from '#kernel/time/shanghai-time.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { minutesOfSlot, quartersOfDay } from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';

/**
 * Stores the visitors of a Shanghai day by the quarter of an hour, from the readings of all spots: the last count of each
 * quarter, whatever gate or camera it came from, and the first number of reservations. It is one statement: a province
 * has 650,000 readings a day. Readings outlive a spot that was deleted.
 */
export async function storeVisitorsPerQuarterHourOfDay(db: Queryable, day: string): Promise<void> {
  const [from, until] = [`${day}T00:00:00+08:00`, `${addDays(day, 1)}T00:00:00+08:00`];
  const quarter = sql`floor(extract(epoch from f.at - ${from}::timestamptz) / ${minutesOfSlot * 60}::int)::int`;
  // the last count of a quarter as the maximum of (time, count): sorting the readings would cost several times as much
  await db.query(sql`
    with counted as (
      select f.of_id, ${quarter} as quarter,
        (max(array[extract(epoch from f.at)::float8, f.inside]) filter (where f.inside is not null))[2]::int as inside,
        (min(array[extract(epoch from f.at)::float8, f.reserved]) filter (where f.reserved is not null)) as reserved
      from scenic_flow f where f.at >= ${from}::timestamptz and f.at < ${until}::timestamptz group by 1, 2),
    spots as (select c.of_id, (min(c.reserved))[2]::int as reserved from counted c
      where exists (select from scenic_spot s where s.id = c.of_id) group by 1 having bool_or(c.inside is not null))
    insert into scenic_day_curve (spot_id, day, inside, reserved)
    select s.of_id, ${day}::date, array_agg(c.inside order by q), s.reserved
    from spots s cross join generate_series(0, ${quartersOfDay - 1}::int) q left join counted c on c.of_id = s.of_id and c.quarter = q
    group by s.of_id, s.reserved
    on conflict (spot_id, day) do update set inside = excluded.inside, reserved = excluded.reserved
      where (scenic_day_curve.inside, scenic_day_curve.reserved) is distinct from (excluded.inside, excluded.reserved)`);
}

/** Whether any day before `today` is stored. */
export const hasStoredVisitorsOfPastDays = async (db: Queryable, today: string): Promise<boolean> =>
  (await db.row(sql`select 1 as found from scenic_day_curve where day < ${today}::date limit 1`)) !== undefined;

/** Days whose readings may still have come in or been corrected since they were stored. */
const changing = 7;

/**
 * Stores the days before `today` that are missing, and those of the last week again. At first that is every day that has
 * readings.
 */
export async function storeVisitorsPerQuarterHourOfPastDays(
  db: Queryable,
  today: string,
  signal?: AbortSignal,
): Promise<void> {
  const stored = await db.row<{ last: string | null }>(
    sql`select max(day)::text as last from scenic_day_curve where day < ${today}::date`,
  );
  // the first reading is looked for in all partitions: once
  const first = stored?.last ? addDays(stored.last, 1 - changing) : await firstDayWithReadings(db);
  if (!first) return;
  for (let day = first; day < today && !signal?.aborted; day = addDays(day, 1))
    await storeVisitorsPerQuarterHourOfDay(db, day);
}

async function firstDayWithReadings(db: Queryable): Promise<string | null> {
  const found = await db.row<{ first: string | null }>(
    sql`select (min(at) at time zone 'Asia/Shanghai')::date::text as first from scenic_flow`,
  );
  return found?.first ?? null;
}
