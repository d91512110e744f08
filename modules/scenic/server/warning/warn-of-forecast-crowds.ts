import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf, toTime } from '#kernel/time/shanghai-time.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { warning } from '../../contract/crowd-warning.ts';
import { openWarningStates } from '../../contract/crowd-warning-lifecycle.ts';
import type { ForecastOfDay } from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { visitorForecastSettings } from '../../contract/forecast/visitor-forecast-settings.ts';
import { spot } from '../../contract/scenic-spot-and-opening-season.ts';
import { flow } from '../../contract/visitor-flow-time-series-and-warning-messages.ts';
import {
  endForecastWarning,
  type ForecastOfLevel,
  isOpenOf,
  raiseWarning,
  replaceForecastWarning,
} from './raise-replace-and-clear-warnings.ts';
import { expectedLevelWithin, isStillExpected, levelOfRest } from './warning-level-expected-by-forecast.ts';
import { writeFunctionsForCrowdWarningCronJobs } from './write-functions-for-crowd-warning-cron-jobs.ts';

/** Days on which forecasts of a spot were tested, before any of them is a reason to call somebody. */
const enoughTested = 7;
/** Minutes by which the expected moment has to change to be changed in the warning. */
const worthChanging = 15;

/** A spot with a forecast of today that expects a level soon, or with an open warning on a forecast. */
interface Candidate {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly limit: number;
  readonly curves: ForecastOfDay | null;
  readonly error: number | null;
  /** The level of the flow; of lost data the last one. */
  readonly level: number;
  /** The open warning on a forecast. */
  readonly open_level: number | null;
  readonly open_expected_at: number | null;
}

const notExpected = text('预计不再达到该级', 'The level is no longer expected');

/**
 * Raises warnings of spots that are expected to reach a level soon, and ends those whose level is not expected any more.
 * Returns how many were raised, changed or ended.
 */
export async function updateForecastWarnings(engine: Engine, now = Date.now()): Promise<number> {
  const ahead = engine.settings(visitorForecastSettings).warn_ahead ?? 0;
  const day = shanghaiDateOf(now / 1000);
  const midnight = toTime(`${day}T00:00:00+08:00`) / 1000;
  const at = Math.floor(now / 1000);
  const minute = Math.floor((at - midnight) / 60);
  const soon = sql`to_timestamp(${now / 1000 + ahead * 60})`;
  const table = sql.id(tableOf(warning));
  const candidates = await engine.db.rows<Candidate>(sql`
    select t.id, t.instant_max as "limit", case when f.day = ${day}::date and t.status in ('open', 'limited') then f.curves end as curves,
      round((a.accuracy ->> 'mape')::numeric * 100)::int as error, coalesce(s.level, 0) as level,
      w.level::int as open_level, extract(epoch from w.expected_at)::bigint as open_expected_at
    from ${sql.id(tableOf(spot))} t left join scenic_forecast f on f.spot_id = t.id left join scenic_forecast_accuracy a on a.spot_id = t.id
    left join reading_state s on s.series = ${flow.name} and s.of_id = t.id
    left join ${table} w on w.spot_id = t.id and w.basis = 'forecast' and w.status = any(${[...openWarningStates]}::text[])
    where t.instant_max > 0 and (w.id is not null or (${ahead}::int > 0 and f.day = ${day}::date and t.status in ('open', 'limited')
      and least(f.eta80, f.eta90, f.eta100) <= ${soon} and (a.accuracy ->> 'days')::int >= ${enoughTested})) order by t.id`);
  let changed = 0;
  for (const one of candidates) if (await followOne(engine, one, { ahead, at, minute, midnight })) changed += 1;
  return changed;
}

interface Clock {
  readonly ahead: number;
  /** Now, in unix seconds and as the minute of the day. */
  readonly at: number;
  readonly minute: number;
  /** Unix seconds at which the day began. */
  readonly midnight: number;
}

async function followOne(engine: Engine, one: Candidate, clock: Clock): Promise<boolean> {
  const { ahead, at: now, minute, midnight } = clock;
  const { id, limit, curves, level, open_level, open_expected_at } = one;
  const expected = curves && expectedLevelWithin(curves, { minute, ahead, level });
  const moment = (minutes: number | null) => (minutes === null ? null : midnight + minutes * 60);
  if (expected && expected.level > (open_level ?? 0)) {
    const { at, earliest, latest, peak } = expected;
    const set: ForecastOfLevel = {
      expected_at: midnight + at * 60,
      expected_from: moment(earliest),
      expected_until: moment(latest),
      forecast_error: one.error,
    };
    const rise = { spot: id, at: now, level: expected.level, value: peak, against: limit };
    return engine.db.transaction(async (tx) => {
      if ((await lockLevel(tx, id)) >= expected.level) return false;
      await raiseWarning(engine, tx, writeFunctionsForCrowdWarningCronJobs(engine, tx), rise, {
        basis: 'forecast',
        set,
      });
      return true;
    });
  }
  if (open_level === null) return false;
  if (level >= open_level) {
    await engine.db.transaction((tx) =>
      replaceForecastWarning(writeFunctionsForCrowdWarningCronJobs(engine, tx), id, open_level),
    );
    return true;
  }
  if (!curves || !isStillExpected(curves, open_level, limit, minute)) {
    const lower = curves ? levelOfRest(curves, limit, minute) : 0;
    if (lower > level) return changeOpen(engine, id, { level: String(lower), level_at: now });
    await engine.db.transaction((tx) =>
      endForecastWarning(writeFunctionsForCrowdWarningCronJobs(engine, tx), id, { upTo: open_level, why: notExpected }),
    );
    return true;
  }
  const arrival = curves.arrivals.find((other) => other.level === open_level);
  const at = arrival ? moment(arrival.at) : null;
  if (at === null || Math.abs(at - (open_expected_at ?? 0)) < worthChanging * 60) return false;
  return changeOpen(engine, id, {
    expected_at: at,
    expected_from: moment(arrival?.earliest ?? null),
    expected_until: moment(arrival?.latest ?? null),
  });
}

/** The level of the flow of a spot, which no reading changes until the end of the transaction. */
async function lockLevel(tx: Transaction, spotId: number): Promise<number> {
  const state = await tx.row<{ level: number | null }>(
    sql`select level from reading_state where series = ${flow.name} and of_id = ${spotId} for update`,
  );
  return state?.level ?? 0;
}

async function changeOpen(
  engine: Engine,
  spotId: number,
  set: ForecastOfLevel & { level?: string; level_at?: number },
): Promise<boolean> {
  await engine.db.transaction((tx) =>
    writeFunctionsForCrowdWarningCronJobs(engine, tx).cascadeChange(warning, isOpenOf(spotId, 'forecast'), { ...set }),
  );
  return true;
}
