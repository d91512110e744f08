import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { levelsForecast } from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import type { SpotAnswer } from './forecast-worker.ts';
import { byTheHour } from './read-forecast-made-at-past-moment.ts';

/**
 * Stores what the thread found of some spots. A spot without history loses the forecast it had. Of a spot that lets nobody in,
 * an empty forecast ends those on record of the day, so that a replay shows none from then on.
 */
export async function storeForecastsAndBackTestResultsOfSpots(
  db: Queryable,
  day: string,
  answers: readonly SpotAnswer[],
): Promise<void> {
  const midnight = `${day}T00:00:00+08:00`;
  const rows = answers.flatMap(({ id, today, night }) => {
    const forecast = night ? (night.ahead[day] ?? null) : today;
    if (forecast === undefined) return [];
    const moments = Object.fromEntries(
      levelsForecast.map((level) => [`eta${level}`, forecast?.arrivals.find((one) => one.level === level)?.at ?? null]),
    );
    return [{ id, curves: forecast, hours: forecast && byTheHour(forecast), ...moments, ahead: night?.ahead ?? null }];
  });
  const etaOfReplay = (column: string) =>
    sql`${midnight}::timestamptz + make_interval(mins => case when n.stands then n.${sql.id(column)} end)`;
  await db.query(sql`
    with n as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n (id bigint, curves jsonb, hours jsonb, eta80 int, eta90 int, eta100 int, ahead jsonb)),
    past as (
      insert into scenic_forecast_past (spot_id, made_at, day, first, p10, p50, p90, eta80, eta90, eta100)
      select n.id, now(), ${day}::date, coalesce(h.first, 0), coalesce(h.p10, '{}'), coalesce(h.p50, '{}'), coalesce(h.p90, '{}'),
        ${etaOfReplay('eta80')}, ${etaOfReplay('eta90')}, ${etaOfReplay('eta100')}
      from (select n.*, coalesce(jsonb_typeof(n.hours) = 'object', false) and t.status in ('open', 'limited') as stands
          from n join scenic_spot t on t.id = n.id) n
        cross join jsonb_to_record(case when n.stands then n.hours else '{}' end) as h (first smallint, p10 int[], p50 int[], p90 int[])
      where n.stands or exists (select from scenic_forecast_past p where p.spot_id = n.id and p.day = ${day}::date)
      on conflict (spot_id, made_at) do nothing)
    insert into scenic_forecast as f (spot_id, day, curves, eta80, eta90, eta100, ahead, made_at)
    select n.id, ${day}::date, n.curves, ${midnight}::timestamptz + make_interval(mins => n.eta80),
      ${midnight}::timestamptz + make_interval(mins => n.eta90), ${midnight}::timestamptz + make_interval(mins => n.eta100), n.ahead, now()
    from n
    on conflict (spot_id) do update set day = excluded.day, curves = excluded.curves, eta80 = excluded.eta80, eta90 = excluded.eta90,
      eta100 = excluded.eta100, ahead = coalesce(excluded.ahead, f.ahead), made_at = excluded.made_at`);
  await storeTests(db, answers);
}

async function storeTests(db: Queryable, answers: readonly SpotAnswer[]): Promise<void> {
  const tested = answers.flatMap(({ id, night }) => (night?.tested ?? []).map((one) => ({ id, ...one })));
  if (tested.length > 0)
    await db.query(sql`
      insert into scenic_forecast_error (spot_id, day, width, errors, relative)
      select n.id, n.date, n.width, n.errors, n.relative
      from jsonb_to_recordset(${JSON.stringify(tested)}::jsonb) as n (id bigint, date date, width real, errors jsonb, relative jsonb)
      on conflict (spot_id, day) do update set width = excluded.width, errors = excluded.errors, relative = excluded.relative`);
  const accuracies = answers.flatMap(({ id, night }) => (night ? [{ id, accuracy: night.accuracy }] : []));
  if (accuracies.length > 0)
    await db.query(sql`
      insert into scenic_forecast_accuracy (spot_id, accuracy, updated_at)
      select n.id, n.accuracy, now() from jsonb_to_recordset(${JSON.stringify(accuracies)}::jsonb) as n (id bigint, accuracy jsonb)
      on conflict (spot_id) do update set accuracy = excluded.accuracy, updated_at = excluded.updated_at`);
}
