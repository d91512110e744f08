import type { CalendarDayKind } from '#kernel/time/working-calendar.ts';

/** A day that differs from the plain week, in the year view of the calendar. */
export interface SpecialDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly kind: CalendarDayKind;
  readonly name: string;
  readonly name_en: string | null;
  /** Whether it belongs to the official arrangement announced for its year. */
  readonly announced: '0' | '1';
}

/** Answer of `system.calendar/days`. */
export interface SpecialDays {
  readonly days: readonly SpecialDay[];
  /** The requested years whose arrangement has been announced. */
  readonly announced: readonly number[];
  /** The year whose arrangement should have been entered by today and is missing. */
  readonly missing: number | null;
}
