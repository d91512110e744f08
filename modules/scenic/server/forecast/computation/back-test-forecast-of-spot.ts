import { addDays } from '#kernel/time/shanghai-time.ts';
import {
  type ErrorOfLead,
  type ForecastAccuracy,
  slotsPerHour,
} from '../../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { type ErrorSummary, summariseErrors } from '../model/back-test-forecasts-of-day.ts';
import { addUpErrors, backTestHistory, bandsAfter, daysOfBands } from '../model/back-test-forecasts-of-past-days.ts';
import { leads } from '../model/fit-forecast-error-bands.ts';
import { type BackTestedDayAsJson, backTestedDayToJson } from './back-tested-day-to-and-from-json.ts';
import type { Spot } from './parse-spot-history-from-database-text.ts';

/** Days whose error and coverage are shown. */
const daysShown = 30;

/**
 * Tests the days that have not been tested yet, the last sixty at most, and sums up the last thirty with the bands that
 * follow from them.
 */
export function backTestForecastOfSpot({ history, today, tested: earlier, others }: Spot): {
  tested: readonly BackTestedDayAsJson[];
  accuracy: ForecastAccuracy;
} {
  const oldest = addDays(today.date, -daysOfBands);
  const next = addDays(earlier.at(-1)?.date ?? oldest, 1);
  const from = next > oldest ? next : oldest;
  const tested = backTestHistory(history, { from, slotsPerHour, before: earlier, ...(others && { others }) });
  const all = [...earlier, ...tested];
  const shown = all.filter(({ date }) => date >= addDays(today.date, -daysShown));
  const errors = addUpErrors(shown);
  const { bands, width } = bandsAfter(all, others);
  return {
    tested: tested.map(backTestedDayToJson),
    accuracy: {
      bands: { low: Array.from(bands.low), high: Array.from(bands.high) },
      width,
      days: shown.length,
      ...describe(summariseErrors(errors)),
      leads: Array.from({ length: leads }, (_, lead) => describe(summariseErrors(errors, lead, lead + 1))),
    },
  };
}

const orNull = (value: number): number | null => (Number.isFinite(value) ? Number(value.toFixed(4)) : null);

const describe = ({ compared, mae, mape, coverage, betterThanLastWeek }: ErrorSummary): ErrorOfLead => ({
  compared,
  mae: orNull(mae),
  mape: orNull(mape),
  coverage: orNull(coverage),
  better: orNull(betterThanLastWeek),
});
