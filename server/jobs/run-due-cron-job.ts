import type { Task } from 'graphile-worker';
import { sql } from '#server/db/sql.ts';
import {
  endRunAsFailed,
  endRunAsSuccessful,
  maxRunAttempts,
  type ScheduleRuns,
} from '#server/jobs/cron-jobs-and-their-runs.ts';
import { errorWithoutPersonalNumbers } from '#server/jobs/error-without-personal-numbers.ts';

/** The task that runs a due cron job and records the outcome. A failed run is retried before it counts as missed. */
export const runDueCronJob =
  ({ db, schedule, log, onEvent }: ScheduleRuns): Task =>
  async (payload, { abortSignal }) => {
    const { run, name } = payload as { run: number; name: string };
    const begun = await db.row<{ attempts: number }>(sql`
      update schedule_run set status = 'running', attempts = attempts + 1, starttime = now()
      where id = ${run} and status in ('waiting', 'running') returning attempts`);
    if (!begun) return;
    const own = log.child({ scheduled: name });
    try {
      const work = schedule[name];
      if (!work) throw new Error(`nothing scheduled is called ${name}`);
      await work.run({ log: own, signal: abortSignal });
      await endRunAsSuccessful(db, run);
    } catch (error) {
      // stopped with the server: the queue runs it again at the next start
      if (abortSignal.aborted) throw error;
      own.error({ err: error, attempt: begun.attempts }, 'scheduled work failed');
      if (begun.attempts < maxRunAttempts) {
        await db.query(sql`update schedule_run set error = ${errorWithoutPersonalNumbers(error)} where id = ${run}`);
        throw error;
      }
      if (await endRunAsFailed(db, schedule, run, errorWithoutPersonalNumbers(error))) onEvent();
    }
  };
