import { isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import type { Database } from '#server/db/open-database.ts';
import { storeJobProgressThrottled } from '#server/jobs/store-job-progress-throttled.ts';
import type { Log } from '#server/log.ts';
import {
  beginJob,
  failJob,
  failureMessage,
  finishJob,
  interruptedMessage,
  type Job,
  requeueJob,
  wasJobStarted,
} from './create-list-and-record-status-of-jobs.ts';
import type { JobEndHandlers } from './recover-jobs-of-dead-processes.ts';

export interface JobContext {
  readonly job: Job;
  readonly log: Log;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  /** Reports progress; may be called often. */
  progress(done: number, total: number, message?: string): void;
}

/** A kind of job. Its return value becomes the job's `result`. */
export interface JobKind {
  run(context: JobContext): Promise<Readonly<Record<string, unknown>>>;
  /** Whether the job may be repeated from the start after the server stopped in the middle. Otherwise it has failed. */
  restarts: boolean;
  /** Message for the owner of a failed job. Default: the reason, or to submit it again. */
  describeFailure?(job: Job): Promise<string | undefined>;
  /** Runs after the end, successful or not: removes temporary data. */
  clear?(job: Job): Promise<void>;
}

/** The kinds of jobs by name. */
export type JobKinds = Readonly<Record<string, JobKind>>;

/** Dependencies of running jobs. */
export interface JobRuns {
  db: Database;
  kinds: JobKinds;
  log: Log;
  /** Number of this process's lock. */
  process: number;
  /** Called after every stored change of a job. */
  onProgress: (job: Job) => void;
}

/**
 * Runs a job to its end. Returns it to the queue if it can be repeated and the server is stopping, or if the database
 * became unavailable and this was not the `last` attempt.
 */
export async function runJob(
  { db, kinds, log, process, onProgress }: JobRuns,
  id: number,
  { signal, last }: { signal: AbortSignal; last: boolean },
): Promise<void> {
  const again = await wasJobStarted(db, id);
  const job = await beginJob(db, id, process);
  if (!job) return;
  const notify = (changed: Job | undefined) => {
    if (changed) onProgress(changed);
  };
  const kind = kinds[job.kind];
  const { fail, clear } = handlersOfJobEnd(kinds, log);
  if (again && !kind?.restarts) {
    notify(await fail(db, job, interruptedMessage(job.locale)));
    return;
  }
  notify(job);
  const notes = storeJobProgressThrottled(db, id, onProgress);
  const jobLog = log.child({ job: id, kind: job.kind });
  try {
    if (!kind) throw new Error(`no kind of job ${job.kind}`);
    const result = await kind.run({ job, log: jobLog, signal, progress: notes.note });
    await notes.settle();
    const finished = await finishJob(db, id, result);
    notify(finished);
    if (finished) await clear(finished);
  } catch (error) {
    await notes.settle();
    if (signal.aborted && kind?.restarts) {
      notify(await requeueJob(db, id));
      throw error; // the queue runs it again at the next start
    }
    if (isDatabaseUnavailable(error) && kind?.restarts && !last) throw error; // it continues when the database is available again
    jobLog.error({ err: error }, 'job failed');
    const interrupted = signal.aborted || isDatabaseUnavailable(error);
    notify(await fail(db, job, interrupted ? interruptedMessage(job.locale) : failureMessage(error, job.locale)));
  }
}

/** Handlers for failed and for finished jobs. A failing handler is logged and does not affect the owner. */
export function handlersOfJobEnd(kinds: JobKinds, log: Log): JobEndHandlers {
  const quietly = <T>(work: Promise<T> | undefined) =>
    Promise.resolve(work).catch((error: unknown) => {
      log.error({ err: error }, 'the end of a job could not be worked on');
      return undefined;
    });
  const clear = async (job: Job) => void (await quietly(kinds[job.kind]?.clear?.(job)));
  return {
    clear,
    async fail(db, job, message) {
      const failed = await failJob(db, job.id, (await quietly(kinds[job.kind]?.describeFailure?.(job))) ?? message);
      if (failed) await clear(failed);
      return failed;
    },
  };
}
