import { toPlainText } from '../check/normalise-width-spaces-and-dashes.ts';
import { isDate, toShanghaiIso, toTime } from './shanghai-time.ts';

/**
 * Reads dates and moments as people type them and spreadsheets write them. A text whose year, month and day are
 * ambiguous (`24-5-3`, `5/3/2024`) is not a date; the user has to clarify it.
 */

/** Longer texts are not parsed. */
const longest = 40;

const written = /^(\d{4})(?: ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,2})| ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号])(?!\d)/;
const compact = /^(\d{4})(\d{2})(\d{2})(?!\d)/;
/** Excel's long dates include the day of the week. */
const weekday = /^ ?(?:\(?(?:星期|周)[一二三四五六日天]\)?)?/;
const clock = /^[ T]?(上午|下午|AM|PM)? ?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)? ?(AM|PM)?(Z|[+-]\d{2}:?\d{2})?$/i;

const two = (number: string | number) => String(number).padStart(2, '0');

interface Parts {
  readonly day: string;
  /** `hh:MM:ss`, if the text contains a time. */
  readonly time?: string;
  readonly zone?: string;
}

function readParts(text: string): Parts | undefined {
  if (text.length > longest) return undefined;
  const plain = toPlainText(text).replace(/[。｡]/g, '.');
  const found = written.exec(plain) ?? compact.exec(plain);
  if (!found) return undefined;
  const [whole, year = '', second, third, fourth, fifth, sixth] = found;
  const [month, date] = found.length > 4 ? [third ?? fifth, fourth ?? sixth] : [second, third];
  const day = `${year}-${two(month ?? '')}-${two(date ?? '')}`;
  if (!isDate(day)) return undefined;
  const behind = plain.slice(whole.length);
  const rest = behind.slice(weekday.exec(behind)?.[0].length ?? 0);
  if (rest.trim() === '') return { day };
  const [matched, before, hours = '', minutes = '', seconds = '00', after, zone] =
    clock.exec(rest) ?? clock.exec(behind) ?? [];
  const half = (before ?? after ?? '').toUpperCase();
  if (matched === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const hour = hourOf(Number(hours), half);
  if (hour === undefined) return undefined;
  return { day, time: `${two(hour)}:${minutes}:${seconds}`, ...(zone ? { zone } : {}) };
}

/** The hour of the day. Excel writes 上午 12:00 for midnight and 下午 12:00 for noon; people also write 下午 15:00. */
function hourOf(hours: number, half: string): number | undefined {
  if (hours > 23) return undefined;
  if (half === '下午' || half === 'PM') return hours < 12 ? hours + 12 : hours;
  if (half === '上午' || half === 'AM') return hours > 12 ? undefined : hours % 12;
  return hours;
}

/** Formats what was read as `yyyy-mm-dd hh:MM:ss` in Asia/Shanghai, converted from its zone if it has one. */
function inShanghai({ day, time = '00:00:00', zone }: Parts): string {
  if (zone === undefined) return `${day} ${time}`;
  return toShanghaiIso(toTime(`${day}T${time}${zone.toUpperCase()}`))
    .slice(0, 19)
    .replace('T', ' ');
}

/**
 * Parses a date and returns it as `YYYY-MM-DD`. Accepts `2024/5/3`, `2024-5-3`, `2024.5.3`, `20240503` and `2024年5月3日`,
 * also full-width. A day of the week or a time that follows is ignored. Undefined: the text is no date.
 */
export function parseDateText(text: string): string | undefined {
  const parts = readParts(text);
  return parts && inShanghai(parts).slice(0, 10);
}

/**
 * Parses a moment and returns its wall-clock time in Asia/Shanghai, `YYYY-MM-DD hh:MM:ss`. A date means its midnight.
 * Undefined: the text is no moment.
 */
export function parseMomentText(text: string): string | undefined {
  const parts = readParts(text);
  return parts && inShanghai(parts);
}

/** The serial numbers that are read as dates, 1927 to 2100. Any other number is just a number. */
const firstSerial = 10_000;
const lastSerial = 73_050;
/** Day 0 of Excel, for dates after its 29 February 1900, which did not exist. */
const dayZero = Date.UTC(1899, 11, 30);

/**
 * Converts a serial number to a moment, `YYYY-MM-DD hh:MM:ss`. A date in a spreadsheet becomes such a number if its
 * cell is not formatted as a date: 45413 is 2024-05-01, 45413.5 its noon. For spreadsheets only, not for typed input.
 * Undefined: it is no such number.
 */
export function parseSerialDate(text: string): string | undefined {
  if (!/^\d{5}(?:\.\d{1,12})?$/.test(text)) return undefined;
  const serial = Number(text);
  if (serial < firstSerial || serial >= lastSerial) return undefined;
  // Rounded to seconds, because times are stored as fractions of a day.
  const time = dayZero + Math.round(serial * 86_400) * 1000;
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
