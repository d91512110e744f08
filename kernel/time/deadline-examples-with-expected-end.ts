import type { TimeUnit } from './deadline.ts';

/** A limit with a known end. It tests the engine, and anybody can try it on the current calendar. */
export interface DeadlineExample {
  readonly unit: TimeUnit;
  readonly amount: number;
  readonly from: string;
  readonly due: string;
}

const vector = (amount: number, unit: TimeUnit, from: string, due: string): DeadlineExample => ({
  unit,
  amount,
  from,
  due,
});

/**
 * Limits of days in 2026 (domain reference §2.AA): across the make-up Sunday in September, the Spring Festival and its
 * make-up Saturday, and the National Day; and calendar days that end on a holiday and move on.
 */
export const deadlineExamples: readonly DeadlineExample[] = [
  vector(2, 'workingDay', '2026-09-18', '2026-09-21'),
  vector(2, 'workingDay', '2026-02-13', '2026-02-24'),
  vector(7, 'workingDay', '2026-02-10', '2026-02-26'),
  vector(5, 'workingDay', '2026-09-30', '2026-10-13'),
  vector(15, 'day', '2026-09-22', '2026-10-08'),
  vector(60, 'day', '2026-03-15', '2026-05-14'),
  vector(90, 'day', '2026-07-01', '2026-09-29'),
];
