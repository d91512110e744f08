import { type Text, text } from '#kernel/text/text.ts';
import type { ScheduledWork } from '#server/platform/server-module-declaration.ts';
import { forecastAllSpotsInBatches } from './forecast/forecast-all-spots-in-batches.ts';
import type { ForecastTask } from './forecast/forecast-worker.ts';
import { updateForecastWarnings } from './warning/warn-of-forecast-crowds.ts';

const work = (label: Text, at: string, task: ForecastTask['task']): ScheduledWork => ({
  label,
  at,
  async run(engine, { log, signal }) {
    const begun = performance.now();
    let spots = 0;
    try {
      spots = await forecastAllSpotsInBatches(engine, task, { signal });
    } finally {
      // warnings end in time even where no new forecast is made
      if (task === 'today') await updateForecastWarnings(engine);
    }
    if (spots > 0) log.info({ spots, ms: Math.round(performance.now() - begun) }, `visitor forecast: ${task}`);
  },
});

/** Four times an hour, with the readings up to the last full quarter; and at night, when yesterday is over. */
export const forecastCronJobs = {
  forecast_visitors: work(text('预测景区客流', 'Forecast visitors of scenic spots'), '1,16,31,46 * * * *', 'today'),
  test_visitor_forecasts: work(
    text('检验景区客流预测', 'Test forecasts of visitors against what came'),
    '20 3 * * *',
    'night',
  ),
} as const satisfies Readonly<Record<string, ScheduledWork>>;
