import { addDays, weekdayOf } from './shanghai-time.ts';

/** On a `makeup` day offices work on a weekend, in exchange for a holiday. */
export type CalendarDayKind = 'workday' | 'holiday' | 'makeup';

export interface CalendarDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly kind: CalendarDayKind;
  /** Whether the day belongs to the announcement for its year, so that the year counts as announced. Default: true. */
  readonly announced?: boolean;
}

export interface WorkingCalendar {
  /**
   * Whether public offices work on this date. In a year that has not been announced, they work from Monday to Friday.
   */
  isWorkday(date: string): boolean;
  /** Whether the holidays of the date's year have been announced. */
  isAnnounced(date: string): boolean;
  /** The last day of the last announced year. Empty: no year has been announced. */
  readonly announcedUntil: string;
}

/**
 * Creates a calendar from the exceptions to Monday–Friday: holidays, make-up workdays, and days that an administrator
 * has set. A year counts as announced if any of its days is, because the State Council announces a whole year at once;
 * with `announcedUntil`, only days up to that date make a year count.
 */
export function makeCalendar(days: Iterable<CalendarDay>, announcedUntil?: string): WorkingCalendar {
  const works = new Map<string, boolean>();
  const years = new Set<string>();
  for (const { date, kind, announced = true } of days) {
    works.set(date, kind !== 'holiday');
    if (announced && (announcedUntil === undefined || date <= announcedUntil)) years.add(date.slice(0, 4));
  }
  const lastYear = [...years].reduce((last, year) => (year > last ? year : last), '');
  return {
    isWorkday(date) {
      const exception = works.get(date);
      if (exception !== undefined) return exception;
      const weekday = weekdayOf(date);
      return weekday !== 0 && weekday !== 6;
    },
    isAnnounced: (date) => years.has(date.slice(0, 4)),
    announcedUntil: announcedUntil ?? (lastYear === '' ? '' : `${lastYear}-12-31`),
  };
}

/**
 * From this day on the holidays of the next year should be in the calendar, because the State Council announces them
 * around then.
 */
const announcedBy = '11-01';

/** The year whose holidays should be in the calendar by now, but are missing. Undefined: nothing is missing. */
export function missingYear(calendar: WorkingCalendar, today: string): number | undefined {
  const year = Number(today.slice(0, 4));
  const due = today.slice(5) >= announcedBy ? [year, year + 1] : [year];
  return due.find((one) => !calendar.isAnnounced(`${one}-01-01`));
}

/** The date itself if it is a workday, otherwise the first workday after it. */
export function nextWorkday(calendar: WorkingCalendar, date: string): string {
  let day = date;
  while (!calendar.isWorkday(day)) day = addDays(day, 1);
  return day;
}

/** The number of workdays after `from`, up to and including `to`; negative if `to` is earlier. */
export function countWorkdays(calendar: WorkingCalendar, from: string, to: string): number {
  if (to < from) return 0 - countWorkdays(calendar, to, from);
  let count = 0;
  for (let day = from; day < to; ) {
    day = addDays(day, 1);
    if (calendar.isWorkday(day)) count += 1;
  }
  return count;
}
