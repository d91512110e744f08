import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { longAgo } from './date-format.ts';

const texts = { now: text('刚刚', 'just now'), seconds: text('{n} 秒前', '{n} s ago') };

/** Age of figures that are refreshed every few seconds: `刚刚`, `12 秒前`, `3 min ago`. */
export function formatAge(seconds: number, locale: Locale): string {
  const age = Math.max(0, Math.floor(seconds));
  if (age < 5) return textIn(texts.now, locale);
  return age < 60 ? textIn(texts.seconds, locale, { n: age }) : longAgo(age, locale);
}

const day = 86_400;

const units = {
  minute: { length: 60, ...text('分钟', 'min') },
  hour: { length: 3600, ...text('小时', 'h') },
  day: { length: day, ...text('天', '{n|day|days}') },
};

/** Durations to be compared: value and unit of each, all in the unit of the longest. An unknown one is a dash. */
export function formatDurationsInOneUnit(
  lengths: readonly (number | null)[],
  locale: Locale,
): { value: string; unit: string }[] {
  const longest = Math.max(0, ...lengths.map((one) => one ?? 0));
  const unit = longest < 3600 ? units.minute : longest < day ? units.hour : units.day;
  return lengths.map((seconds) => {
    if (seconds === null) return { value: '—', unit: '' };
    const amount = seconds / unit.length;
    const value = unit === units.minute ? String(Math.max(1, Math.round(amount))) : tenths(amount);
    return { value, unit: textIn(unit, locale, { n: value }) };
  });
}

const tenths = (value: number) => (value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10));
