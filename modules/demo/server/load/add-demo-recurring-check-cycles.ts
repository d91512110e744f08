import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { recurringCheckCycle } from '#modules/enforcement/contract/cycle/recurring-check-cycle.ts';
import { checklist } from '#modules/library/contract/checklist/checklist.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/**
 * Cycles of checks of a fictitious bureau (domain reference §2.I): one whose preview can be seen before it is switched
 * on, and one that is paused.
 */
export async function addDemoCheckCycles({ db }: Engine, areaCode: string): Promise<void> {
  const today = shanghaiToday();
  const cycles = [
    {
      name: '旅行社年度检查',
      domain: 'travel',
      ent_types: ['agency'],
      listed: '旅行社',
      unit: 'year',
      assignment: 'rotate',
      status: 'draft',
      starts_on: addDays(today, 5),
    },
    {
      name: '高风险旅游项目旺季检查',
      domain: 'sports',
      ent_types: ['high_risk', 'scenic'],
      listed: '景区',
      unit: 'quarter',
      assignment: 'last',
      status: 'paused',
      starts_on: addDays(today, -30),
    },
  ];
  await db.query(sql`
    insert into ${sql.id(tableOf(recurringCheckCycle))} (name, department_id, basis, domain, ent_types, area_code, checklist_id, unit, every, starts_on, ahead_days, assignment, status)
    select g.name, d.id, '《旅游法》第八十五条；年度检查计划', g.domain, g.ent_types, ${areaCode}, l.id, g.unit, 1, g.starts_on, 15, g.assignment, g.status
    from jsonb_to_recordset(${JSON.stringify(cycles)}::jsonb) g (name text, domain text, ent_types text[], listed text, unit text, assignment text, status text, starts_on date)
    join lateral (select id from auth_department where area_code = ${areaCode} and kind = 'bureau' order by id limit 1) d on true
    join lateral (select c.id from ${sql.id(tableOf(checklist))} c where c.status = 'published' and c.name like '%' || g.listed || '%' order by c.id limit 1) l on true`);
}
