import type { Task } from 'graphile-worker';
import { isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import type { Database } from '#server/db/open-database.ts';
import { type CronJobsByName, scheduledTaskName } from '#server/jobs/cron-jobs-and-their-runs.ts';
import {
  connectionConfigOf,
  openQueuePool,
  type RunningQueue,
  superviseQueueRunner,
} from '#server/jobs/migrate-and-supervise-queue.ts';
import { holdProcessLivenessLock } from '#server/jobs/process-liveness-lock.ts';
import { runDueCronJob } from '#server/jobs/run-due-cron-job.ts';
import { handlersOfJobEnd, type JobKinds, type JobRuns, runJob } from '#server/jobs/run-job.ts';
import { startDueCronJobsEveryMinute } from '#server/jobs/start-due-cron-jobs-every-minute.ts';
import type { Log } from '#server/log.ts';
import { type Job, runJobTaskName } from './create-list-and-record-status-of-jobs.ts';
import { recoverJobs, releaseTasksOfProcess } from './recover-jobs-of-dead-processes.ts';

/** Work that nobody waits for (sending messages, refreshing figures). Repeated if it throws. */
export type BackgroundTask = (
  payload: Readonly<Record<string, unknown>>,
  context: { log: Log; signal: AbortSignal },
) => Promise<void>;

export interface JobWorkersOptions {
  db: Database;
  kinds: JobKinds;
  tasks?: Readonly<Record<string, BackgroundTask>>;
  /** Tasks that wait for other servers. */
  outside?: Readonly<Record<string, BackgroundTask>>;
  schedule?: CronJobsByName;
  log: Log;
  /** Called after every stored change of a job. */
  onProgress?: (job: Job) => void;
  /** Called when the outbox has new events. */
  onEvent?: () => void;
}

/** Stopping takes no more work, aborts running work, waits some seconds and releases the rest. */
export type RunningJobWorkers = RunningQueue;

/** Milliseconds between two searches for work of processes that ended. */
const RECOVERY = 15_000;

/**
 * Concurrency in this process: jobs that people wait for, tasks nobody waits for, tasks that wait for other servers,
 * scheduled work.
 */
const places = { jobs: 2, tasks: 2, outside: 4, scheduled: 2 };

/** Connections on which all lanes take tasks and report their ends, both of which are brief. */
const connectionsForTaking = 2;

/**
 * Starts working on queued jobs and tasks, first on those that an ended process left behind. Each sort has its own
 * lane: two imports do not delay messages, and a long nightly run does not delay imports.
 */
export async function startJobWorkers(options: JobWorkersOptions): Promise<RunningJobWorkers> {
  const { db, log, kinds, tasks = {}, outside = {}, schedule = {}, onProgress = () => undefined } = options;
  const lock = await holdProcessLivenessLock(connectionConfigOf(db), log);
  const recover = () =>
    recoverJobs(db, handlersOfJobEnd(kinds, log), onProgress).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'cannot recover jobs');
    });
  await recover();
  const timer = setInterval(() => {
    // a restart of the database releases all locks: give the living processes time to acquire theirs again
    if (lock.since !== undefined && Date.now() - lock.since >= RECOVERY / 2) void recover();
  }, RECOVERY);
  timer.unref();
  const onEvent = options.onEvent ?? (() => undefined);
  const runs: JobRuns = { db, kinds, log, process: lock.process, onProgress };
  const lanes = [
    { tasks: { [runJobTaskName]: jobTask(runs) }, places: places.jobs },
    { tasks: backgroundTasks(tasks, log), places: places.tasks },
    { tasks: backgroundTasks(outside, log), places: places.outside },
    {
      tasks: { [scheduledTaskName]: runDueCronJob({ db, schedule, log, onEvent }) },
      places: places.scheduled,
    },
  ].filter((lane) => Object.keys(lane.tasks).length > 0);
  const pool = openQueuePool(db, connectionsForTaking, log);
  const shared = { db, pool, log, process: lock.process };
  const runners = await Promise.all(lanes.map((lane) => superviseQueueRunner(shared, lane)));
  const clock = await startDueCronJobsEveryMinute({ db, schedule, log, onEvent });
  return {
    stop: async () => {
      clearInterval(timer);
      clock.stop();
      await Promise.all(runners.map((one) => one.stop()));
      await pool.end();
      await releaseTasksOfProcess(db, lock.process).catch(() => undefined);
      await lock.release();
    },
  };
}

const jobTask =
  (runs: JobRuns): Task =>
  (payload, { abortSignal: signal, job }) =>
    runJob(runs, (payload as { id: number }).id, { signal, last: job.attempts >= job.max_attempts });

function backgroundTasks(tasks: Readonly<Record<string, BackgroundTask>>, log: Log): Record<string, Task> {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, Task] => [
      name,
      (payload, { abortSignal }) =>
        task((payload ?? {}) as Record<string, unknown>, { log: log.child({ task: name }), signal: abortSignal }),
    ]),
  );
}
