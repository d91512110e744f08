import type { Text } from '#kernel/text/text.ts';
import type { Database, Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { type Crontab, countTimes, nextTime, parseCrontab } from '#server/jobs/crontab.ts';
import type { Log } from '#server/log.ts';

/** Work that is done by the clock. */
export interface Scheduled {
  readonly label: Text;
  /** Line of a crontab in the time of Asia/Shanghai: `5 0 * * *` is five past midnight. One that is set may change. */
  readonly at: string;
  run(context: { log: Log; signal: AbortSignal }): Promise<void>;
}

/** By name; one name, one work, over all modules. */
export type Schedule = Readonly<Record<string, Scheduled>>;

/** What the clock and the runs of it stand on. */
export interface ScheduleRuns {
  db: Database;
  schedule: Schedule;
  log: Log;
  /** Told when the outbox has grown. */
  onEvent: () => void;
}

/** Name of the task that runs all of them, and the resource their facts are told of. */
export const scheduledTask = 'run_scheduled';
export const scheduleResource = 'system/schedule';

/** Key of the task in the queue that runs one of them. */
const keyOf = (name: string) => `schedule:${name}`;
/** Tries of one run, some 90 seconds from the first to the last: longer than a database needs to come back. */
export const tries = 5;
/** Milliseconds after which a run is late: a server that starts again is not. */
const late = 5 * 60_000;
/** The alarm is given after two misses in a row; of what runs every minute not before a quarter of an hour. */
const mostMisses = 2;
const patience = sql.raw(`interval '15 minutes'`);

const crontabs = new Map<string, Crontab>();

/** The parsed line of a work; a wrong one throws. */
export function crontabOf({ at }: Pick<Scheduled, 'at'>): Crontab {
  let crontab = crontabs.get(at);
  if (!crontab) {
    crontab = parseCrontab(at);
    crontabs.set(at, crontab);
  }
  return crontab;
}

/** Makes the works of this version known, and forgets those it has no more; a changed line counts from now. */
export async function enterSchedule(db: Queryable, schedule: Schedule): Promise<void> {
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

/** Queues a run with its note; nothing where one is open. `from` gives `name` and `due_at`. */
const openRun = (from: Sql, requestedBy: string | null) => sql`
  opened as (
    insert into schedule_run (name, due_at, requested_by, status) select f.name, f.due_at, ${requestedBy}::text, 'waiting' from ${from} f
    on conflict (name) where status in ('waiting', 'running') do nothing returning id, name),
  queued as (
    select o.name, graphile_worker.add_job(${scheduledTask}, json_build_object('run', o.id, 'name', o.name),
      job_key => 'schedule:' || o.name, max_attempts => ${tries}) from opened o)`;

/**
 * Starts what is due. A work whose time passed several times, because nobody ran or it still runs, is started once and
 * the rest is counted as missed. Which process starts it decides the row, locked.
 */
export async function startDue({ db, schedule }: ScheduleRuns): Promise<boolean> {
  const names = Object.keys(schedule);
  const due = await db.rows<{ name: string; next_at: number; now: number }>(sql`
    select name, extract(epoch from next_at)::float8 * 1000 as next_at, extract(epoch from now())::float8 * 1000 as now
    from schedule where next_at <= now() and name = any(${names}::text[])`);
  if (due.length === 0) return false;
  return db.transaction(async (tx) => {
    for (const { name, next_at, now } of due) {
      const crontab = crontabOf(schedule[name] as Scheduled);
      const [at, until] = [new Date(next_at), new Date(now)];
      const times = 1 + countTimes(crontab, at, until);
      const inTime = now - next_at < late ? 1 : 0;
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

/** Runs a work now, whenever it is due. False: it waits or runs already. */
export async function runNow(db: Queryable, name: string, requestedBy: string): Promise<boolean> {
  const queued = await db.row(sql`
    with ${openRun(sql`(select ${name}::text as name, now() as due_at)`, requestedBy)} select name from queued`);
  return queued !== undefined;
}

/** Tells super administrators, once, of what has been missed too often. Answers whether there was something to tell. */
export async function raiseAlarm(db: Queryable, schedule: Schedule): Promise<boolean> {
  const labels = JSON.stringify(Object.fromEntries(Object.entries(schedule).map(([name, { label }]) => [name, label])));
  const raised = await db.rows(sql`
    with raised as (
      update schedule set alerted_at = now() where alerted_at is null and misses >= ${mostMisses}
        and missing_since <= now() - ${patience} and name = any(${Object.keys(schedule)}::text[]) returning name, misses)
    insert into event (name, resource, row_id, payload)
    select ${`${scheduleResource}.missed`}, ${scheduleResource}, 0, jsonb_build_object('name', name, 'label', ${labels}::jsonb->name, 'misses', misses)
    from raised returning id`);
  return raised.length > 0;
}

/** Ends runs that nobody will end: their process was killed at its last try. */
export async function failLost({ db, schedule }: ScheduleRuns): Promise<boolean> {
  const lost = await db.rows<{ id: number }>(sql`
    select r.id from schedule_run r where r.status in ('waiting', 'running') and r.name = any(${Object.keys(schedule)}::text[])
      and not exists (select from graphile_worker.jobs q
        where q.key = ${keyOf('')} || r.name and (q.attempts < q.max_attempts or q.locked_at is not null))`);
  let logged = false;
  for (const { id } of lost) logged = (await endFailed(db, schedule, id, 'interrupted')) || logged;
  return logged;
}

/** Ends a run badly: that is a miss. Answers whether the alarm was given. */
export async function endFailed(db: Queryable, schedule: Schedule, run: number, error: string): Promise<boolean> {
  await db.query(sql`
    with ended as (
      update schedule_run set status = 'failed', error = ${error}, finishtime = now()
      where id = ${run} and status in ('waiting', 'running') returning name, due_at)
    update schedule s set misses = s.misses + 1, missing_since = coalesce(s.missing_since, e.due_at) from ended e where s.name = e.name`);
  return raiseAlarm(db, schedule);
}

/** Ends a run well: what was missed is made up for. */
export async function endDone(db: Queryable, run: number): Promise<void> {
  await db.query(sql`
    with ended as (
      update schedule_run set status = 'done', error = null, finishtime = now()
      where id = ${run} and status = 'running' returning name)
    update schedule s set misses = 0, missing_since = null, alerted_at = null from ended e where s.name = e.name`);
}

/** Keeps the last hundred runs of each, and failures for 90 days. */
export async function forgetRuns(db: Queryable): Promise<void> {
  await db.query(`
    delete from schedule_run r using (
      select id, row_number() over (partition by name order by id desc) as place from schedule_run) p
    where p.id = r.id and p.place > 100 and r.status not in ('waiting', 'running')
      and (r.status = 'done' or r.due_at < now() - interval '90 days')`);
}
