import { toPlainText } from '../check/character-normalisation.ts';
import { isDate, toShanghaiIso, toTime } from './shanghai-time.ts';

/**
 * Reads dates and moments as people type them and spreadsheets write them. A text whose year, month and day are
 * ambiguous (`24-5-3`, `5/3/2024`) is not a date; the user has to clarify it.
 */

/** Length of the longest notation; longer texts are not parsed. */
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

/** Midnight is 上午 12:00 in Excel, noon is 下午 12:00; people also write 下午 15:00. */
function hourOf(hours: number, half: string): number | undefined {
  if (hours > 23) return undefined;
  if (half === '下午' || half === 'PM') return hours < 12 ? hours + 12 : hours;
  if (half === '上午' || half === 'AM') return hours > 12 ? undefined : hours % 12;
  return hours;
}

/** An instant with its zone, converted to Asia/Shanghai: `yyyy-mm-dd hh:MM:ss`. */
function inShanghai({ day, time = '00:00:00', zone }: Parts): string {
  if (zone === undefined) return `${day} ${time}`;
  return toShanghaiIso(toTime(`${day}T${time}${zone.toUpperCase()}`))
    .slice(0, 19)
    .replace('T', ' ');
}

/**
 * The date in a text as `YYYY-MM-DD`, or undefined: `2024/5/3`, `2024-5-3`, `2024.5.3`, `20240503`, `2024年5月3日`, also
 * full-width. A following day of the week or time is ignored.
 */
export function parseDateText(text: string): string | undefined {
  const parts = readParts(text);
  return parts && inShanghai(parts).slice(0, 10);
}

/** The moment in a text as wall-clock time in Asia/Shanghai, `YYYY-MM-DD hh:MM:ss`. A date means its midnight. */
export function parseMomentText(text: string): string | undefined {
  const parts = readParts(text);
  return parts && inShanghai(parts);
}

/** Range of serial numbers read as dates, 1927 to 2100. Outside it, a number is just a number. */
const firstSerial = 10_000;
const lastSerial = 73_050;
/** Day 0 of Excel (for dates after its nonexistent 29 February 1900). */
const dayZero = Date.UTC(1899, 11, 30);

/**
 * The moment of a serial number, which a date in a spreadsheet becomes when its cell is not formatted as a date: 45413
 * is 2024-05-01, 45413.5 its noon. For spreadsheets only, not for typed input.
 */
export function parseSerialDate(text: string): string | undefined {
  if (!/^\d{5}(?:\.\d{1,12})?$/.test(text)) return undefined;
  const serial = Number(text);
  if (serial < firstSerial || serial >= lastSerial) return undefined;
  // Rounded to seconds, because times are stored as fractions of a day.
  const time = dayZero + Math.round(serial * 86_400) * 1000;
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
