import type { Database, Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { lockClass } from '#server/jobs/process-liveness-lock.ts';
import { interruptedMessage, type Job, jobColumns } from './create-list-and-record-status-of-jobs.ts';

/** Condition: no process holds the advisory lock of this number any more. */
const isGone = (column: string) =>
  sql.raw(`not exists (select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2
    and l.database = (select oid from pg_database where datname = current_database())
    and l.classid = ${lockClass}::oid and l.objid = ${column}::bigint::oid)`);

const unlock = (db: Queryable, whose: Sql) =>
  db.query(sql`
    with gone as (delete from job_worker w where ${whose} returning w.pool)
    select graphile_worker.force_unlock_workers(array_agg(pool)) from gone having count(*) > 0`);

/**
 * Releases the tasks of a stopped process: the queue does not wait when it marks a job as finished, so tasks could stay
 * locked.
 */
export const releaseTasksOfProcess = (db: Queryable, process: number) => unlock(db, sql`w.process = ${process}`);

/** Releases the tasks of a runner of this process that ended unexpectedly. */
export const releaseTasksOfRunner = (db: Queryable, pool: string) =>
  db.query(sql`
    with gone as (delete from job_worker where pool = ${pool})
    select graphile_worker.force_unlock_workers(array[${pool}])`);

/** What to do at the end of a job, by its kind. */
export interface JobEndHandlers {
  fail(db: Queryable, job: Job, message: string): Promise<Job | undefined>;
  clear(job: Job): Promise<void>;
}

/**
 * Returns the tasks of dead processes (kill -9, power cut) to the queue, which otherwise waits four hours. Tasks
 * without remaining attempts, or no longer queued, are marked as failed. Safe to run in several processes at once.
 */
export async function recoverJobs(
  db: Database,
  { fail }: JobEndHandlers,
  onProgress: (job: Job) => void,
): Promise<void> {
  await unlock(db, isGone('w.process'));
  const lost = await db.rows<Job>(sql`
    select ${jobColumns} from job j
    where j.status = 'running'
      and not exists (select from graphile_worker.jobs q where q.key = 'job:' || j.id
        and (q.attempts < q.max_attempts or q.locked_at is not null and not ${isGone('j.process')}))`);
  for (const job of lost) {
    const failed = await fail(db, job, interruptedMessage(job.locale));
    if (failed) onProgress(failed);
  }
}
