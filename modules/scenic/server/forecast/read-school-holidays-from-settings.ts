import type { SettingValues } from '#kernel/settings/declare-settings-section.ts';
import type { visitorForecastSettings } from '../../contract/forecast/visitor-forecast-settings.ts';
import type { SchoolHolidays } from './model/classify-workday-weekend-or-holiday.ts';

/** The school holidays of the settings, by month and day. */
export function readSchoolHolidaysFromSettings(
  values: SettingValues<(typeof visitorForecastSettings)['fields']>,
): SchoolHolidays {
  const { summer_from, summer_to, winter_from, winter_to } = values;
  return [
    [summer_from, summer_to],
    [winter_from, winter_to],
  ].flatMap(([from, until]) => (from && until ? [[from.slice(5), until.slice(5)] as const] : []));
}
