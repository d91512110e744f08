import type { WorkerPool } from 'graphile-worker';

/** Milliseconds between two wake-ups of the workers of a lane, at most. */
const shortestPause = 100;

/**
 * Wakes the workers of a pool at once, and then at most ten times a second. Every task that is added wakes the workers of all
 * lanes, since the notification does not name it, and each asks the database for work: of many tasks in a row that
 * cost more than the tasks. Returns a function that ends it; nobody is woken afterwards.
 */
export function limitWakeUpsPerSecond(pool: Pick<WorkerPool, 'nudge'>): () => void {
  const wake = pool.nudge.bind(pool);
  let waiting = 0;
  let pause: NodeJS.Timeout | undefined;
  let isEnded = false;
  const nudge = (n: number): void => {
    if (isEnded) return;
    if (pause !== undefined) {
      waiting += n;
      return;
    }
    wake(n);
    pause = setTimeout(() => {
      pause = undefined;
      const missed = waiting;
      waiting = 0;
      if (missed > 0) nudge(missed);
    }, shortestPause);
    pause.unref();
  };
  pool.nudge = nudge;
  return () => {
    isEnded = true;
    clearTimeout(pause);
  };
}
