import { readMemberCaller, readOfficerCaller } from '#server/auth/read-caller-of-account-without-session.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { removeOldResults, resultFolder } from '#server/files/name-find-and-remove-job-result-files.ts';
import { sweepHourly } from '#server/files/storage/temporary-folder-with-hourly-cleanup.ts';
import { resultDraftFolder } from '#server/files/write-job-result-file.ts';
import { type Job, presentJob } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { type CronJob, type CronJobsByName, crontabOf } from '#server/jobs/cron-jobs-and-their-runs.ts';
import type { JobKind } from '#server/jobs/run-job.ts';
import { type BackgroundTask, type RunningJobWorkers, startJobWorkers } from '#server/jobs/start-job-workers.ts';
import type { ServerModule, Task } from '#server/platform/server-module-declaration.ts';
import { notFound } from '#server/refusal.ts';
import { deliverQueuedEvents } from '#server/write/subscriber/deliver-queued-events-to-subscribers.ts';
import { retryTasksOfAfterCommitSubscribers } from '#server/write/subscriber/retry-tasks-of-after-commit-event-subscribers.ts';
import { importFolder } from '../transfer/start-import-and-store-import-template.ts';
import { builtInJobsTasksAndCronJobs } from './built-in-jobs-tasks-and-cron-jobs.ts';

/** Entries of one kind from all modules, by name. Names must be unique. */
function collectByName<T>(
  modules: readonly ServerModule[],
  part: (one: Partial<ServerModule>) => Readonly<Record<string, T>> | undefined,
) {
  const all: Record<string, T> = {};
  for (const [name, work] of [builtInJobsTasksAndCronJobs, ...modules].flatMap((one) =>
    Object.entries(part(one) ?? {}),
  )) {
    if (Object.hasOwn(all, name)) throw new Error(`two works are called ${name}`);
    all[name] = work;
  }
  return Object.entries(all);
}

/** Scheduled work of the platform and all modules. */
export function scheduleOf(engine: Engine, modules: readonly ServerModule[]): CronJobsByName {
  return Object.fromEntries(
    collectByName(modules, (one) => one.scheduled).map(([name, { label, at, run }]) => {
      const work: CronJob = {
        label,
        get at() {
          return typeof at === 'string' ? at : at(engine);
        },
        run: (context) => run(engine, context),
      };
      crontabOf(work); // an invalid line fails at start
      return [name, work];
    }),
  );
}

/** Starts the queue with the work of the platform and all modules. */
export async function startJobQueue(
  engine: Engine,
  modules: readonly ServerModule[],
  schedule: CronJobsByName,
): Promise<RunningJobWorkers> {
  const kinds = Object.fromEntries(
    collectByName(modules, (one) => one.jobs).map(([name, work]): [string, JobKind] => [
      name,
      {
        restarts: work.restarts,
        run: async (context) => work.run(engine, { ...context, caller: await callerOf(engine, context.job) }),
        ...(work.describeFailure
          ? { describeFailure: (job) => work.describeFailure?.(engine, job) ?? Promise.resolve(undefined) }
          : {}),
        ...(work.clear ? { clear: async (job) => work.clear?.(engine, job) } : {}),
      },
    ]),
  );
  const taskOf = ([name, task]: readonly [string, Task]): [string, BackgroundTask] => [
    name,
    (payload) => task(engine, payload),
  ];
  const tasks = Object.fromEntries([
    ...collectByName(modules, (one) => one.tasks).map(taskOf),
    ...retryTasksOfAfterCommitSubscribers(engine),
  ]);
  const outside = Object.fromEntries(collectByName(modules, (one) => one.outside).map(taskOf));
  await removeOldResults(resultFolder(engine));
  const stopSweeping = await sweepHourly([importFolder(engine), resultDraftFolder(resultFolder(engine))], engine.log);
  const jobs = await startJobWorkers({
    db: engine.db,
    kinds,
    tasks,
    outside,
    schedule,
    log: engine.log,
    onEvent: () => engine.wakeRelay(),
    onProgress: (job) => notifyProgress(engine, job),
  });
  const delivery = deliverQueuedEvents(engine);
  return {
    stop: async () => {
      stopSweeping();
      await Promise.all([delivery.stop(), jobs.stop()]);
    },
  };
}

/** The owner of a job with their present rights. */
async function callerOf({ db }: Engine, { admin_id, user_id, locale }: Job): Promise<Caller> {
  const caller =
    admin_id === null
      ? await readMemberCaller(db, user_id ?? 0, locale)
      : await readOfficerCaller(db, admin_id, locale);
  if (!caller) throw notFound();
  return caller;
}

/** Progress goes through the outbox, because the owner's stream may be in another process. */
function notifyProgress(engine: Engine, job: Job): void {
  const payload = JSON.stringify({
    ...presentJob(job),
    owner_type: job.admin_id === null ? 'member' : 'admin',
    owner_id: job.admin_id ?? job.user_id,
  });
  engine.db
    .query(
      sql`insert into event (name, resource, row_id, payload) values ('job.progress', 'job', ${job.id}, ${payload}::jsonb)`,
    )
    .then(() => engine.wakeRelay())
    .catch((error: unknown) => engine.log.warn({ err: error }, 'progress of a job could not be told'));
}
