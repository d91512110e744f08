import { startBundledWorkerThread } from '#server/start-bundled-worker-thread.ts';
import type { SharedForecastInput } from './computation/parse-spot-history-from-database-text.ts';
import type { ForecastAnswer, ForecastTask, SpotAnswer } from './forecast-worker.ts';

/** Milliseconds and megabytes of heap for one batch: fifty spots take half a second, sixty days of tests half a minute. */
const timeout = 180_000;
const heap = 384;

/** A thread that forecasts batch after batch, one at a time. */
export interface ForecastThread {
  run(task: ForecastTask): Promise<readonly SpotAnswer[]>;
  end(): Promise<void>;
}

/** Starts a thread for one run over all spots. */
export function startForecastThread(ground: SharedForecastInput): ForecastThread {
  const thread = startBundledWorkerThread('../modules/scenic/server/forecast/forecast-worker.ts', {
    workerData: ground,
    resourceLimits: { maxOldGenerationSizeMb: heap },
  });
  let ended: Error | undefined;
  let settle: ((error: Error) => void) | undefined;
  const fail = (error: Error) => {
    ended = error;
    settle?.(error);
  };
  thread.on('error', fail);
  thread.on('exit', (code) => fail(new Error(`the thread of forecasts ended with ${code}`)));
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        const timer = setTimeout(() => {
          reject(new Error('a forecast took too long'));
          void thread.terminate();
        }, timeout);
        thread.once('message', (answer: ForecastAnswer) => {
          clearTimeout(timer);
          settle = undefined;
          if ('failed' in answer) reject(new Error(answer.failed));
          else resolve(answer.done);
        });
        settle = (error) => {
          clearTimeout(timer);
          reject(error);
        };
        thread.postMessage(task);
      }),
    end: async () => void (await thread.terminate()),
  };
}
