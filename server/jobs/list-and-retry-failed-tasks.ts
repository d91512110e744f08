import type { FailedTask } from '#kernel/wire/cron-job-and-failed-task-status.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { removePersonalNumbers } from '#server/jobs/error-without-personal-numbers.ts';

/** Excludes tasks of jobs and of scheduled work, whose failures are shown elsewhere. */
const failed = sql.raw(`j.last_error is not null and (j.key is null or j.key !~ '^(job|schedule):')`);

/** Failed tasks, newest first. */
export async function listFailedTasks(
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<{ list: FailedTask[]; total: number }> {
  const rows = await db.rows<FailedTask & { total: number }>(sql`
    select j.id, j.task_identifier as task, j.attempts, j.max_attempts as most_attempts, j.last_error as error,
      floor(extract(epoch from j.created_at))::bigint as createtime,
      case when j.attempts < j.max_attempts then floor(extract(epoch from j.run_at))::bigint end as next_at
    from graphile_worker.jobs j where ${failed} order by j.id desc limit ${limit} offset ${(page - 1) * limit}`);
  const total = await countFailedTasks(db);
  return { list: rows.map((row) => ({ ...row, error: removePersonalNumbers(row.error) })), total };
}

export async function countFailedTasks(db: Queryable): Promise<number> {
  const counted = await db.row<{ n: number }>(
    sql`select count(*)::int as n from graphile_worker.jobs j where ${failed}`,
  );
  return counted?.n ?? 0;
}

/** Retries failed tasks now, with the full number of attempts. Skips running tasks. Returns the number of tasks. */
export async function retryTasks(db: Queryable, ids: readonly number[]): Promise<number> {
  const retried = await db.rows(sql`
    select r.id from graphile_worker.reschedule_jobs(
      array(select j.id from graphile_worker.jobs j where j.id = any(${ids}::bigint[]) and ${failed}), run_at => now(), attempts => 0) r`);
  return retried.length;
}
