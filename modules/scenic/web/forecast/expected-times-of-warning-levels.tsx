import { useText } from '#web/i18n/locale.ts';
import { formatMinutesAsClockTime } from '../../contract/forecast/format-minutes-as-clock-time.ts';
import type { SpotForecast } from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { forecastTexts as texts } from './forecast-texts.ts';

const number = new Intl.NumberFormat('en-US');

/** When each warning level is expected, with the earliest and the latest moment. */
export function ExpectedTimesOfWarningLevels({ of: { today, limit } }: { readonly of: SpotForecast }) {
  const t = useText();
  if (limit === null) return <p>{t(texts.noLimit)}</p>;
  if (!today) return <p>{t(texts.noneToday)}</p>;
  if (today.arrivals.length === 0) return <p>{t(texts.notExpected)}</p>;
  return (
    <dl className="xj-forecast-arrivals">
      {today.arrivals.map(({ level, at, earliest, latest }) => (
        <div key={level} data-level={level}>
          <dt>{t(texts.arrival, { level, visitors: number.format(Math.round((limit * level) / 100)) })}</dt>
          <dd>
            <b>{at === null ? t(texts.perhaps) : t(texts.about, { at: formatMinutesAsClockTime(at) })}</b>
            {earliest !== null && (
              <small>
                {latest === null
                  ? t(texts.fromEarliest, { earliest: formatMinutesAsClockTime(earliest) })
                  : t(texts.between, {
                      earliest: formatMinutesAsClockTime(earliest),
                      latest: formatMinutesAsClockTime(latest),
                    })}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
