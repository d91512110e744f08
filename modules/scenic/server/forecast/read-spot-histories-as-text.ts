import { addDays } from '#kernel/time/shanghai-time.ts';
import type { CalendarDay } from '#kernel/time/working-calendar.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import {
  daysAhead,
  type ForecastAccuracy,
  minutesOfSlot,
  quartersOfDay,
  usualHours,
} from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { type OpeningLine, openingHoursOn } from '../../contract/opening-hours-on-day.ts';
import type { BackTestedDayAsJson } from './computation/back-tested-day-to-and-from-json.ts';
import type { SpotHistoryAsText } from './computation/parse-spot-history-from-database-text.ts';
import type { ForecastTask } from './forecast-worker.ts';
import { daysOfBands, mostDays } from './model/back-test-forecasts-of-past-days.ts';

/** Holidays and make-up workdays of the years of a history. */
export const readCalendarDays = (db: Queryable, today: string): Promise<CalendarDay[]> =>
  db.rows<CalendarDay & Record<string, unknown>>(sql`
    select date::text as date, kind from system_calendar
    where date between ${addDays(today, -mostDays - 30)}::date and ${addDays(today, 40)}::date order by date`);

interface Row {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly limit: number | null;
  readonly lines: readonly OpeningLine[];
  readonly weather: string | null;
  readonly accuracy: ForecastAccuracy | null;
}

/**
 * Reads some spots with their history, by two statements whatever their number. `after` is the key of the last spot of the
 * batch before. The days of a spot come as one text, which only the thread takes apart.
 */
export async function readSpotHistoriesAsText(
  db: Queryable,
  { task, today, after, count }: { task: ForecastTask['task']; today: string; after: number; count: number },
): Promise<{ last: number | undefined; spots: SpotHistoryAsText[] }> {
  const since = addDays(today, -mostDays - (task === 'night' ? daysOfBands : 0));
  const until = addDays(today, daysAhead);
  const rows = await db.rows<Row>(sql`
    select t.id, t.instant_max as "limit", a.accuracy,
      coalesce((select jsonb_agg(jsonb_build_object('from_on', c.from_on, 'to_on', c.to_on, 'shut', c.shut, 'opens_at', c.opens_at,
        'closes_at', c.closes_at)) from scenic_season c where c.spot_id = t.id and c.from_on <= ${until}::date and c.to_on >= ${today}::date), '[]') as lines,
      (select string_agg(w.date || ':' || w.weather, ',') from (
        select distinct on (w.date) w.date, w.weather from scenic_weather w
        where w.area_code in (t.area_code, left(t.area_code, 4) || '00', left(t.area_code, 2) || '0000')
          and w.date between ${since}::date and ${until}::date order by w.date, w.area_code desc) w) as weather
    from scenic_spot t left join scenic_forecast_accuracy a on a.spot_id = t.id
    where t.id > ${after} and exists (select from scenic_day_curve d where d.spot_id = t.id) order by t.id limit ${count}`);
  const opened = rows.map((row) => ({ ...row, ...openingOf(row.lines, today) }));
  const [days, tested] = await Promise.all([
    readDays(db, opened, { since, today }),
    task === 'night' ? readTestedDays(db, opened, addDays(today, -daysOfBands)) : undefined,
  ]);
  return {
    last: rows.at(-1)?.id,
    spots: opened.map(({ id, limit, weather, accuracy, first, end, shut }) => ({
      id,
      limit,
      weather,
      accuracy,
      first,
      end,
      shut,
      days: days.get(id) ?? null,
      tested: tested?.get(id) ?? null,
    })),
  };
}

/** The quarters in which a spot is open, by the hours of the first day from today on which it opens; and its days shut. */
function openingOf(lines: readonly OpeningLine[], today: string): { first: number; end: number; shut: string[] } {
  const shut: string[] = [];
  let hours: { first: number; end: number } | undefined;
  for (let ahead = 0; ahead <= daysAhead; ahead++) {
    const date = addDays(today, ahead);
    const found = openingHoursOn(lines, date);
    if (found === 'shut') shut.push(date);
    else if (found && !hours) {
      const [opens, closes] = [quarterOf(found.opens, Math.floor), quarterOf(found.closes, Math.ceil)];
      // one that closes after midnight is forecast until midnight
      hours = { first: opens, end: closes > opens ? closes : quartersOfDay };
    }
  }
  return { ...(hours ?? usualHours), shut };
}

function quarterOf(time: string, round: (quarters: number) => number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return round((hours * 60 + minutes) / minutesOfSlot);
}

async function readDays(
  db: Queryable,
  spots: readonly { id: number; first: number; end: number }[],
  { since, today }: { since: string; today: string },
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.rows<{ id: number; days: string }>(sql`
    select d.spot_id as id, string_agg(d.day || ';' || coalesce(d.reserved::text, '') || ';' ||
      array_to_string(d.inside[o.first + 1 : o."end"], ',', ''), chr(10) order by d.day) as days
    from jsonb_to_recordset(${JSON.stringify(spots)}::jsonb) as o (id bigint, first int, "end" int)
    join scenic_day_curve d on d.spot_id = o.id and d.day between ${since}::date and ${today}::date group by 1`);
  return new Map(rows.map(({ id, days }) => [id, days]));
}

async function readTestedDays(
  db: Queryable,
  spots: readonly { id: number }[],
  since: string,
): Promise<ReadonlyMap<number, BackTestedDayAsJson[]>> {
  const rows = await db.rows<{ id: number; tested: BackTestedDayAsJson[] }>(sql`
    select e.spot_id as id, jsonb_agg(jsonb_build_object('date', e.day, 'width', e.width, 'errors', e.errors, 'relative', e.relative)
      order by e.day) as tested
    from scenic_forecast_error e where e.spot_id = any(${spots.map(({ id }) => id)}::bigint[]) and e.day >= ${since}::date group by 1`);
  return new Map(rows.map(({ id, tested }) => [id, tested]));
}
