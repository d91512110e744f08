import { toShanghaiIso } from '#kernel/calendar.ts';
import { type Locale, say, text } from '#kernel/text.ts';

/**
 * How days, moments and lengths of time are written, in both languages alike and everywhere: `2026-11-21`, `11-21`,
 * `2026-11-21 09:30` (specification §9), in words only where a day stands for itself. All by the clock of Asia/Shanghai.
 */

/** The moment of unix seconds as officers write it: `2026-11-21 09:30:00`. */
export const momentWords = (seconds: number): string =>
  toShanghaiIso(seconds * 1000)
    .slice(0, 19)
    .replace('T', ' ');

/** A moment where nobody asks for its second: `2026-11-21 09:30`. */
export const minuteWords = (seconds: number): string => momentWords(seconds).slice(0, 16);

/** A moment of these days: `11-21 09:30`. */
export const recentWords = (seconds: number): string => momentWords(seconds).slice(5, 16);

/** `09:30` */
export const clockWords = (seconds: number): string => momentWords(seconds).slice(11, 16);

/** The day of unix seconds: `2026-11-21`. */
export const dayWords = (seconds: number): string => toShanghaiIso(seconds * 1000).slice(0, 10);

/** A moment as short as it can be told from now: `09:30` of today, `11-20` of this year, else the whole day. */
export function stampWords(seconds: number, now: number): string {
  const [day, today] = [dayWords(seconds), dayWords(now)];
  if (day === today) return clockWords(seconds);
  return day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;
}

const inWords = (locale: Locale, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'zh-CN', { timeZone: 'UTC', ...options });

/** A day that stands for itself, such as today: `2026年11月21日 星期六`, `Saturday, 21 November 2026`. */
export function longDayWords(day: string, locale: Locale): string {
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = inWords(locale, { weekday: 'long' }).format(date);
  const written = inWords(locale, { year: 'numeric', month: 'long', day: 'numeric' }).format(date);
  return locale === 'en' ? `${weekday}, ${written}` : `${written} ${weekday}`;
}

/** A month over its days: `2026年11月`, `November 2026`. */
export const monthWords = (month: string, locale: Locale): string =>
  inWords(locale, { year: 'numeric', month: 'long' }).format(new Date(`${month}-15T00:00:00Z`));

/** A day with its weekday: `2026-11-21 周六`, `2026-11-21 Sat`. */
export const weekdayWords = (day: string, locale: Locale): string =>
  `${day} ${inWords(locale, { weekday: 'short' }).format(new Date(`${day}T00:00:00Z`))}`;

const words = {
  now: text('刚刚', 'just now'),
  seconds: text('{n} 秒前', '{n} s ago'),
  minutes: text('{n} 分钟前', '{n} min ago'),
  hours: text('{n} 小时前', '{n} h ago'),
  oneDay: text('1 天前', '1 day ago'),
  days: text('{n} 天前', '{n} days ago'),
};

const day = 86_400;

/** How long ago something happened, up to a month; older things are named by their day. */
export function agoWords(seconds: number, now: number, locale: Locale): string {
  const passed = Math.max(0, now - seconds);
  if (passed < 60) return say(words.now, locale);
  return passed < 30 * day ? longAgo(passed, locale) : dayWords(seconds);
}

/** How old figures are that are read every few seconds: `刚刚`, `12 秒前`, `3 min ago`. */
export function ageWords(seconds: number, locale: Locale): string {
  const age = Math.max(0, Math.floor(seconds));
  if (age < 5) return say(words.now, locale);
  return age < 60 ? say(words.seconds, locale, { n: age }) : longAgo(age, locale);
}

function longAgo(passed: number, locale: Locale): string {
  if (passed < 3600) return say(words.minutes, locale, { n: Math.floor(passed / 60) });
  if (passed < day) return say(words.hours, locale, { n: Math.floor(passed / 3600) });
  const n = Math.floor(passed / day);
  return n === 1 ? say(words.oneDay, locale) : say(words.days, locale, { n });
}

const units = {
  minute: { length: 60, ...text('分钟', 'min') },
  hour: { length: 3600, ...text('小时', 'h') },
  day: { length: day, ...text('天', 'days') },
};

/**
 * Lengths of time that stand beside each other, value and unit apart so that they can be set apart: all of them in the unit
 * the longest is said in, or nobody could compare them. What is not known is a dash.
 */
export function spanWords(lengths: readonly (number | null)[], locale: Locale): { value: string; unit: string }[] {
  const longest = Math.max(0, ...lengths.map((one) => one ?? 0));
  const unit = longest < 3600 ? units.minute : longest < day ? units.hour : units.day;
  return lengths.map((seconds) => {
    if (seconds === null) return { value: '—', unit: '' };
    const amount = seconds / unit.length;
    return {
      value: unit === units.minute ? String(Math.max(1, Math.round(amount))) : tenths(amount),
      unit: unit[locale],
    };
  });
}

const tenths = (value: number) => (value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10));
