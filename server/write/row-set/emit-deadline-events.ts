import type { AnyResource } from '#kernel/declaration/resource.ts';
import { eventName, type ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { rowVisibilitySnapshotColumns } from '#server/read/scope/row-visibility-snapshot-sql.ts';
import { insertEvents } from '../statement/insert-domain-events-statement.ts';
import {
  eventColumns,
  queueEventsForAfterCommitSubscribers,
} from '../statement/queue-events-for-after-commit-subscribers.ts';

/** Clocks handled by one statement; the rest follow in the same run. */
const maxClocksPerStatement = 1000;

/** An event due now, as written to the outbox. */
interface DueFact {
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
 * Emits events for clocks that end soon or have passed. Each warning of a rule is emitted once per clock: emitting and
 * marking it are one transaction, and concurrent runs skip locked clocks. Deleted rows get theirs after they are
 * restored. Returns the number of events. Throws at the end if subscribers refused some; these are retried at the next
 * run and do not hold up other clocks.
 */
export async function emitDeadlineEvents(engine: Engine): Promise<number> {
  let events = 0;
  const refused = new Map<number, unknown>();
  for (;;) {
    const rest = sql`not id = any(${[...refused.keys()]}::bigint[])`;
    try {
      const { struck, emitted } = await emitSome(engine, rest);
      events += emitted;
      if (struck < maxClocksPerStatement) break;
    } catch (error) {
      const found = await engine.db.rows<{ id: number }>(
        sql`select id from deadline where warn_at <= now() and ${rest} order by warn_at limit ${maxClocksPerStatement}`,
      );
      if (found.length === 0) throw error;
      for (const { id } of found) {
        try {
          events += (await emitSome(engine, sql`id = ${id}`)).emitted;
        } catch (reason) {
          refused.set(id, reason);
        }
      }
    }
  }
  const [first] = refused;
  if (first)
    throw new Error(`${refused.size} clocks could not be told of, the first being ${first[0]}`, { cause: first[1] });
  return events;
}

async function emitSome(engine: Engine, which: Sql): Promise<{ struck: number; emitted: number }> {
  const result = await engine.db.transaction(async (tx) => {
    const { struck, facts } = await takeDueWarnings(tx, which);
    let emitted = 0;
    for (const name of new Set(facts.map((one) => one.resource))) {
      const resource = engine.find(name);
      const ofResource = facts.filter((one) => one.resource === name);
      if (resource?.life?.clocks) emitted += await emitFacts(engine, tx, resource, ofResource);
    }
    return { struck, emitted };
  });
  if (result.emitted > 0) engine.wakeRelay();
  return result;
}

/**
 * Removes the warnings due now and returns their events. An end that was announced to somebody is never moved earlier
 * by another calendar.
 */
async function takeDueWarnings(tx: Transaction, which: Sql): Promise<{ struck: number; facts: DueFact[] }> {
  const row = await tx.row<{ struck: number; facts: DueFact[] }>(sql`
    with d as (
      select id, warnings from deadline where warn_at <= now() and ${which} order by warn_at limit ${maxClocksPerStatement} for update skip locked
    ), due as (
      select d.id, w.value as warning, (w.value->>'at')::bigint <= extract(epoch from now()) as is_due
      from d, jsonb_array_elements(d.warnings) w
    ), struck as (
      update deadline x set status = case when x.due_at < now() then 'overdue' else x.status end, served = true,
        warnings = coalesce((select jsonb_agg(due.warning order by (due.warning->>'at')::bigint) from due where due.id = x.id and not due.is_due), '[]'),
        warn_at = (select to_timestamp(min((due.warning->>'at')::bigint)) from due where due.id = x.id and not due.is_due)
      from d where d.id = x.id
      returning x.id, x.resource, x.row_id, x.clock, x.rule_name, x.rule_code, x.due_at
    )
    select (select count(*)::int from struck) as struck, coalesce((select json_agg(json_build_object('resource', t.resource, 'row_id', t.row_id,
        'clock', t.clock, 'rule', coalesce(t.rule_name, t.rule_code), 'fact', due.warning->>'fact', 'left', (due.warning->>'left')::int,
        'due_at', floor(extract(epoch from t.due_at))::bigint) order by (due.warning->>'at')::bigint, t.id)
      from struck t join due on due.id = t.id where due.is_due), '[]') as facts`);
  return row ?? { struck: 0, facts: [] };
}

async function emitFacts(
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  facts: readonly DueFact[],
): Promise<number> {
  const caller = systemCaller();
  const named = facts.map((one, place) => ({ ...one, place, name: eventName(resource, one.fact) }));
  const jobs = queueEventsForAfterCommitSubscribers(engine, [...new Set(named.map((one) => one.name))], caller);
  const from = sql`from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as f (name text, row_id bigint, clock text, rule text, "left" int, due_at bigint, place int)
      join lateral (
        select t.id, ${rowVisibilitySnapshotColumns(resource, engine.find)}, t.${sql.id(resource.title)}::text as title, t.status
        from ${sql.id(tableOf(resource))} t where t.id = f.row_id
      ) w on true order by f.place`;
  const events = await tx.rows<ReceivedEvent & Record<string, unknown>>(sql`
    with e as (
      ${insertEvents(resource, {
        name: sql`f.name`,
        payload: sql`jsonb_build_object('title', w.title, 'status', w.status, 'clock', f.clock, 'rule', f.rule, 'left', f."left", 'due_at', f.due_at)`,
        from,
      })} returning ${eventColumns}
    )${jobs.length > 0 ? sql`, ${sql.join(jobs)}` : sql.empty}
    select e.name, e.resource, e.row_id, e.payload from e order by e.id`);
  await engine.subscribers.notify(engine, tx, caller, events);
  return events.length;
}
