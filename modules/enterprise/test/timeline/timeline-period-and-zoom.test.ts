import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#kernel/time/shanghai-time.ts';
import {
  neighbouringPeriod,
  timelineAxisDays,
  timelinePeriodWith,
  timelineZoomLevels,
} from '../../contract/timeline-period-and-zoom.ts';

test('a period is a calendar month, quarter or year, or five years', () => {
  expect(timelineZoomLevels.map((zoom) => timelinePeriodWith('2026-11-29', zoom))).toEqual([
    { from: '2022-01-01', to: '2027-01-01' },
    { from: '2026-01-01', to: '2027-01-01' },
    { from: '2026-10-01', to: '2027-01-01' },
    { from: '2026-11-01', to: '2026-12-01' },
  ]);
  expect(timelineAxisDays(timelinePeriodWith('2026-02-10', 'month'), 'month')).toHaveLength(4);
  expect(timelineAxisDays(timelinePeriodWith('2026-02-10', 'years'), 'years')[4]).toBe('2026-01-01');
});

test('a day lies in its period, labels lie within, and going there and back leads to where one was', () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('1990-01-01', n));
  fc.assert(
    fc.property(days, fc.constantFrom(...timelineZoomLevels), (day, zoom) => {
      const period = timelinePeriodWith(day, zoom);
      expect(period.from <= day && day < period.to).toBe(true);
      for (const tick of timelineAxisDays(period, zoom)) expect(period.from <= tick && tick < period.to).toBe(true);
      const next = neighbouringPeriod(period, zoom, 1);
      if (zoom !== 'years') expect(next.from).toBe(period.to);
      expect(neighbouringPeriod(next, zoom, -1)).toEqual(period);
    }),
  );
});
