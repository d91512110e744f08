import { toPlainText } from '../check/half-width.ts';
import { isDate, toShanghaiIso, toTime } from './calendar.ts';

/**
 * Days and moments as people type them and as spreadsheets write them. Whatever leaves open which of its numbers is the
 * year, the month or the day (`24-5-3`, `5/3/2024`) is no date: it is asked about.
 */

/** No way of writing a moment is longer; longer texts are not looked through. */
const longest = 40;

const written = /^(\d{4})(?: ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,2})| ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号])(?!\d)/;
const compact = /^(\d{4})(\d{2})(\d{2})(?!\d)/;
/** Long dates of Excel name the day of the week. */
const weekday = /^ ?(?:\(?(?:星期|周)[一二三四五六日天]\)?)?/;
const clock = /^[ T]?(上午|下午|AM|PM)? ?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)? ?(AM|PM)?(Z|[+-]\d{2}:?\d{2})?$/i;

const two = (number: string | number) => String(number).padStart(2, '0');

interface Parts {
  readonly day: string;
  /** `hh:MM:ss`, where the text says it. */
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

/** Twelve at night is 上午 12:00 to Excel, noon is 下午 12:00; people write 下午 15:00 as well. */
function hourOf(hours: number, half: string): number | undefined {
  if (hours > 23) return undefined;
  if (half === '下午' || half === 'PM') return hours < 12 ? hours + 12 : hours;
  if (half === '上午' || half === 'AM') return hours > 12 ? undefined : hours % 12;
  return hours;
}

/** An instant told with its zone, as one of Asia/Shanghai: `yyyy-mm-dd hh:MM:ss`. */
function inShanghai({ day, time = '00:00:00', zone }: Parts): string {
  if (zone === undefined) return `${day} ${time}`;
  return toShanghaiIso(toTime(`${day}T${time}${zone.toUpperCase()}`))
    .slice(0, 19)
    .replace('T', ' ');
}

/**
 * The day a text says, `YYYY-MM-DD`, or undefined: `2024/5/3`, `2024-5-3`, `2024.5.3`, `20240503`, `2024年5月3日`,
 * in full width too, with a day of the week or a time behind it, which are left out.
 */
export function parseDateText(text: string): string | undefined {
  const parts = readParts(text);
  return parts && inShanghai(parts).slice(0, 10);
}

/** The moment a text says, as it stands on a clock in Asia/Shanghai: `YYYY-MM-DD hh:MM:ss`; a bare day is its midnight. */
export function parseMomentText(text: string): string | undefined {
  const parts = readParts(text);
  return parts && inShanghai(parts);
}

/** From 1927 to 2100: below and above it is a number that happens to stand there. */
const firstSerial = 10_000;
const lastSerial = 73_050;
/** Excel counts days from here (for those after its own 29 February 1900). */
const dayZero = Date.UTC(1899, 11, 30);

/**
 * The moment of a serial number, which is what a date in a spreadsheet becomes when its cell is no date cell any more:
 * 45413 is 2024-05-01, 45413.5 its noon. Read where a sheet is, not where somebody types.
 */
export function parseSerialDate(text: string): string | undefined {
  if (!/^\d{5}(?:\.\d{1,12})?$/.test(text)) return undefined;
  const serial = Number(text);
  if (serial < firstSerial || serial >= lastSerial) return undefined;
  // seconds, rounded: a time is kept as a fraction of a day
  const time = dayZero + Math.round(serial * 86_400) * 1000;
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
