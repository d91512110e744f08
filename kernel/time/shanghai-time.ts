/**
 * Dates and instants of the product. A date is written YYYY-MM-DD and means a day in Asia/Shanghai. That zone has been
 * UTC+8 without summer time since 1992, so the offset is a constant here.
 */

const DAY = 86_400_000;
const OFFSET = 8 * 3_600_000;

/** Whether a text is a valid date YYYY-MM-DD. There is no year 0, and databases cannot store it. */
export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const [year, month, day] = [Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8))];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/**
 * Whether one can count days and years from a date in both directions: the first and last representable years are
 * excluded. To be checked before counting from a caller's date.
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

/** The date `days` later, or earlier if negative. */
export function addDays(date: string, days: number): string {
  return formatDay(parseDay(date) + days * DAY);
}

/** The same day of the month so many months later, or the last day of that month if it is shorter (民法典 Art. 202). */
export function addMonths(date: string, months: number): string {
  parseDay(date);
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(day, last.getUTCDate()));
  return formatDay(last.getTime());
}

/** Days from one date to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (parseDay(to) - parseDay(from)) / DAY;
}

/** 0 Sunday … 6 Saturday. */
export function weekdayOf(date: string): number {
  return new Date(parseDay(date)).getUTCDay();
}

/** The date in Asia/Shanghai of an ISO 8601 instant. A date is returned unchanged. */
export function toShanghaiDate(instant: string): string {
  if (isDate(instant)) return instant;
  return formatDay(toTime(instant) + OFFSET);
}

/** Cache of today's date with its first and last moment, because every write needs it. */
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
 * Milliseconds since 1970 of an ISO 8601 instant with zone, or of midnight of a date in Asia/Shanghai. Undefined:
 * neither. `Date.parse` alone reads 30 February as 2 March, and a text without zone in the zone of the machine.
 */
export function parseInstant(written: string): number | undefined {
  if (isDate(written)) return parseDay(written) - OFFSET;
  if (!/^.{10}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(written) || !isDate(written.slice(0, 10))) return undefined;
  const time = Date.parse(written);
  return Number.isNaN(time) ? undefined : time;
}

/** The same for an instant that must be valid; throws otherwise, as a fault of the program. */
export function toTime(instant: string): number {
  const time = parseInstant(instant);
  if (time === undefined) throw new RangeError(`not an instant with a zone: ${instant}`);
  return time;
}

/** An instant with the offset of Asia/Shanghai, to the second. */
export function toShanghaiIso(time: number): string {
  return `${new Date(time + OFFSET).toISOString().slice(0, 19)}+08:00`;
}

/** A time of day, or a moment that ends with one, without a second of zero: `09:30:00` is `09:30`, `09:30:07` stays. */
export const withoutZeroSeconds = (written: string): string => written.replace(/(\d{2}:\d{2}):00$/, '$1');

/** The last second of a day in Asia/Shanghai. */
export function endOfDay(date: string): string {
  return `${formatDay(parseDay(date))}T23:59:59+08:00`;
}

/**
 * Last day of an interval (unix seconds) in Asia/Shanghai. `to` is exclusive: an interval until 24:00 ends on that day.
 */
export const lastDayOf = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  toShanghaiDate(new Date(Math.max(to - 1, from) * 1000).toISOString());
