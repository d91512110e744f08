import path from 'node:path';
import { summariseErrors } from '#modules/scenic/server/forecast/model/back-test-forecasts-of-day.ts';
import {
  addUpErrors,
  backTestHistory,
  type TestedDay,
} from '#modules/scenic/server/forecast/model/back-test-forecasts-of-past-days.ts';
import type { DayOfVisitors } from '#modules/scenic/server/forecast/model/day-with-visitor-counts-and-weather-types.ts';
import { dayLead, weekLead } from '#modules/scenic/server/forecast/model/fit-forecast-error-bands.ts';
import { generateAttendance, slotsPerHour } from '#modules/scenic/test/forecast/generated-attendance.ts';
import { median } from '../support/measure.ts';
import type { Finding } from '../support/report.ts';
import { readCountsFile } from './read-counts-file.ts';

/** Days that are tested after the bands have had as many to begin with. */
const windowDays = 30;
const windows = 6;

/** Tests the forecast on generated attendance and, with a file, on counts of real people. */
export function measureForecastAccuracy(counts: string | undefined): Finding[] {
  const generated = Array.from({ length: 12 }, (_, seed) =>
    generateAttendance(seed + 1, { from: '2025-01-01', days: 700 }),
  );
  const findings = [testPlaces('generated attendance, 12 spots', generated, slotsPerHour)];
  if (counts !== undefined) {
    const places = readCountsFile(counts);
    findings.push(
      testPlaces(
        `${path.basename(counts)}, ${places.length} places`,
        places.map(({ days }) => days),
        1,
      ),
    );
  }
  return findings;
}

function testPlaces(title: string, places: readonly (readonly DayOfVisitors[])[], perHour: number): Finding {
  const results = places.map((days) => {
    const from = days.at(-windowDays * (windows + 1))?.date ?? '';
    return backTestHistory(days, { from, slotsPerHour: perHour }).slice(windowDays);
  });
  const errors = addUpErrors(results.flat());
  const all = summariseErrors(errors);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const lead = (name: string, from: number, until = from + 1) => {
    const { compared, mape, coverage, betterThanLastWeek } = summariseErrors(errors, from, until);
    if (compared === 0) return [];
    return [`${name} ${percent(mape)}, covered ${percent(coverage)}, ${percent(betterThanLastWeek)} better`];
  };
  const coverages = results.flatMap(coverageOfWindows).sort((one, other) => one - other);
  const near = coverages.filter((coverage) => Math.abs(coverage - 0.8) <= 0.05).length / coverages.length;
  return {
    name: 'accuracy',
    title: `forecast of ${title}`,
    seen: [
      `error ${percent(all.mape)}, ${percent(all.betterThanLastWeek)} better than the same day last week; covered ${percent(all.coverage)}`,
      ...lead('1 h ahead', 0),
      ...lead('3 h', 2),
      ...lead('6 h', 5),
      ...lead('1 day', dayLead),
      ...lead('7 days', weekLead),
      `by place and 30 days: median ${percent(median(coverages))}, within 5 points ${percent(near)}`,
    ].join('\n    '),
    met: all.betterThanLastWeek > 0 && Math.abs(all.coverage - 0.8) <= 0.05,
    values: { mape: all.mape, better: all.betterThanLastWeek, coverage: all.coverage, windowsWithinFivePoints: near },
  };
}

const coverageOfWindows = (days: readonly TestedDay[]): number[] =>
  Array.from({ length: Math.floor(days.length / windowDays) }, (_, n) =>
    summariseErrors(addUpErrors(days.slice(n * windowDays, (n + 1) * windowDays))),
  ).flatMap(({ coverage }) => (Number.isNaN(coverage) ? [] : [coverage]));
