import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { longAgo } from './date-format.ts';

const texts = { now: text('刚刚', 'just now'), seconds: text('{n} 秒前', '{n} s ago') };

/** Age of figures that are refreshed every few seconds: `刚刚`, `12 秒前`, `3 min ago`. */
export function formatAgeOfLiveFigures(seconds: number, locale: Locale): string {
  const age = Math.max(0, Math.floor(seconds));
  if (age < 5) return textIn(texts.now, locale);
  return age < 60 ? textIn(texts.seconds, locale, { n: age }) : longAgo(age, locale);
}
