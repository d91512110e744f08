import { EventEmitter } from 'node:events';
import { Logger, parseCrontab, type Runner, run, runMigrations, type Task, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { isAway } from '#server/db/availability.ts';
import type { Database } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import {
  beginJob,
  failJob,
  failureMessage,
  finishJob,
  interruptedMessage,
  type Job,
  putBackJob,
  runTask,
  wasBegun,
} from '#server/jobs/job.ts';
import { holdProcessLock } from '#server/jobs/process-lock.ts';
import { noteProgress } from '#server/jobs/progress.ts';
import { type JobEndings, recoverJobs } from '#server/jobs/recover.ts';
import type { Log } from '#server/log.ts';

export interface JobContext {
  readonly job: Job;
  readonly log: Log;
  /** Aborted when the server is asked to stop. */
  readonly signal: AbortSignal;
  /** How far the job is; may be called as often as one likes. */
  progress(done: number, total: number, message?: string): void;
}

/** Work of one kind that a person waits for. What it answers is told to its owner as `result`. */
export interface JobKind {
  run(context: JobContext): Promise<Readonly<Record<string, unknown>>>;
  /** Whether it may run again from the start when the server was stopped in the middle; otherwise it has failed then. */
  restarts: boolean;
  /** What its owner is told when it ended before its end; unless told, the reason or to submit it again. */
  tellBroken?(job: Job): Promise<string | undefined>;
  /** After its end, well or not: takes away what it worked on. */
  clear?(job: Job): Promise<void>;
}

/** Work nobody waits for (messages to send, figures to renew); it is tried again when it throws. */
export type BackgroundTask = (
  payload: Readonly<Record<string, unknown>>,
  context: { log: Log; signal: AbortSignal },
) => Promise<void>;

export interface JobsOptions {
  db: Database;
  kinds: Readonly<Record<string, JobKind>>;
  tasks?: Readonly<Record<string, BackgroundTask>>;
  /** Lines of a crontab in UTC: `0 18 * * * renew_figures` runs at 02:00 in Shanghai. */
  crontab?: string;
  log: Log;
  /** Told of every change of a job, after it is written. */
  onProgress?: (job: Job) => void;
  /** Jobs at once in this process. */
  concurrency?: number;
}

export interface RunningJobs {
  /** Takes no more work, asks what runs to stop, waits up to some seconds, and gives the rest back. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks for work of processes that ended. */
const RECOVERY = 15_000;

/** Creates or renews the tables of the queue (schema graphile_worker); needed before the first task is added. */
export async function migrateQueue(db: Database): Promise<void> {
  const pool = openPool(db, 1, undefined);
  try {
    await runMigrations({ pgPool: pool, logger: quiet });
  } finally {
    await pool.end();
  }
}

/** Starts to work on queued jobs and tasks, first on those a process that ended left behind. */
export async function startJobs(options: JobsOptions): Promise<RunningJobs> {
  const { db, log, concurrency = 2, onProgress = () => undefined } = options;
  await migrateQueue(db);
  const lock = await holdProcessLock(addressOf(db), log);
  const recover = () =>
    recoverJobs(db, endings(options.kinds, log), onProgress).catch((error: unknown) => {
      if (!isAway(error)) log.error({ err: error }, 'cannot recover jobs');
    });
  await recover();
  const timer = setInterval(() => {
    // a restart of the database takes the locks of all: those who live get the time to take theirs again
    if (lock.since !== undefined && Date.now() - lock.since >= RECOVERY / 2) void recover();
  }, RECOVERY);
  timer.unref();
  const runner = await superviseRunner(options, concurrency, lock.process, onProgress);
  return {
    stop: async () => {
      clearInterval(timer);
      await runner.stop();
      await db.query('delete from job_worker where process = $1', [lock.process]).catch(() => undefined);
      await lock.release();
    },
  };
}

/** Runs the queue's own runner, and a new one when it gave up (it does after ten failures in a row to reach the database). */
async function superviseRunner(
  options: JobsOptions,
  concurrency: number,
  process: number,
  onProgress: (job: Job) => void,
): Promise<{ stop(): Promise<void> }> {
  const { db, log } = options;
  let stopped = false;
  let runner: Runner | undefined;
  let pool: pg.Pool | undefined;
  let wake = () => {};

  async function start(): Promise<Runner> {
    pool = openPool(db, concurrency + 3, log);
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      db.query(
        sql`insert into job_worker (pool, process) values (${workerPool.id}, ${process}) on conflict do nothing`,
      ).catch((error: unknown) => log.error({ err: error }, 'cannot note the worker pool'));
    });
    return await run({
      pgPool: pool,
      taskList: taskList(options, process, onProgress),
      parsedCronItems: parseCrontab(options.crontab ?? ''),
      concurrency,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: 1000,
      pollInterval: 2000,
      events,
      logger: logInto(log),
    });
  }

  async function keepRunning(): Promise<void> {
    while (!stopped) {
      try {
        await runner?.promise;
      } catch (error) {
        if (!isAway(error)) log.error({ err: error }, 'the job runner ended');
      }
      await pool?.end().catch(() => undefined);
      if (stopped) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, 5000).unref();
      });
      if (stopped) return;
      runner = await start().catch((error: unknown) => {
        if (!isAway(error)) log.error({ err: error }, 'cannot start the job runner');
        return undefined;
      });
    }
  }

  runner = await start();
  const kept = keepRunning();
  return {
    stop: async () => {
      stopped = true;
      wake();
      await runner?.stop().catch((error: unknown) => log.warn({ err: error }, 'the job runner did not stop cleanly'));
      await kept;
    },
  };
}

function taskList(
  { db, kinds, tasks = {}, log }: JobsOptions,
  process: number,
  onProgress: (job: Job) => void,
): Record<string, Task> {
  const background = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    async (payload, { abortSignal }) =>
      task((payload ?? {}) as Record<string, unknown>, { log: log.child({ task: name }), signal: abortSignal }),
  ]);
  const visible: Task = async (payload, { abortSignal }) => {
    await runJob(db, kinds, (payload as { id: number }).id, process, log, abortSignal, onProgress);
  };
  return { ...Object.fromEntries(background), [runTask]: visible };
}

async function runJob(
  db: Database,
  kinds: JobsOptions['kinds'],
  id: number,
  process: number,
  log: Log,
  signal: AbortSignal,
  onProgress: (job: Job) => void,
): Promise<void> {
  const again = await wasBegun(db, id);
  const job = await beginJob(db, id, process);
  if (!job) return;
  const tell = (changed: Job | undefined) => {
    if (changed) onProgress(changed);
  };
  const kind = kinds[job.kind];
  const { fail, clear } = endings(kinds, log);
  if (again && !kind?.restarts) {
    tell(await fail(db, job, interruptedMessage(job.locale)));
    return;
  }
  tell(job);
  const notes = noteProgress(db, id, onProgress);
  const jobLog = log.child({ job: id, kind: job.kind });
  try {
    if (!kind) throw new Error(`no kind of job ${job.kind}`);
    const result = await kind.run({ job, log: jobLog, signal, progress: notes.note });
    await notes.settle();
    const finished = await finishJob(db, id, result);
    tell(finished);
    if (finished) await clear(finished);
  } catch (error) {
    await notes.settle();
    if (signal.aborted && kind?.restarts) {
      tell(await putBackJob(db, id));
      throw error; // the queue keeps it for the next start
    }
    jobLog.error({ err: error }, 'job failed');
    tell(await fail(db, job, signal.aborted ? interruptedMessage(job.locale) : failureMessage(error, job.locale)));
  }
}

/** How jobs end badly, and what is done after any end; a failure of that is ours and changes nothing for the owner. */
function endings(kinds: JobsOptions['kinds'], log: Log): JobEndings {
  const quietly = <T>(work: Promise<T> | undefined) =>
    Promise.resolve(work).catch((error: unknown) => {
      log.error({ err: error }, 'the end of a job could not be worked on');
      return undefined;
    });
  const clear = async (job: Job) => void (await quietly(kinds[job.kind]?.clear?.(job)));
  return {
    clear,
    async fail(db, job, message) {
      const failed = await failJob(db, job.id, (await quietly(kinds[job.kind]?.tellBroken?.(job))) ?? message);
      if (failed) await clear(failed);
      return failed;
    },
  };
}

function addressOf({ pool }: Database): pg.ClientConfig {
  const { connectionString, host, port, user, database, password, ssl } = pool.options;
  const given = { connectionString, host, port, user, database, password, ssl };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** A pool of its own: the queue reads times as Date, which the product's parsers do not make, and keeps connections busy. */
function openPool(db: Database, max: number, log: Log | undefined): pg.Pool {
  const pool = new pg.Pool({ ...addressOf(db), max, application_name: 'xingjian jobs' });
  // told once for all by the database's own pool
  const lost = (error: Error) => log?.debug({ err: error }, 'job queue lost a connection');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

const quiet = new Logger(() => () => undefined);

/** What the queue reports, in our log; its routine notes at the level for debugging. */
function logInto(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const entry = {
      ...(scope.taskIdentifier ? { task: scope.taskIdentifier } : {}),
      ...(meta?.error ? { err: meta.error } : {}),
    };
    if (isAway(meta?.error) || isAway((meta?.error as Error | undefined)?.cause)) log.debug(entry, message);
    else if (level === 'error') log.error(entry, message);
    else if (level === 'warning') log.warn(entry, message);
    else log.debug(entry, message);
  });
}
