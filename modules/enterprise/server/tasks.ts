import { addDays, toShanghaiDate } from '#kernel/calendar.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Task } from '#server/module.ts';
import { licence } from '../contract/licence.ts';
import { purgeDrafts } from './draft.ts';
import { expiringDays } from './record-hooks.ts';

/**
 * Brings licences up to today: valid → expiring → expired. Suspended, revoked and cancelled ones stay. Each change
 * stands in the licence's history and is told as an event.
 */
export async function refreshValidity(
  db: Queryable,
  today = toShanghaiDate(new Date().toISOString()),
): Promise<number> {
  const changed = await db.query(sql`
    with due as (
      select id, validity as before, case when expire_date < ${today}::date then 'expired'
        when expire_date <= ${addDays(today, expiringDays)}::date then 'expiring' else 'valid' end as after
      from enterprise_licence where validity in ('valid', 'expiring', 'expired') for update
    ), u as (
      update enterprise_licence l set validity = due.after, version = version + 1, updatetime = now()
      from due where l.id = due.id and due.before <> due.after
      returning l.id, l.area_code, l.license_no, l.enterprise_id, due.before, due.after
    ), h as (
      insert into history (resource, row_id, action, actor_type, actor_name, area_code, changes)
      select ${licence.name}, id, 'edit', 'system', '系统', area_code, jsonb_build_object('validity', jsonb_build_array(before, after)) from u
    ), e as (
      insert into event (name, resource, row_id, area_code, payload)
      select 'licence.' || after, ${licence.name}, id, area_code, jsonb_build_object('title', license_no, 'enterprise_id', enterprise_id) from u
    )
    select count(*)::int as n from u`);
  return (changed.rows[0] as { n: number } | undefined)?.n ?? 0;
}

export const enterpriseTasks: Readonly<Record<string, Task>> = {
  async refresh_licences(engine) {
    const changed = await engine.db.transaction((tx) => refreshValidity(tx));
    if (changed > 0) engine.wakeRelay();
    engine.log.info({ changed }, 'licences brought up to today');
  },
  async purge_enterprise_drafts({ db, log }) {
    const purged = await purgeDrafts(db);
    if (purged > 0) log.info({ purged }, 'unfinished applications removed');
  },
};

/** Just after midnight and before the day's work in Asia/Shanghai; the queue counts in UTC. */
export const enterpriseCrontab = ['5 16 * * * refresh_licences', '30 19 * * * purge_enterprise_drafts'] as const;
