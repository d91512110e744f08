import { parentPort, workerData } from 'node:worker_threads';
import { backTestForecastOfSpot } from './computation/back-test-forecast-of-spot.ts';
import { forecastSpotAhead, forecastSpotToday } from './computation/forecast-visitors-of-spot.ts';
import {
  createSpotHistoryParser,
  type SharedForecastInput,
  type SpotHistoryAsText,
} from './computation/parse-spot-history-from-database-text.ts';

/** Work of the thread on some spots: nine hundred of them would keep the server from answering for seconds. */
export type ForecastTask = {
  readonly task: 'today' | 'night';
  readonly spots: readonly SpotHistoryAsText[];
};

/** For `today` a forecast of its rest for each spot, for `night` its tested days, its accuracy and the days ahead. */
export type ForecastAnswer =
  | { readonly done: readonly SpotAnswer[] }
  /** The thread goes on with the next task. */
  | { readonly failed: string };

export interface SpotAnswer {
  readonly id: number;
  readonly today?: ReturnType<typeof forecastSpotToday>;
  readonly night?: ReturnType<typeof backTestForecastOfSpot> & { readonly ahead: ReturnType<typeof forecastSpotAhead> };
}

const readSpot = createSpotHistoryParser(workerData as SharedForecastInput);

function answer({ task, spots }: ForecastTask): SpotAnswer[] {
  return spots.map((written) => {
    const spot = readSpot(written);
    if (task === 'today') return { id: spot.id, today: forecastSpotToday(spot) };
    const tested = backTestForecastOfSpot(spot);
    return { id: spot.id, night: { ...tested, ahead: forecastSpotAhead(spot, tested.accuracy) } };
  });
}

parentPort?.on('message', (task: ForecastTask) => {
  let answered: ForecastAnswer;
  try {
    answered = { done: answer(task) };
  } catch (error) {
    answered = { failed: String(error instanceof Error ? error.stack : error).slice(0, 500) };
  }
  parentPort?.postMessage(answered);
});
