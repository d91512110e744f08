import { translate } from '#web/i18n/locale.ts';
import { words } from './builder-words.ts';

/** A length of time as it is said: 45 minutes, 2 hours, 2 hours 30. */
export function sayMinutes(minutes: number): string {
  const [h, m] = [Math.floor(minutes / 60), minutes % 60];
  if (h === 0) return translate(words.minutes, { m });
  return m === 0 ? translate(words.hours, { h }) : translate(words.hoursMinutes, { h, m });
}
