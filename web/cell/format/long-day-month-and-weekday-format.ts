import type { Locale } from '#kernel/text/text.ts';

const formatterOf = (locale: Locale, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'zh-CN', { timeZone: 'UTC', ...options });

/** A day in full, such as today: `2026年11月21日 星期六`, `Saturday, 21 November 2026`. */
export function formatLongDay(day: string, locale: Locale): string {
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = formatterOf(locale, { weekday: 'long' }).format(date);
  const written = formatterOf(locale, { year: 'numeric', month: 'long', day: 'numeric' }).format(date);
  return locale === 'en' ? `${weekday}, ${written}` : `${written} ${weekday}`;
}

/** A month as a heading: `2026年11月`, `November 2026`. */
export const formatMonth = (month: string, locale: Locale): string =>
  formatterOf(locale, { year: 'numeric', month: 'long' }).format(new Date(`${month}-15T00:00:00Z`));

/** The weekday of a day: `周六`, `Sat`. */
export const weekdayNameOf = (day: string, locale: Locale): string =>
  formatterOf(locale, { weekday: 'short' }).format(new Date(`${day}T00:00:00Z`));

/** A day with its weekday: `2026-11-21 周六`, `2026-11-21 Sat`. */
export const formatWeekday = (day: string, locale: Locale): string => `${day} ${weekdayNameOf(day, locale)}`;
