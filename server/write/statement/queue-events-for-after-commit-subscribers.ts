import { type Caller, onBehalfOf } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/**
 * The part of a statement that keeps each event it writes (as `e`, returning {@link eventColumns}) for each subscriber that acts
 * after the commit, atomically with the event ({@link import('../subscriber/deliver-queued-events-to-subscribers.ts')}). `names`: the events it
 * may write.
 */
export function queueEventsForAfterCommitSubscribers(
  { subscribers }: Pick<Engine, 'subscribers'>,
  names: readonly string[],
  caller: Caller,
): Sql[] {
  const pairs = names.flatMap((name) =>
    (subscribers.later.get(name) ?? []).map((one) => sql`(${name}::text, ${one.name}::text)`),
  );
  if (pairs.length === 0) return [];
  const { id, name, locale, requestId } = onBehalfOf(caller);
  const actor = JSON.stringify({ id, name, locale, requestId });
  return [
    sql`j as (insert into subscriber_event (subscriber, event, caller) select s.subscriber, row_to_json(e), ${actor}::json
      from e join (values ${sql.join(pairs)}) s(event, subscriber) on s.event = e.name order by e.id)`,
  ];
}

/** Columns of an event that subscribers receive. */
export const eventColumns = sql`id, name, resource, row_id, area_code, areas, payload, floor(extract(epoch from createtime))::bigint as createtime`;
