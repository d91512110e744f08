import type { Queryable } from '#server/db/open-database.ts';
import { type Job, reportProgress } from './create-list-and-record-status-of-jobs.ts';

/** Milliseconds between two stored values. */
const INTERVAL = 500;

export interface ThrottledJobProgress {
  /** Cheap: most calls only remember the value. */
  note(done: number, total: number, message?: string): void;
  /** Waits until the last value is written. */
  settle(): Promise<void>;
}

/** Stores the progress of a job at most twice a second, always including the last value. Ignores failed writes. */
export function storeJobProgressThrottled(
  db: Queryable,
  id: number,
  onProgress: (job: Job) => void,
): ThrottledJobProgress {
  let latest: { done: number; total: number; message: string } | undefined;
  let writing: Promise<void> | undefined;
  let last = 0;
  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const step = latest;
    if (!step || writing) return;
    latest = undefined;
    last = performance.now();
    writing = reportProgress(db, id, step)
      .then((job) => {
        if (job) onProgress(job);
      })
      .catch(() => undefined)
      .finally(() => {
        writing = undefined;
        plan();
      });
  }

  function plan(): void {
    if (!latest || writing || timer) return;
    const wait = INTERVAL - (performance.now() - last);
    if (wait <= 0) write();
    else timer = setTimeout(write, wait);
  }

  return {
    note: (done, total, message = '') => {
      latest = { done, total, message };
      plan();
    },
    settle: async () => {
      latest = undefined; // the job's end replaces the last step
      clearTimeout(timer);
      await writing;
    },
  };
}
