import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, Runner, Task, WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { limitWakeUpsPerSecond } from '#server/jobs/limit-worker-wake-ups-per-second.ts';
import { QueuePool } from '#server/jobs/queue-pool-with-one-listening-connection.ts';
import type { Log } from '#server/log.ts';
import { releaseTasksOfRunner } from './recover-jobs-of-dead-processes.ts';

/** A lane of the queue with its own concurrency, so that one sort of work does not delay others. */
export interface QueueLane {
  readonly tasks: Readonly<Record<string, Task>>;
  /** Tasks run at once in this process. */
  readonly places: number;
}

export interface RunningQueue {
  stop(): Promise<void>;
}

/** The library is loaded once the port is open, if its tables are up to date (docs/decisions/database.md). */
const loadQueue = () => import('graphile-worker');

/** Number of the last migration of the queue's installed library. */
export const lastQueueMigration = 19;

/** Creates or migrates the tables of the queue (schema graphile_worker). Required before tasks are added or run. */
export async function migrateQueue(db: Database): Promise<void> {
  if (await isQueueMigrated(db)) return;
  const { runMigrations, Logger } = await loadQueue();
  const quiet = new Logger(() => () => undefined);
  const pool = openQueuePool(db, 1, undefined);
  try {
    await runMigrations({ pgPool: pool, logger: quiet });
  } finally {
    await pool.end();
  }
}

async function isQueueMigrated(db: Database): Promise<boolean> {
  const last = 'select max(id) as last from graphile_worker.migrations';
  const found = await db.row<{ last: number | null }>(last).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    return undefined; // the table does not exist yet
  });
  return (found?.last ?? 0) >= lastQueueMigration;
}

/** Milliseconds before a runner that ended is restarted, and before a failed write is retried. */
const pause = 2000;

/**
 * Ends of tasks are reported in batches. Reported one by one, nobody awaits the result, and an unavailable database
 * ends the process; in batches, the runner ends and another takes over its tasks.
 */
const reportsInBatches = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** What the lanes of a process share. */
export interface QueueProcess {
  readonly db: Database;
  /** As {@link openQueuePool}. */
  readonly pool: pg.Pool;
  readonly log: Log;
  /** As {@link holdProcessLivenessLock}. */
  readonly process: number;
}

/** Runs the library's runner, and starts a new one when it ends because it could not report the end of a task. */
export async function superviseQueueRunner(shared: QueueProcess, lane: QueueLane): Promise<RunningQueue> {
  const supervised = new SupervisedRunner(shared, lane);
  await supervised.begin();
  return supervised;
}

class SupervisedRunner implements RunningQueue {
  readonly #db: Database;
  readonly #log: Log;
  readonly #process: number;
  readonly #pool: pg.Pool;
  readonly #lane: QueueLane;
  #isStopped = false;
  #runner: Runner | undefined;
  #wake = () => {};
  /** The name under which the queue knows the runner. */
  #holder: string | undefined;
  #restarting: Promise<void> | undefined;

  constructor({ db, pool, log, process }: QueueProcess, lane: QueueLane) {
    this.#db = db;
    this.#pool = pool;
    this.#log = log;
    this.#process = process;
    this.#lane = lane;
  }

  async begin(): Promise<void> {
    this.#runner = await this.#start();
    this.#restarting = this.#restartWhenEnded();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await this.#runner
      ?.stop()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the job runner did not stop cleanly'));
    await this.#restarting;
  }

  #rest(): Promise<void> {
    return new Promise<void>((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, pause).unref();
    });
  }

  /** Records which runner belongs to this process; otherwise its tasks could not be released after it was killed. */
  async #noteHolder(id: string): Promise<void> {
    while (!this.#isStopped && this.#holder === id) {
      try {
        await this.#db.query(
          sql`insert into job_worker (pool, process) values (${id}, ${this.#process}) on conflict do nothing`,
        );
        return;
      } catch (error) {
        if (!isDatabaseUnavailable(error)) this.#log.error({ err: error }, 'cannot note the worker pool');
        await sleep(pause, undefined, { ref: false });
      }
    }
  }

  /** Releases the tasks of a runner that ended. */
  async #release(): Promise<void> {
    if (this.#holder !== undefined) await releaseTasksOfRunner(this.#db, this.#holder);
    this.#holder = undefined;
  }

  async #start(): Promise<Runner> {
    const { run, Logger } = await loadQueue();
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      const endWakeUps = limitWakeUpsPerSecond(workerPool);
      events.on('pool:gracefulShutdown', endWakeUps);
      events.on('pool:forcefulShutdown', endWakeUps);
      events.on('pool:release', endWakeUps);
      this.#holder = workerPool.id;
      void this.#noteHolder(workerPool.id);
    });
    return await run({
      pgPool: this.#pool,
      taskList: { ...this.#lane.tasks },
      concurrency: this.#lane.places,
      parsedCronItems: [],
      noHandleSignals: true,
      preset: reportsInBatches,
      gracefulShutdownAbortTimeout: 1000,
      pollInterval: 2000,
      events,
      logger: logInto(Logger, this.#log, () => this.#isStopped),
    });
  }

  async #restartWhenEnded(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#runner?.promise;
      } catch (error) {
        if (!isDatabaseUnavailable(error)) this.#log.error({ err: error }, 'the job runner ended');
      }
      if (this.#isStopped) return;
      await this.#rest();
      if (this.#isStopped) return;
      this.#runner = await this.#release()
        .then(() => this.#start())
        .catch((error: unknown) => {
          if (!isDatabaseUnavailable(error)) this.#log.error({ err: error }, 'cannot start the job runner');
          return undefined;
        });
    }
  }
}

export function connectionConfigOf({ pool }: Database): pg.ClientConfig {
  const { connectionString, host, port, user, database, password, ssl } = pool.options;
  const given = { connectionString, host, port, user, database, password, ssl };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** A pool apart from that of the calls: the queue needs times as Date, unlike our parsers, and keeps connections busy. */
export function openQueuePool(db: Database, max: number, log: Log | undefined): pg.Pool {
  const idleTimeoutMillis = db.pool.options.idleTimeoutMillis;
  const pool = new QueuePool({ ...connectionConfigOf(db), max, idleTimeoutMillis, application_name: 'xingjian jobs' });
  // the database's own pool reports the outage
  const lost = (error: Error) => log?.debug({ err: error }, 'job queue lost a connection');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

/** Messages of the queue in our log; routine ones at debug level. */
function logInto(Log: typeof Logger, log: Log, isStopped: () => boolean): Logger {
  return new Log((scope) => (level, message, meta) => {
    const entry = {
      ...(scope.taskIdentifier ? { task: scope.taskIdentifier } : {}),
      ...(meta?.error ? { err: meta.error } : {}),
    };
    const away = isDatabaseUnavailable(meta?.error) || isDatabaseUnavailable((meta?.error as Error | undefined)?.cause);
    // lanes share fewer connections than they have places, on purpose
    const isAboutPool = meta !== undefined && 'max' in meta && 'concurrency' in meta;
    // what stops with the server is resumed at its next start
    if (away || isAboutPool || isStopped()) log.debug(entry, message);
    else if (level === 'error') log.error(entry, message);
    else if (level === 'warning') log.warn(entry, message);
    else log.debug(entry, message);
  });
}
