import type { Locale } from '#kernel/text.ts';

/** The product lives on the clock of Asia/Shanghai, wherever the wall hangs. */
const timeZone = 'Asia/Shanghai';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag}${JSON.stringify(options)}`;
  let known = formats.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat(tag, { timeZone, ...options });
    formats.set(key, known);
  }
  return known;
}

const tagOf = (locale: Locale) => (locale === 'en' ? 'en-GB' : 'zh-CN');

const at = (seconds: number) => new Date(seconds * 1000);

/** `14:05:09` */
export const clockTime = (seconds: number): string =>
  format('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(at(seconds));

/** `2026-11-21` */
export const dayOf = (seconds: number): string =>
  format('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at(seconds));

/** `2026-11-21 14:05:09`, as filters of moments are written. */
export const momentText = (seconds: number): string => `${dayOf(seconds)} ${clockTime(seconds)}`;

/** `2026年11月21日 星期六`, `Saturday, 21 November 2026` */
export function longDate(seconds: number, locale: Locale): string {
  const date = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  const weekday = format(tagOf(locale), { weekday: 'long' }).format(at(seconds));
  const day = format(tagOf(locale), date).format(at(seconds));
  return locale === 'en' ? `${weekday}, ${day}` : `${day} ${weekday}`;
}

const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/** Day of the lunar month in words: 初一 … 三十. */
export function lunarDay(day: number): string {
  if (day <= 10) return `初${digits[day]}`;
  if (day < 20) return `十${digits[day - 10]}`;
  if (day === 20) return '二十';
  return day < 30 ? `廿${digits[day - 20]}` : '三十';
}

/** `丙午年十月十三`; empty where the browser does not know the calendar, and in English, where nobody reads it. */
export function lunarDate(seconds: number, locale: Locale): string {
  if (locale === 'en') return '';
  const parts = format('zh-CN-u-ca-chinese', { year: 'numeric', month: 'long', day: 'numeric' }).formatToParts(
    at(seconds),
  );
  const part = (type: string) => parts.find((one) => (one.type as string) === type)?.value ?? '';
  const day = Number(part('day'));
  return part('yearName') && day ? `${part('yearName')}年${part('month')}${lunarDay(day)}` : '';
}

/** How old figures are: `12 秒前`, `3 min ago`. */
export function ageText(seconds: number, locale: Locale): string {
  const age = Math.max(0, Math.floor(seconds));
  if (age < 5) return locale === 'en' ? 'just now' : '刚刚';
  if (age < 60) return locale === 'en' ? `${age} s ago` : `${age} 秒前`;
  if (age < 3600) return locale === 'en' ? `${Math.floor(age / 60)} min ago` : `${Math.floor(age / 60)} 分钟前`;
  const hours = Math.floor(age / 3600);
  if (hours < 48) return locale === 'en' ? `${hours} h ago` : `${hours} 小时前`;
  return locale === 'en' ? `${Math.floor(hours / 24)} days ago` : `${Math.floor(hours / 24)} 天前`;
}

/** When a registration came in: the time today, else the day. */
export function stampText(seconds: number, now: number, locale: Locale): string {
  if (dayOf(seconds) === dayOf(now)) return clockTime(seconds).slice(0, 5);
  const sameYear = dayOf(seconds).slice(0, 4) === dayOf(now).slice(0, 4);
  const day = { month: '2-digit', day: '2-digit' } as const;
  return format(tagOf(locale), sameYear ? day : { year: '2-digit', ...day }).format(at(seconds));
}

/** A duration in the unit an officer would say it in: value and unit apart, so that they can be set apart. */
export function spanText(seconds: number | null, locale: Locale): { value: string; unit: string } {
  if (seconds === null) return { value: '—', unit: '' };
  const en = locale === 'en';
  if (seconds < 3600) return { value: String(Math.max(1, Math.round(seconds / 60))), unit: en ? 'min' : '分钟' };
  if (seconds < 48 * 3600) return { value: oneDecimal(seconds / 3600), unit: en ? 'h' : '小时' };
  return { value: oneDecimal(seconds / 86_400), unit: en ? 'days' : '天' };
}

const oneDecimal = (value: number) => (value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10));

/** Last day of a month `2026-02` → `2026-02-28`. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** `1,234` in tabular figures. */
export const grouped = (n: number): string => n.toLocaleString('en-US');
