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
  /** Pairs of an event and a subscriber, by the condition under which it is kept for them. */
  const pairs = new Map<Sql | undefined, Sql[]>();
  for (const name of names)
    for (const { name: subscriber, hearing } of subscribers.later.get(name) ?? []) {
      const those = pairs.get(hearing.laterWhile) ?? [];
      those.push(sql`(${name}::text, ${subscriber}::text)`);
      pairs.set(hearing.laterWhile, those);
    }
  if (pairs.size === 0) return [];
  const { id, name, locale, requestId } = onBehalfOf(caller);
  const actor = JSON.stringify({ id, name, locale, requestId });
  const sources = [...pairs].map(
    ([condition, those]) =>
      sql`select v.* from (values ${sql.join(those)}) v(event, subscriber)${condition ? sql` where ${condition}` : sql.empty}`,
  );
  return [
    sql`j as (insert into subscriber_event (subscriber, event, caller) select s.subscriber, row_to_json(e), ${actor}::json
      from e join (${sql.join(sources, ' union all ')}) s on s.event = e.name order by e.id)`,
  ];
}

/** Columns of an event that subscribers receive. */
export const eventColumns = sql`id, name, resource, row_id, area_code, areas, payload, floor(extract(epoch from createtime))::bigint as createtime`;
