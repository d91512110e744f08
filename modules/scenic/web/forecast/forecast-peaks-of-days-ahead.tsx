import { formatWeekday } from '#web/cell/format/long-day-month-and-weekday-format.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { formatMinutesAsClockTime } from '../../contract/forecast/format-minutes-as-clock-time.ts';
import type { ForecastOfDay, SpotForecast } from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { dayKindTexts, forecastTexts as texts } from './forecast-texts.ts';

const number = new Intl.NumberFormat('en-US');

/** The peak of a day with its band, at the time of the highest P50. */
function peakOf({ p10, p50, p90 }: ForecastOfDay): { low: number; middle: number; high: number } {
  const middle = Math.max(0, ...p50);
  const at = p50.indexOf(middle);
  return { low: p10[at] ?? 0, middle, high: p90[at] ?? 0 };
}

/** The peaks of the next seven days, and when the first warning is expected. */
export function ForecastPeaksOfDaysAhead({ of: { ahead, limit } }: { readonly of: SpotForecast }) {
  const t = useText();
  return (
    <section>
      <h3>{t(texts.ahead)}</h3>
      <div className="xj-forecast-table">
        <table>
          <thead>
            <tr>
              {[texts.day, texts.kind, texts.peak, ...(limit === null ? [] : [texts.firstLevel])].map((one) => (
                <th key={one.en} scope="col">
                  {t(one)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ahead.map((day) => {
              const { low, middle, high } = peakOf(day);
              const first = day.arrivals.find(({ at }) => at !== null);
              const kind = dayKindTexts[day.kind as keyof typeof dayKindTexts];
              return (
                <tr key={day.day}>
                  <th scope="row">{formatWeekday(day.day, currentLocale())}</th>
                  <td>{kind ? t(kind) : day.kind}</td>
                  <td>
                    <b>{number.format(middle)}</b>{' '}
                    <small>{t(texts.between, { earliest: number.format(low), latest: number.format(high) })}</small>
                  </td>
                  {limit !== null && (
                    <td>
                      {first
                        ? `${first.level}% ${t(texts.about, { at: formatMinutesAsClockTime(first.at ?? 0) })}`
                        : '–'}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
