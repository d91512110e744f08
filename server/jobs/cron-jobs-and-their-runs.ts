import type { Text } from '#kernel/text/text.ts';
import type { Database, Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { type Crontab, countTimes, nextTime, parseCrontab } from '#server/jobs/crontab.ts';
import type { Log } from '#server/log.ts';

/** Work run by a cron schedule. */
export interface CronJob {
  readonly label: Text;
  /** Crontab line in Asia/Shanghai: `5 0 * * *` is five past midnight. A value from settings may change. */
  readonly at: string;
  run(context: { log: Log; signal: AbortSignal }): Promise<void>;
}

/** By name, which is unique over all modules. */
export type CronJobsByName = Readonly<Record<string, CronJob>>;

/** Dependencies of the schedule and its runs. */
export interface ScheduleRuns {
  db: Database;
  schedule: CronJobsByName;
  log: Log;
  /** Called when the outbox has new events. */
  onEvent: () => void;
}

/** Name of the task that runs scheduled work, and the resource of its events. */
export const scheduledTaskName = 'run_scheduled';
export const scheduleResource = 'system/schedule';

/** Key of a work's task in the queue. */
const keyOf = (name: string) => `schedule:${name}`;
/** Attempts of one run, some 90 seconds from first to last: longer than a restart of the database. */
export const maxRunAttempts = 5;
/** Milliseconds after which a run counts as late; a restart of the server is shorter. */
const lateAfter = 5 * 60_000;
/**
 * The alarm is raised after two missed runs in a row; for work that runs every minute, after a quarter of an hour at
 * the earliest.
 */
const maxMisses = 2;
const patience = sql.raw(`interval '15 minutes'`);

const crontabs = new Map<string, Crontab>();

/** The parsed crontab line. Throws if it is invalid. */
export function crontabOf({ at }: Pick<CronJob, 'at'>): Crontab {
  let crontab = crontabs.get(at);
  if (!crontab) {
    crontab = parseCrontab(at);
    crontabs.set(at, crontab);
  }
  return crontab;
}

/** Stores the works of this version and removes others; a changed line counts from now. */
export async function storeCronJobs(db: Queryable, schedule: CronJobsByName): Promise<void> {
  const now = new Date();
  const works = Object.entries(schedule).map(([name, work]) => ({
    name,
    line: work.at,
    next_at: nextTime(crontabOf(work), now).toISOString(),
  }));
  await db.query(sql`
    with gone as (delete from schedule where name <> all(${works.map(({ name }) => name)}::text[]))
    insert into schedule (name, line, next_at)
    select name, line, next_at from jsonb_to_recordset(${JSON.stringify(works)}::jsonb) as w(name text, line text, next_at timestamptz)
    order by name
    on conflict (name) do update set line = excluded.line, next_at = excluded.next_at
      where schedule.line <> excluded.line`);
}

/** Queues a run with its row, unless one is open. `from` yields `name` and `due_at`. */
const openRun = (from: Sql, requestedBy: string | null) => sql`
  opened as (
    insert into schedule_run (name, due_at, requested_by, status) select f.name, f.due_at, ${requestedBy}::text, 'waiting' from ${from} f
    on conflict (name) where status in ('waiting', 'running') do nothing returning id, name),
  queued as (
    select o.name, graphile_worker.add_job(${scheduledTaskName}, json_build_object('run', o.id, 'name', o.name),
      job_key => 'schedule:' || o.name, max_attempts => ${maxRunAttempts}) from opened o)`;

/**
 * Starts due work. Work that fell due several times, because no process ran or its run is still active, is started
 * once; the other times count as missed. A row lock decides which process starts it.
 */
export async function startDueCronJobs({ db, schedule }: ScheduleRuns): Promise<boolean> {
  const names = Object.keys(schedule);
  const due = await db.rows<{ name: string; next_at: number; now: number }>(sql`
    select name, extract(epoch from next_at)::float8 * 1000 as next_at, extract(epoch from now())::float8 * 1000 as now
    from schedule where next_at <= now() and name = any(${names}::text[])`);
  if (due.length === 0) return false;
  return db.transaction(async (tx) => {
    for (const { name, next_at, now } of due) {
      const crontab = crontabOf(schedule[name] as CronJob);
      const [at, until] = [new Date(next_at), new Date(now)];
      const times = 1 + countTimes(crontab, at, until);
      const inTime = now - next_at < lateAfter ? 1 : 0;
      await tx.query(sql`
        with due as (select name, next_at as due_at from schedule where name = ${name} and next_at = ${at} for update),
        ${openRun(sql`due`, null)},
        missed as (select d.name, d.due_at, ${times}::int - (select count(*)::int from queued) * ${inTime}::int as times from due d),
        noted as (
          insert into schedule_run (name, due_at, status, times, finishtime)
          select name, due_at, 'missed', times, now() from missed where times > 0)
        update schedule s set next_at = ${nextTime(crontab, until)}, misses = s.misses + m.times,
          missing_since = case when m.times > 0 then coalesce(s.missing_since, m.due_at) else s.missing_since end
        from missed m where s.name = m.name`);
    }
    return raiseAlarm(tx, schedule);
  });
}

/** Runs a work now. Returns false if it is waiting or running. */
export async function runCronJobNow(db: Queryable, name: string, requestedBy: string): Promise<boolean> {
  const queued = await db.row(sql`
    with ${openRun(sql`(select ${name}::text as name, now() as due_at)`, requestedBy)} select name from queued`);
  return queued !== undefined;
}

/** Notifies super administrators, once, of work missed too often. Returns whether there was any. */
async function raiseAlarm(db: Queryable, schedule: CronJobsByName): Promise<boolean> {
  const labels = JSON.stringify(Object.fromEntries(Object.entries(schedule).map(([name, { label }]) => [name, label])));
  const raised = await db.rows(sql`
    with raised as (
      update schedule set alerted_at = now() where alerted_at is null and misses >= ${maxMisses}
        and missing_since <= now() - ${patience} and name = any(${Object.keys(schedule)}::text[]) returning name, misses)
    insert into event (name, resource, row_id, payload)
    select ${`${scheduleResource}.missed`}, ${scheduleResource}, 0, jsonb_build_object('name', name, 'label', ${labels}::jsonb->name, 'misses', misses)
    from raised returning id`);
  return raised.length > 0;
}

/** Marks runs as failed whose process was killed in the last attempt. Returns whether the alarm was raised. */
export async function failLostRuns({ db, schedule }: ScheduleRuns): Promise<boolean> {
  const lost = await db.rows<{ id: number }>(sql`
    select r.id from schedule_run r where r.status in ('waiting', 'running') and r.name = any(${Object.keys(schedule)}::text[])
      and not exists (select from graphile_worker.jobs q
        where q.key = ${keyOf('')} || r.name and (q.attempts < q.max_attempts or q.locked_at is not null))`);
  let logged = false;
  for (const { id } of lost) logged = (await endRunAsFailed(db, schedule, id, 'interrupted')) || logged;
  return logged;
}

/** Marks a run as failed, which counts as a miss. Returns whether the alarm was raised. */
export async function endRunAsFailed(
  db: Queryable,
  schedule: CronJobsByName,
  run: number,
  error: string,
): Promise<boolean> {
  await db.query(sql`
    with ended as (
      update schedule_run set status = 'failed', error = ${error}, finishtime = now()
      where id = ${run} and status in ('waiting', 'running') returning name, due_at)
    update schedule s set misses = s.misses + 1, missing_since = coalesce(s.missing_since, e.due_at) from ended e where s.name = e.name`);
  return raiseAlarm(db, schedule);
}

/** Marks a run as successful, which resets the misses. */
export async function endRunAsSuccessful(db: Queryable, run: number): Promise<void> {
  await db.query(sql`
    with ended as (
      update schedule_run set status = 'done', error = null, finishtime = now()
      where id = ${run} and status = 'running' returning name)
    update schedule s set misses = 0, missing_since = null, alerted_at = null from ended e where s.name = e.name`);
}

/** Keeps the last hundred runs of each work, and failures for 90 days. */
export async function deleteOldRuns(db: Queryable): Promise<void> {
  await db.query(`
    delete from schedule_run r using (
      select id, row_number() over (partition by name order by id desc) as place from schedule_run) p
    where p.id = r.id and p.place > 100 and r.status not in ('waiting', 'running')
      and (r.status = 'done' or r.due_at < now() - interval '90 days')`);
}
