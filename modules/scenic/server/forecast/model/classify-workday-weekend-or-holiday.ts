import { addDays, weekdayOf } from '#kernel/time/shanghai-time.ts';
import { type CalendarDay, makeCalendar } from '#kernel/time/working-calendar.ts';

/**
 * The kinds of day that decide how many visitors come and when: an ordinary workday or one in the school holidays, the day before a
 * public holiday, a weekend, or the place of a day within a public holiday.
 */
export const dayKinds = [
  'workday',
  'school_holiday',
  'holiday_eve',
  'weekend',
  'holiday_first',
  'holiday_middle',
  'holiday_last',
] as const;
export type DayKind = (typeof dayKinds)[number];

const daysOff: ReadonlySet<DayKind> = new Set(['weekend', 'holiday_first', 'holiday_middle', 'holiday_last']);
/** Whether most people are free: on weekends and in public holidays, but not on the day before one. */
export const isDayOff = (kind: DayKind): boolean => daysOff.has(kind);

/** Every year the same, each YYYY-MM-DD without the year: `['07-10', '08-31']`. A span may pass the end of the year. */
export type SchoolHolidays = readonly (readonly [from: string, until: string])[];

/**
 * Creates the function from a date to its kind. `days` are the exceptions to Monday–Friday, as in the working calendar.
 * A public holiday is the whole run of days off around its days, weekend included; one of a single day has the crowd of
 * a middle one.
 */
export function createKindOfDay(
  days: readonly CalendarDay[],
  schoolHolidays: SchoolHolidays,
): (date: string) => DayKind {
  const calendar = makeCalendar(days);
  const holidays = new Set(days.filter(({ kind }) => kind === 'holiday').map(({ date }) => date));
  const isOff = (date: string) => !calendar.isWorkday(date);
  const found = new Map<string, DayKind>();
  return (date) => {
    const before = found.get(date);
    if (before) return before;
    const kind = findKind(date, isOff, (day) => holidays.has(day), schoolHolidays);
    found.set(date, kind);
    return kind;
  };
}

type Test = (date: string) => boolean;

function findKind(date: string, isOff: Test, isHoliday: Test, schoolHolidays: SchoolHolidays): DayKind {
  if (isOff(date)) {
    const [first, last] = [endOfRun(date, -1, isOff), endOfRun(date, 1, isOff)];
    if (!someDay(first, last, isHoliday)) return 'weekend';
    if (first === last) return 'holiday_middle';
    return date === first ? 'holiday_first' : date === last ? 'holiday_last' : 'holiday_middle';
  }
  const next = addDays(date, 1);
  if (isOff(next) && someDay(next, endOfRun(next, 1, isOff), isHoliday)) return 'holiday_eve';
  const day = date.slice(5);
  const isSchoolHoliday = schoolHolidays.some(([from, until]) =>
    from <= until ? day >= from && day <= until : day >= from || day <= until,
  );
  return isSchoolHoliday ? 'school_holiday' : 'workday';
}

/** The last day off in a direction without a workday between. */
function endOfRun(date: string, step: 1 | -1, isOff: Test): string {
  let day = date;
  // no run of days off is longer; a calendar filled by mistake must not keep this going
  for (let n = 0; n < 30 && isOff(addDays(day, step)); n++) day = addDays(day, step);
  return day;
}

function someDay(first: string, last: string, test: Test): boolean {
  for (let day = first; day <= last; day = addDays(day, 1)) if (test(day)) return true;
  return false;
}

/** The day of the week as it matters within its kind: 0 where it does not, because a holiday has no weekdays. */
export const weekdayWithinKind = (kind: DayKind, date: string): number =>
  kind === 'workday' || kind === 'school_holiday' || kind === 'weekend' ? weekdayOf(date) + 1 : 0;
