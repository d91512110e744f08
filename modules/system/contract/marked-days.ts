import type { CalendarDayKind } from '#kernel/time/calendar.ts';

/** A day that differs from the plain week, as the year of the calendar is told it. */
export interface MarkedDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly kind: CalendarDayKind;
  readonly name: string;
  readonly name_en: string | null;
  /** Whether it is of the arrangement announced for its year. */
  readonly announced: '0' | '1';
}

/** What `system.calendar/days` answers. */
export interface MarkedDays {
  readonly days: readonly MarkedDay[];
  /** The years asked for whose arrangement has been announced. */
  readonly announced: readonly number[];
  /** The year whose arrangement should be on record by today, and is not. */
  readonly missing: number | null;
}
