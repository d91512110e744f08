import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { formatClock } from '#web/cell/format/date-format.ts';
import { Chart } from '#web/chart/lazily-loaded-chart.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { pathOf } from '#web/resource/resource-calls.ts';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import type { SpotForecast } from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { ExpectedTimesOfWarningLevels } from './expected-times-of-warning-levels.tsx';
import { ForecastAccuracyOfMonth } from './forecast-accuracy-of-month.tsx';
import { forecastChartOption } from './forecast-chart-option.ts';
import { ForecastPeaksOfDaysAhead } from './forecast-peaks-of-days-ahead.tsx';
import { forecastTexts as texts } from './forecast-texts.ts';
import './spot-forecast-panel.css';

/** Milliseconds after which the forecast is read again: it is made four times an hour. */
const refreshAfter = 5 * 60_000;

/** The forecast of a spot: today in its band, when it will be full, the days ahead, and how far off it has been. */
export default function SpotForecastPanel({ row }: RecordPanelProps) {
  const t = useText();
  const colours = coloursOfAllThemes[useColourScheme()];
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', 'scenic/forecast', row.id],
    queryFn: ({ signal }) => get<SpotForecast>(pathOf({ name: 'scenic/forecast' }, 'spot'), { id: row.id }, { signal }),
    refetchInterval: refreshAfter,
  });
  const option = useMemo(() => data && forecastChartOption(data, t, colours), [data, t, colours]);
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (data.history === 0) return <p>{t(texts.noHistory)}</p>;
  const peak = Math.max(0, ...data.came.map(({ n }) => n), ...(data.today?.p50 ?? []));
  return (
    <div className="xj-forecast">
      {data.history < 14 && <p role="note">{t(texts.fewDays, { n: data.history })}</p>}
      {option && (
        <figure>
          <Chart option={option} label={t(texts.chart, { peak })} characters="0123456789%:–" />
        </figure>
      )}
      <section>
        <h3>{t(texts.arrivals)}</h3>
        {data.made_at !== null && <small>{t(texts.madeAt, { at: formatClock(data.made_at) })}</small>}
        <ExpectedTimesOfWarningLevels of={data} />
      </section>
      <ForecastAccuracyOfMonth of={data.accuracy} />
      {data.ahead.length > 0 && <ForecastPeaksOfDaysAhead of={data} />}
    </div>
  );
}
