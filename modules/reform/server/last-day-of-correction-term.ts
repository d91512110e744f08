import { computeDue } from '#kernel/time/deadline.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import type { WorkingCalendar } from '#kernel/time/working-calendar.ts';

/**
 * The last day (YYYY-MM-DD) of a term in days. The day on which it begins is not counted, and a last day that is no
 * working day moves on to the next one (民法典 Art. 201, 203).
 */
export const lastDayOfCorrectionTerm = (calendar: WorkingCalendar, from: string, days: number): string =>
  toShanghaiDate(
    computeDue({ unit: 'day', amount: days, roll: 'nextWorkday', startNextDay: true }, from, calendar).due,
  );
