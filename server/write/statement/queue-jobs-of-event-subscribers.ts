import { type Caller, onBehalfOf } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/database-declarations-and-caches.ts';

/**
 * The part of a statement that queues a job for each event it writes (as `e`, returning {@link eventColumns}) and each
 * `later` subscriber, atomically with the event. `names`: the events it may write.
 */
export function queueJobsOfSubscribers(
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
    sql`j as (select count(*) as jobs from (
      select array_agg((s.subscriber, json_build_object('event', row_to_json(e), 'caller', ${actor}::json), null, null, null,
        'later:' || s.subscriber || ':' || e.id, null, null)::graphile_worker.job_spec order by e.id) as specs
      from e join (values ${sql.join(pairs)}) s(event, subscriber) on s.event = e.name having count(*) > 0
    ) q, graphile_worker.add_jobs(q.specs))`,
  ];
}

/** Makes a statement wait for its part `j`, which nothing else refers to. */
export const waitForQueuedJobs = (jobs: readonly Sql[]): Sql =>
  jobs.length > 0 ? sql`, (select j.jobs from j) as jobs` : sql.empty;

/** Columns of an event passed to a job. */
export const eventColumns = sql`id, name, resource, row_id, area_code, payload, floor(extract(epoch from createtime))::bigint as createtime`;
