import { expect, test } from 'vitest';
import { makeCalendar } from '#kernel/time/working-calendar.ts';
import { lastDayOfCorrectionTerm } from './last-day-of-correction-term.ts';

const holidays = ['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07'];
const calendar = makeCalendar([
  ...holidays.map((date) => ({ date, kind: 'holiday' as const })),
  { date: '2026-10-10', kind: 'makeup' },
]);

test('the day of issue is not counted, also when it is a holiday, and the last day is a working day', () => {
  expect(lastDayOfCorrectionTerm(calendar, '2026-09-22', 15), 'the 7th is a holiday').toBe('2026-10-08');
  expect(lastDayOfCorrectionTerm(calendar, '2026-10-01', 8), 'issued on a holiday; the 9th is a Friday').toBe(
    '2026-10-09',
  );
  expect(lastDayOfCorrectionTerm(calendar, '2026-10-03', 7), 'a Saturday that is worked').toBe('2026-10-10');
  expect(lastDayOfCorrectionTerm(calendar, '2026-11-13', 1), 'a Saturday').toBe('2026-11-16');
  expect(lastDayOfCorrectionTerm(calendar, '2026-11-12', 1)).toBe('2026-11-13');
});
