import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#kernel/time/shanghai-time.ts';
import {
  type CheckCycleRecurrence,
  duePeriods,
  periodsBetween,
} from '../../contract/cycle/periods-of-recurring-check-cycle.ts';

const quarterly: CheckCycleRecurrence = { unit: 'quarter', every: 1, starts_on: '2026-01-01' };

test('periods follow each other, and end where months are short', () => {
  expect(periodsBetween(quarterly, '2026-02-01', '2026-07-01').map(({ from, to }) => [from, to])).toEqual([
    ['2026-01-01', '2026-03-31'],
    ['2026-04-01', '2026-06-30'],
    ['2026-07-01', '2026-09-30'],
  ]);
  const monthly: CheckCycleRecurrence = { unit: 'month', every: 1, starts_on: '2026-01-31', ends_on: '2026-03-15' };
  expect(periodsBetween(monthly, '2026-01-01', '2026-12-31').map(({ from, to }) => [from, to])).toEqual([
    ['2026-01-31', '2026-02-27'],
    ['2026-02-28', '2026-03-15'],
  ]);
});

test('checks are made in season, also over the turn of the year; periods out of season have none', () => {
  const summer = { ...quarterly, season_from: 5, season_to: 8 };
  expect(periodsBetween(summer, '2026-01-01', '2026-12-31').map(({ first, last }) => [first, last])).toEqual([
    ['2026-05-01', '2026-06-30'],
    ['2026-07-01', '2026-08-31'],
  ]);
  const winter: CheckCycleRecurrence = {
    unit: 'year',
    every: 1,
    starts_on: '2026-07-01',
    season_from: 11,
    season_to: 2,
  };
  expect(periodsBetween(winter, '2026-07-01', '2027-06-30')).toEqual([
    { from: '2026-07-01', to: '2027-06-30', first: '2026-11-01', last: '2027-02-28' },
  ]);
});

test('after a downtime only what runs or begins soon is due', () => {
  expect(duePeriods(quarterly, '2026-08-20', 10).map(({ from }) => from)).toEqual(['2026-07-01']);
  expect(duePeriods(quarterly, '2026-09-25', 10).map(({ from }) => from)).toEqual(['2026-07-01', '2026-10-01']);
  expect(duePeriods({ ...quarterly, season_from: 7, season_to: 8 }, '2026-09-25', 3)).toEqual([]);
  const weekly: CheckCycleRecurrence = {
    unit: 'cron',
    every: null,
    starts_on: '2026-11-02',
    nextDay: (day) => addDays(day, 7),
  };
  expect(duePeriods(weekly, '2026-11-28', 2).map(({ from }) => from)).toEqual(['2026-11-23', '2026-11-30']);
});

test('every day belongs to one period at most, which has days left', () => {
  const rhythms = fc.record({
    unit: fc.constantFrom('month' as const, 'quarter' as const, 'year' as const),
    every: fc.integer({ min: 1, max: 3 }),
    starts_on: fc.integer({ min: 0, max: 800 }).map((n) => addDays('2025-01-01', n)),
  });
  fc.assert(
    fc.property(rhythms, fc.integer({ min: 0, max: 900 }), (rhythm, n) => {
      const day = addDays('2026-01-01', n);
      const due = duePeriods(rhythm, day, 0);
      expect(due).toHaveLength(day >= rhythm.starts_on ? 1 : 0);
      for (const one of due) expect([one.from <= day, day <= one.last]).toEqual([true, true]);
    }),
    { numRuns: 200 },
  );
});
