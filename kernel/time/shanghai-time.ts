/**
 * Dates and instants of the product. A date is written YYYY-MM-DD and means a day in Asia/Shanghai. That zone has been
 * UTC+8 without summer time since 1992, so the offset is a constant here.
 */

const DAY = 86_400_000;
const OFFSET = 8 * 3_600_000;

/** Whether a text is a valid date YYYY-MM-DD. Year 0 does not exist, and databases cannot store it. */
export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const [year, month, day] = [Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8))];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/**
 * Whether days and years can be counted from a date in both directions without leaving the years that can be written.
 * Check this before you count from a date that a caller sends.
 */
export const isCountableDate = (value: string): boolean =>
  isDate(value) && value >= '1900-01-01' && value <= '2999-12-31';

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function parseDay(date: string): number {
  if (!isDate(date)) throw new RangeError(`not a date: ${date}`);
  return Date.parse(`${date}T00:00:00Z`);
}

function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The date that is `days` later, or earlier if negative. Throws a RangeError if `date` is not a date. */
export function addDays(date: string, days: number): string {
  return formatDay(parseDay(date) + days * DAY);
}

/**
 * The same day of the month so many months later, or the last day of that month if it is shorter (民法典 Art. 202).
 * Negative months lead back.
 */
export function addMonths(date: string, months: number): string {
  parseDay(date);
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(day, last.getUTCDate()));
  return formatDay(last.getTime());
}

/** The number of days from one date to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (parseDay(to) - parseDay(from)) / DAY;
}

/** The day of the week of a date: 0 Sunday … 6 Saturday. */
export function weekdayOf(date: string): number {
  return new Date(parseDay(date)).getUTCDay();
}

/**
 * The date in Asia/Shanghai of an ISO 8601 instant. A date is returned unchanged. Throws a RangeError for anything
 * else.
 */
export function toShanghaiDate(instant: string): string {
  if (isDate(instant)) return instant;
  return formatDay(toTime(instant) + OFFSET);
}

/** Today's date, with the first moment of today and of tomorrow. It is cached, because every write needs it. */
let today = { text: '', from: 0, until: 0 };

/** Today in Asia/Shanghai, YYYY-MM-DD. */
export function shanghaiToday(): string {
  const now = Date.now();
  if (now < today.from || now >= today.until) {
    const from = Math.floor((now + OFFSET) / DAY) * DAY - OFFSET;
    today = { text: formatDay(from + OFFSET), from, until: from + DAY };
  }
  return today.text;
}

/**
 * Parses an ISO 8601 instant with a zone, or a date, which means its midnight in Asia/Shanghai. Returns milliseconds
 * since 1970. Undefined: the text is neither. `Date.parse` alone would read 30 February as 2 March, and a text without
 * a zone in the zone of the machine.
 */
export function parseInstant(written: string): number | undefined {
  if (isDate(written)) return parseDay(written) - OFFSET;
  if (!/^.{10}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(written) || !isDate(written.slice(0, 10))) return undefined;
  const time = Date.parse(written);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Does the same for an instant that must be valid. Throws a RangeError if it is not, which is a fault of the program.
 */
export function toTime(instant: string): number {
  const time = parseInstant(instant);
  if (time === undefined) throw new RangeError(`not an instant with a zone: ${instant}`);
  return time;
}

/** Formats milliseconds since 1970 as ISO 8601 with the offset of Asia/Shanghai, to the second. */
export function toShanghaiIso(time: number): string {
  return `${new Date(time + OFFSET).toISOString().slice(0, 19)}+08:00`;
}

/** Formats milliseconds since 1970 as people read them in Asia/Shanghai: `2026-11-29 09:30`. */
export const toShanghaiMinute = (time: number): string => toShanghaiIso(time).slice(0, 16).replace('T', ' ');

/**
 * Removes seconds that are zero from a time of day, or a moment that ends with one: `09:30:00` becomes `09:30`,
 * `09:30:07` stays.
 */
export const withoutZeroSeconds = (written: string): string => written.replace(/(\d{2}:\d{2}):00$/, '$1');

/** The last second of a date in Asia/Shanghai, as ISO 8601. */
export function endOfDay(date: string): string {
  return `${formatDay(parseDay(date))}T23:59:59+08:00`;
}

/** The date in Asia/Shanghai of a moment in Unix seconds. */
export const shanghaiDateOf = (moment: number): string => formatDay(moment * 1000 + OFFSET);

/**
 * The last day of an interval (unix seconds) in Asia/Shanghai. `to` does not belong to it: an interval until 24:00 ends
 * on that day.
 */
export const lastDayOf = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  shanghaiDateOf(Math.max(to - 1, from));

/** A moment in Unix seconds as conditions of lists are written, in Asia/Shanghai: `2026-11-21 14:05:09`. */
export const toShanghaiSecond = (moment: number): string =>
  toShanghaiIso(moment * 1000)
    .slice(0, 19)
    .replace('T', ' ');

/** The last day of a month: `2026-02` → `2026-02-28`. */
export function lastDayOfMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
