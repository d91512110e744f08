import { shanghaiDateOf, toTime } from '#kernel/time/shanghai-time.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { visitorForecastSettings } from '../../contract/forecast/visitor-forecast-settings.ts';
import type { ForecastTask } from './forecast-worker.ts';
import { readMedianErrorBandsAcrossSpots } from './read-median-error-bands-across-spots.ts';
import { readSchoolHolidaysFromSettings } from './read-school-holidays-from-settings.ts';
import { readCalendarDays, readSpotHistoriesAsText } from './read-spot-histories-as-text.ts';
import { startForecastThread } from './start-forecast-worker-thread.ts';
import { storeForecastsAndBackTestResultsOfSpots } from './store-forecasts-and-back-test-results-of-spots.ts';
import {
  hasStoredVisitorsOfPastDays,
  storeVisitorsPerQuarterHourOfDay,
  storeVisitorsPerQuarterHourOfPastDays,
} from './store-visitors-per-quarter-hour.ts';

type Batch = Awaited<ReturnType<typeof readSpotHistoriesAsText>>;

/** Spots that are in memory at the same time, twice: while one batch is computed the next one is read. */
const batch = 40;

/**
 * Forecasts every spot with a history: `today` the rest of this day, `night` the days ahead, after testing yesterday's
 * forecast. Returns the number of spots.
 */
export async function forecastAllSpotsInBatches(
  engine: Engine,
  task: ForecastTask['task'],
  { now = Date.now(), signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const { db } = engine;
  const today = shanghaiDateOf(now / 1000);
  const minute = Math.floor((now - toTime(`${today}T00:00:00+08:00`)) / 60_000);
  // a new installation does not wait for the night
  if (task === 'night' || !(await hasStoredVisitorsOfPastDays(db, today)))
    await storeVisitorsPerQuarterHourOfPastDays(db, today, signal);
  await storeVisitorsPerQuarterHourOfDay(db, today);
  const [calendar, others] = await Promise.all([
    readCalendarDays(db, today),
    readMedianErrorBandsAcrossSpots(db, today),
  ]);
  const thread = startForecastThread({
    minute,
    today,
    calendar,
    others,
    schoolHolidays: readSchoolHolidaysFromSettings(engine.settings(visitorForecastSettings)),
  });
  const read = (after: number) => readSpotHistoriesAsText(db, { task, today, after, count: batch });
  let forecast = 0;
  try {
    let next: Promise<Batch> | undefined = read(0);
    while (next && !signal?.aborted) {
      const { last, spots }: Batch = await next;
      next = last === undefined || spots.length < batch ? undefined : read(last);
      // read while the thread computes; an error is thrown where it is awaited
      next?.catch(() => {});
      if (spots.length > 0) await storeForecastsAndBackTestResultsOfSpots(db, today, await thread.run({ task, spots }));
      forecast += spots.length;
    }
  } finally {
    await thread.end();
  }
  return forecast;
}
