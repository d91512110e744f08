import { translate } from '#web/i18n/locale.ts';
import { builderTexts } from './builder-texts.ts';

/** Duration as text: 45 min, 2 h, 2 h 30 min. */
export function formatMinutes(minutes: number): string {
  const [h, m] = [Math.floor(minutes / 60), minutes % 60];
  if (h === 0) return translate(builderTexts.minutes, { m });
  return m === 0 ? translate(builderTexts.hours, { h }) : translate(builderTexts.hoursMinutes, { h, m });
}
