import type { Locale } from '#kernel/text/text.ts';

/** The product uses the time of Asia/Shanghai, wherever the wall is. */
const timeZone = 'Asia/Shanghai';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag}${JSON.stringify(options)}`;
  let formatter = formats.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(tag, { timeZone, ...options });
    formats.set(key, formatter);
  }
  return formatter;
}

const at = (seconds: number) => new Date(seconds * 1000);

/** `14:05:09` */
export const formatWallTime = (seconds: number): string =>
  format('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(at(seconds));

const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/** Day of the lunar month in Chinese: 初一 … 三十. */
export function lunarDay(day: number): string {
  if (day <= 10) return `初${digits[day]}`;
  if (day < 20) return `十${digits[day - 10]}`;
  if (day === 20) return '二十';
  return day < 30 ? `廿${digits[day - 20]}` : '三十';
}

/** `丙午年十月十三`; empty when the browser lacks the calendar, and in English. */
export function lunarDate(seconds: number, locale: Locale): string {
  if (locale === 'en') return '';
  const parts = format('zh-CN-u-ca-chinese', { year: 'numeric', month: 'long', day: 'numeric' }).formatToParts(
    at(seconds),
  );
  const part = (type: string) => parts.find((one) => (one.type as string) === type)?.value ?? '';
  const day = Number(part('day'));
  return part('yearName') && day ? `${part('yearName')}年${part('month')}${lunarDay(day)}` : '';
}
