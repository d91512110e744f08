import { expect, test } from 'vitest';
import { toShanghaiIso } from '#kernel/time/shanghai-time.ts';
import { warningsOf } from '#kernel/time/times-of-deadline-warnings.ts';
import { makeCalendar } from '#kernel/time/working-calendar.ts';
import { correctionOrderLifecycle } from '../contract/correction-order-lifecycle.ts';
import { lastDayOfCorrectionTerm } from './last-day-of-correction-term.ts';

const holidays = ['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07'];
const calendar = makeCalendar([
  ...holidays.map((date) => ({ date, kind: 'holiday' as const })),
  { date: '2026-10-10', kind: 'makeup' },
]);

test('reminders come three days and one day before the last day, on it and on the day after, also on holidays', () => {
  const reminders = (issued: string, days: number) => {
    const last = `${lastDayOfCorrectionTerm(calendar, issued, days)}T23:59:59+08:00`;
    return warningsOf('day', last, correctionOrderLifecycle.clocks?.correction?.warn ?? [], calendar).map(
      ({ at, fact, left }) => [toShanghaiIso(at * 1000).slice(0, 16), fact, left],
    );
  };
  // the term of fifteen days ends on a holiday: the first working day after it is the 8th
  expect(reminders('2026-09-22', 15)).toEqual([
    ['2026-10-05T09:00', 'due_soon', 3],
    ['2026-10-07T09:00', 'due_soon', 1],
    ['2026-10-08T09:00', 'due_soon', 0],
    ['2026-10-09T00:00', 'overdue', 0],
    ['2026-10-09T09:00', 'overdue', -1],
  ]);
  // ends on a Saturday that is worked, so that the day after is a Sunday
  expect(reminders('2026-10-03', 7).map(([at]) => at)).toEqual([
    '2026-10-07T09:00',
    '2026-10-09T09:00',
    '2026-10-10T09:00',
    '2026-10-11T00:00',
    '2026-10-11T09:00',
  ]);
});

test('the day of issue is not counted, also when it is a holiday, and the last day is a working day', () => {
  expect(lastDayOfCorrectionTerm(calendar, '2026-09-22', 15), 'the 7th is a holiday').toBe('2026-10-08');
  expect(lastDayOfCorrectionTerm(calendar, '2026-10-01', 8), 'issued on a holiday; the 9th is a Friday').toBe(
    '2026-10-09',
  );
  expect(lastDayOfCorrectionTerm(calendar, '2026-10-03', 7), 'a Saturday that is worked').toBe('2026-10-10');
  expect(lastDayOfCorrectionTerm(calendar, '2026-11-13', 1), 'a Saturday').toBe('2026-11-16');
  expect(lastDayOfCorrectionTerm(calendar, '2026-11-12', 1)).toBe('2026-11-13');
});
