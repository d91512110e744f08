import { expect, test } from 'vitest';
import { lastDaysOfMonthsBefore } from '../contract/last-days-of-months-before-day.ts';

test('months end on their last days, also in leap years and at the turn of the year', () => {
  expect(lastDaysOfMonthsBefore('2026-11-28', 3)).toEqual(['2026-10-31', '2026-09-30', '2026-08-31']);
  expect(lastDaysOfMonthsBefore('2028-03-31', 2)).toEqual(['2028-02-29', '2028-01-31']);
  expect(lastDaysOfMonthsBefore('2026-01-01', 1)).toEqual(['2025-12-31']);
  expect(lastDaysOfMonthsBefore('2026-11-28')).toHaveLength(12);
});
