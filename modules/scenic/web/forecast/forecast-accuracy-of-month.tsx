import { useText } from '#web/i18n/locale.ts';
import type { ErrorOfLead, SpotForecast } from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { forecastTexts as texts } from './forecast-texts.ts';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)}%`);
const visitors = (count: number | null): string => (count === null ? '–' : number.format(count));

/** The leads that are shown, by their place. */
const shown = [0, 1, 2, 3, 5, 7, 12, 13];

/** The error of the last thirty days and the coverage of the band, in all and by how long ahead. */
export function ForecastAccuracyOfMonth({ of }: { readonly of: SpotForecast['accuracy'] }) {
  const t = useText();
  const nameOf = (lead: number) =>
    lead === 12 ? t(texts.dayBefore) : lead === 13 ? t(texts.weekBefore) : t(texts.hours, { n: lead + 1 });
  return (
    <section>
      <h3>{t(texts.accuracy)}</h3>
      {of === null || of.compared === 0 ? (
        <p>{t(texts.untested)}</p>
      ) : (
        <>
          <p>
            {t(texts.summary, {
              days: of.days,
              mae: visitors(of.mae),
              mape: percent(of.mape),
              coverage: percent(of.coverage),
            })}{' '}
            {of.better !== null &&
              (of.better >= 0
                ? t(texts.better, { better: percent(of.better) })
                : t(texts.worse, { worse: percent(-of.better) }))}
          </p>
          <div className="xj-forecast-table">
            <table>
              <thead>
                <tr>
                  {[texts.lead, texts.mae, texts.mape, texts.coverage].map((one) => (
                    <th key={one.en} scope="col">
                      {t(one)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown
                  .map((lead): [number, ErrorOfLead | undefined] => [lead, of.leads[lead]])
                  .flatMap(([lead, one]) => (one && one.compared > 0 ? [{ lead, one }] : []))
                  .map(({ lead, one }) => (
                    <tr key={lead}>
                      <th scope="row">{nameOf(lead)}</th>
                      <td>{visitors(one.mae)}</td>
                      <td>{percent(one.mape)}</td>
                      <td>{percent(one.coverage)}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}
