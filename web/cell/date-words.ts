import { toShanghaiIso } from '#kernel/calendar.ts';
import { type Locale, say, text } from '#kernel/text.ts';

/** The moment of unix seconds as officers write it, in Asia/Shanghai: `2026-11-21 09:30:00` (specification §9). */
export const momentWords = (seconds: number): string =>
  toShanghaiIso(seconds * 1000)
    .slice(0, 19)
    .replace('T', ' ');

/** The day of unix seconds in Asia/Shanghai. */
export const dayWords = (seconds: number): string => toShanghaiIso(seconds * 1000).slice(0, 10);

const words = {
  now: text('刚刚', 'just now'),
  minutes: text('{n} 分钟前', '{n} min ago'),
  hours: text('{n} 小时前', '{n} h ago'),
  days: text('{n} 天前', '{n} d ago'),
};

/** How long ago something happened, up to a month; older things are named by their day. */
export function agoWords(seconds: number, now: number, locale: Locale): string {
  const passed = Math.max(0, now - seconds);
  if (passed < 60) return say(words.now, locale);
  if (passed < 3600) return say(words.minutes, locale, { n: Math.floor(passed / 60) });
  if (passed < 86_400) return say(words.hours, locale, { n: Math.floor(passed / 3600) });
  if (passed < 30 * 86_400) return say(words.days, locale, { n: Math.floor(passed / 86_400) });
  return dayWords(seconds);
}
