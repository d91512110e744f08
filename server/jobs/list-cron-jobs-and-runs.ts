import type { Locale } from '#kernel/text/text.ts';
import type { CronJobRun, CronJobStatus } from '#kernel/wire/cron-job-and-failed-task-status.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { type CronJobsByName, crontabOf } from '#server/jobs/cron-jobs-and-their-runs.ts';
import { describeCrontab } from '#server/jobs/crontab.ts';

const presented =
  sql.raw(`jsonb_build_object('status', r.status, 'due_at', floor(extract(epoch from r.due_at)), 'asked_by', r.requested_by,
  'times', r.times, 'attempts', r.attempts, 'error', r.error, 'starttime', floor(extract(epoch from r.starttime)),
  'took', round(extract(epoch from r.finishtime - r.starttime) * 1000))`);

/** All cron jobs with their last run; those that missed too many runs come first. */
export async function listCronJobs(db: Queryable, schedule: CronJobsByName, locale: Locale): Promise<CronJobStatus[]> {
  const rows = await db.rows<Pick<CronJobStatus, 'name' | 'next_at' | 'misses' | 'alerted_at' | 'last'>>(sql`
    select s.name, floor(extract(epoch from s.next_at))::bigint as next_at, s.misses,
      floor(extract(epoch from s.alerted_at))::bigint as alerted_at,
      (select ${presented} from schedule_run r where r.name = s.name and r.status <> 'missed' order by r.id desc limit 1) as last
    from schedule s where s.name = any(${Object.keys(schedule)}::text[]) order by s.alerted_at desc nulls last, s.misses desc, s.name`);
  return rows.flatMap((row) => {
    const work = schedule[row.name];
    if (!work) return [];
    const crontab = crontabOf(work);
    return [{ ...row, label: work.label[locale], when: describeCrontab(crontab)[locale], line: crontab.line }];
  });
}

/** The latest runs of a cron job, newest first. */
export async function listRunsOfCronJob(db: Queryable, name: string, limit = 100): Promise<CronJobRun[]> {
  const rows = await db.rows<{ run: CronJobRun }>(
    sql`select ${presented} as run from schedule_run r where r.name = ${name} order by r.id desc limit ${limit}`,
  );
  return rows.map(({ run }) => run);
}

/** Number of cron jobs with an alarm. */
export async function countCronJobAlarms(db: Queryable): Promise<number> {
  const counted = await db.row<{ n: number }>('select count(*)::int as n from schedule where alerted_at is not null');
  return counted?.n ?? 0;
}
