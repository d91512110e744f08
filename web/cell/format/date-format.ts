import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { toShanghaiIso, withoutZeroSeconds } from '#kernel/time/shanghai-time.ts';

/**
 * Days and moments in the clock of Asia/Shanghai, the same in both languages: `2026-11-21`, `11-21`, `2026-11-21
 * 09:30` (specification §9). Days in words are in `long-day-month-and-weekday-format.ts`, durations in `age-of-live-figures-format.ts`.
 */

/** Unix seconds as a moment with seconds: `2026-11-21 09:30:00`. */
export const formatMoment = (seconds: number): string =>
  toShanghaiIso(seconds * 1000)
    .slice(0, 19)
    .replace('T', ' ');

/** A moment without seconds: `2026-11-21 09:30`. */
export const formatMinute = (seconds: number): string => formatMoment(seconds).slice(0, 16);

/** An interval; the day is written once where both ends share it: `2026-11-21 08:30 – 18:30`. */
export const formatPeriod = (from: number, to: number): string =>
  `${formatMinute(from)} – ${formatDay(from) === formatDay(to) ? formatClock(to) : formatMinute(to)}`;

/** A recorded moment, with its seconds unless they are zero. Moments that people set have none. */
export const formatRecorded = (seconds: number): string => formatTime(formatMoment(seconds));

/** A time of day, or a moment, without seconds that are zero: `09:30`. */
export const formatTime = withoutZeroSeconds;

/** A moment of the present year: `11-21 09:30`. */
export const formatRecent = (seconds: number): string => formatMoment(seconds).slice(5, 16);

/** `09:30` */
export const formatClock = (seconds: number): string => formatMoment(seconds).slice(11, 16);

/** The day of unix seconds: `2026-11-21`. */
export const formatDay = (seconds: number): string => toShanghaiIso(seconds * 1000).slice(0, 10);

/** A moment as short as possible: `09:30` today, `11-20` this year, else the whole day. */
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

/** How long ago something happened, up to a month; before that, the day. */
export function formatAgo(seconds: number, now: number, locale: Locale): string {
  const passed = Math.max(0, now - seconds);
  if (passed < 60) return textIn(texts.now, locale);
  return passed < 30 * day ? longAgo(passed, locale) : formatDay(seconds);
}

/** A time of at least a minute as `… ago`. */
export function longAgo(passed: number, locale: Locale): string {
  if (passed < 3600) return textIn(texts.minutes, locale, { n: Math.floor(passed / 60) });
  if (passed < day) return textIn(texts.hours, locale, { n: Math.floor(passed / 3600) });
  return textIn(texts.days, locale, { n: Math.floor(passed / day) });
}
