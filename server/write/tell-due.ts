import { eventName, type Fact } from '#kernel/event.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { system } from '#server/caller.ts';
import type { Transaction } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { belongingOf } from '#server/read/above.ts';
import { eventColumns, queued, queueLater } from './later-jobs.ts';

/** Clocks taken at once; what is left is taken by the same run. */
const mostAtOnce = 1000;

/** What is to be told of a clock now, as it is written to the outbox. */
interface Told {
  resource: string;
  row_id: number;
  clock: string;
  rule: string;
  fact: string;
  left: number;
  /** Unix seconds. */
  due_at: number;
}

/**
 * Tells what time has made true: limits that end soon, and those that have passed. Each wish of a rule is told once per
 * clock: telling it and striking it off are one transaction, and whoever scans at the same time passes such clocks over.
 * Of a deleted row nothing is told. Answers how many events were written.
 */
export async function tellDue(engine: Engine): Promise<number> {
  let events = 0;
  for (;;) {
    const { taken, told } = await engine.db.transaction((tx) => tellSome(engine, tx));
    events += told;
    if (told > 0) engine.wakeRelay();
    if (taken < mostAtOnce) return events;
  }
}

async function tellSome(engine: Engine, tx: Transaction): Promise<{ taken: number; told: number }> {
  const row = await tx.row<{ taken: number; told: Told[] }>(sql`
    with d as (
      select id, warnings from deadline where warn_at <= now() order by warn_at limit ${mostAtOnce} for update skip locked
    ), due as (
      select d.id, w.value as warning, (w.value->>'at')::bigint <= extract(epoch from now()) as is_due
      from d, jsonb_array_elements(d.warnings) w
    ), taken as (
      update deadline x set status = case when x.due_at < now() then 'overdue' else x.status end,
        warnings = coalesce((select jsonb_agg(due.warning order by (due.warning->>'at')::bigint) from due where due.id = x.id and not due.is_due), '[]'),
        warn_at = (select to_timestamp(min((due.warning->>'at')::bigint)) from due where due.id = x.id and not due.is_due)
      from d where d.id = x.id
      returning x.id, x.resource, x.row_id, x.clock, x.rule_name, x.rule_code, x.due_at
    )
    select (select count(*)::int from taken) as taken, coalesce((select json_agg(json_build_object('resource', t.resource, 'row_id', t.row_id,
        'clock', t.clock, 'rule', coalesce(t.rule_name, t.rule_code), 'fact', due.warning->>'fact', 'left', (due.warning->>'left')::int,
        'due_at', floor(extract(epoch from t.due_at))::bigint) order by (due.warning->>'at')::bigint, t.id)
      from taken t join due on due.id = t.id where due.is_due), '[]') as told`);
  let told = 0;
  const facts = row?.told ?? [];
  for (const name of new Set(facts.map((one) => one.resource))) {
    const resource = engine.find(name);
    const ofResource = facts.filter((one) => one.resource === name);
    if (resource?.life?.clocks) told += await tellOf(engine, tx, resource, ofResource);
  }
  return { taken: row?.taken ?? 0, told };
}

async function tellOf(engine: Engine, tx: Transaction, resource: AnyResource, facts: readonly Told[]): Promise<number> {
  const named = facts.map((one, place) => ({ ...one, place, name: eventName(resource, one.fact) }));
  const names = [...new Set(named.map(({ name }) => name))];
  const jobs = queueLater(engine, names, system());
  const events = await tx.rows<Fact & Record<string, unknown>>(sql`
    with e as (insert into event (name, resource, row_id, area_code, owner_id, people, department_id, admin_id, payload)
    select f.name, ${resource.name}, w.id, w.area, w.owner, w.people, w.department, w.admin,
      jsonb_build_object('title', w.title, 'status', w.status, 'clock', f.clock, 'rule', f.rule, 'left', f."left", 'due_at', f.due_at)
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as f (name text, row_id bigint, clock text, rule text, "left" int, due_at bigint, place int)
    join lateral (
      select t.id, ${belongingOf(resource, engine.find)}, t.${sql.id(resource.title)}::text as title, t.status
      from ${sql.id(tableOf(resource))} t where t.id = f.row_id
    ) w on true order by f.place returning ${eventColumns})${jobs.length > 0 ? sql`, ${sql.join(jobs)}` : sql.empty}
    select e.name, e.resource, e.row_id, e.payload${queued(jobs)} from e order by e.id`);
  await engine.subscribers.tell(engine, tx, system(), events);
  return events.length;
}
