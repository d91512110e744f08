import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { toShanghaiIso, withoutZeroSeconds } from '#kernel/time/calendar.ts';

/**
 * How days and moments are written, in both languages alike and everywhere: `2026-11-21`, `11-21`, `2026-11-21 09:30`
 * (specification §9), by the clock of Asia/Shanghai. In words only where a day stands for itself (`calendar-words.ts`); lengths
 * of time stand in `span-words.ts`.
 */

/** The moment of unix seconds as officers write it: `2026-11-21 09:30:00`. */
export const formatMoment = (seconds: number): string =>
  toShanghaiIso(seconds * 1000)
    .slice(0, 19)
    .replace('T', ' ');

/** A moment where nobody asks for its second: `2026-11-21 09:30`. */
export const formatMinute = (seconds: number): string => formatMoment(seconds).slice(0, 16);

/** From one moment to another, the day said once where it is one: `2026-11-21 08:30 – 18:30`. */
export const formatPeriod = (from: number, to: number): string =>
  `${formatMinute(from)} – ${formatDay(from) === formatDay(to) ? formatClock(to) : formatMinute(to)}`;

/** A moment on record: its second is told where it has one. What people set stands at a minute. */
export const formatRecorded = (seconds: number): string => formatTime(formatMoment(seconds));

/** A time of day, or a moment that ends with one, without the second nobody set: `09:30`. */
export const formatTime = withoutZeroSeconds;

/** A moment of these days: `11-21 09:30`. */
export const formatRecent = (seconds: number): string => formatMoment(seconds).slice(5, 16);

/** `09:30` */
export const formatClock = (seconds: number): string => formatMoment(seconds).slice(11, 16);

/** The day of unix seconds: `2026-11-21`. */
export const formatDay = (seconds: number): string => toShanghaiIso(seconds * 1000).slice(0, 10);

/** A moment as short as it can be told from now: `09:30` of today, `11-20` of this year, else the whole day. */
export function formatTimestamp(seconds: number, now: number): string {
  const [day, today] = [formatDay(seconds), formatDay(now)];
  if (day === today) return formatClock(seconds);
  return day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;
}

const texts = {
  now: text('刚刚', 'just now'),
  minutes: text('{n} 分钟前', '{n} min ago'),
  hours: text('{n} 小时前', '{n} h ago'),
  days: text('{n} 天前', '{n} d ago'),
};

const day = 86_400;

/** How long ago something happened, up to a month; older things are named by their day. */
export function formatAgo(seconds: number, now: number, locale: Locale): string {
  const passed = Math.max(0, now - seconds);
  if (passed < 60) return textIn(texts.now, locale);
  return passed < 30 * day ? longAgo(passed, locale) : formatDay(seconds);
}

/** So long ago, from a minute on. */
export function longAgo(passed: number, locale: Locale): string {
  if (passed < 3600) return textIn(texts.minutes, locale, { n: Math.floor(passed / 60) });
  if (passed < day) return textIn(texts.hours, locale, { n: Math.floor(passed / 3600) });
  return textIn(texts.days, locale, { n: Math.floor(passed / day) });
}
