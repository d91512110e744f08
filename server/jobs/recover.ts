import type { Locale } from '#kernel/text.ts';
import type { Database } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { failJob, interruptedMessage, type Job } from '#server/jobs/job.ts';
import { lockClass } from '#server/jobs/process-lock.ts';

/** Whether no process holds the advisory lock of this number any more. */
const isGone = (column: string) =>
  sql.raw(`not exists (select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2
    and l.database = (select oid from pg_database where datname = current_database())
    and l.classid = ${lockClass}::oid and l.objid = ${column}::bigint::oid)`);

/**
 * Gives back to the queue what processes that ended (kill -9, power cut) still held; without this the queue waits four
 * hours. What was tried too often, or is no longer queued, is marked as failed. Safe to run in many processes at once.
 */
export async function recoverJobs(db: Database, onProgress: (job: Job) => void): Promise<void> {
  await db.query(sql`
    with gone as (delete from job_worker w where ${isGone('w.process')} returning w.pool)
    select graphile_worker.force_unlock_workers(array_agg(pool)) from gone having count(*) > 0`);
  const lost = await db.rows<{ id: number; locale: Locale }>(sql`
    select j.id, j.locale from job j
    where j.status = 'running' and ${isGone('j.process')}
      and not exists (select from graphile_worker.jobs q where q.key = 'job:' || j.id and q.attempts < q.max_attempts)`);
  for (const { id, locale } of lost) {
    const job = await failJob(db, id, interruptedMessage(locale));
    if (job) onProgress(job);
  }
}
