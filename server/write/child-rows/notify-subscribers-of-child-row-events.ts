import type { AnyResource } from '#kernel/declaration/resource.ts';
import { childListsOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import type { ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import {
  eventColumns,
  queueEventsForAfterCommitSubscribers,
} from '../statement/queue-events-for-after-commit-subscribers.ts';

/** The names of those events of child rows that have subscribers. */
function subscribedChildEvents(engine: Engine, resource: AnyResource): string[] {
  return childListsOf(resource).flatMap(([, one]) => {
    const child = resourceOfChildList(one, engine.find);
    const heard = engine.subscribers.all.filter((each) => each.resource.name === child.name);
    return [...heard.flatMap(({ events }) => events), ...subscribedChildEvents(engine, child)];
  });
}

/**
 * Call this before child rows are written by several statements. The function it returns notifies the subscribers
 * afterwards. Undefined: there are no subscribers.
 */
export async function notifySubscribersAfterChildWrites(
  engine: Engine,
  tx: Transaction,
  caller: Caller,
  resource: AnyResource,
): Promise<(() => Promise<void>) | undefined> {
  const names = engine.subscribers.all.length > 0 ? [...new Set(subscribedChildEvents(engine, resource))] : [];
  if (names.length === 0) return undefined;
  // events have the start time of their transaction
  const own = sql`from event where tx = pg_current_xact_id() and createtime = now()`;
  const before = await tx.row<{ id: number }>(sql`select coalesce(max(id), 0) as id ${own}`);
  return async () => {
    const jobs = queueEventsForAfterCommitSubscribers(engine, names, caller);
    const events = await tx.rows<ReceivedEvent & Record<string, unknown>>(sql`
      with e as materialized (select ${eventColumns} ${own} and id > ${before?.id ?? 0} and name = any(${names}::text[]) order by id)
        ${jobs.length > 0 ? sql`, ${sql.join(jobs)}` : sql.empty}
      select e.name, e.resource, e.row_id, e.payload from e order by e.id`);
    await engine.subscribers.notify(engine, tx, caller, events);
  };
}

/** Emits an event of a child row, declared by a hook, to screens and subscribers. */
export async function emitEventOfChildRow(
  engine: Engine,
  tx: Transaction,
  caller: Caller,
  fact: ReceivedEvent,
): Promise<void> {
  const jobs = queueEventsForAfterCommitSubscribers(engine, [fact.name], caller);
  await tx.query(sql`
    with e as (insert into event (name, resource, row_id, payload)
      values (${fact.name}, ${fact.resource}, ${fact.row_id}, ${JSON.stringify(fact.payload)}::jsonb) returning ${eventColumns})
      ${jobs.length > 0 ? sql`, ${sql.join(jobs)}` : sql.empty}
    select e.id from e`);
  await engine.subscribers.notify(engine, tx, caller, [fact]);
}
