import { countryCode } from '#kernel/kind/linked/area.ts';
import { type DomainEvent, eventNamesOf } from '#kernel/resource/domain-events-of-resource.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { ownersOnly } from '#server/read/scope/rows-visible-to-owners-only.ts';
import { resourceOfTopic } from '../../contract/webhook-events.ts';
import { scopeOfTopic, type WebhookTopic } from '../../contract/webhook-topics.ts';

/** The task that sends what waits for one webhook. */
export const deliverWebhookTask = 'deliver_webhook';

/**
 * Queues events for the webhooks that receive them: of active applications that may read the resource, in whose area, or a division
 * that became part of it, the row is seen. Rows that only their owner sees are left out. One statement for all events and webhooks.
 */
export async function queueEventsForWebhooks(tx: Transaction, events: readonly DomainEvent[]): Promise<void> {
  const sent = events.flatMap((event) =>
    event.payload[ownersOnly] === true
      ? []
      : [
          {
            id: event.id,
            name: event.name,
            resource: event.resource,
            row_id: event.row_id,
            area: event.area_code,
            areas: event.areas ?? null,
            status: event.payload.status ?? null,
            at: event.createtime,
            scope: scopeOfTopic[event.resource as WebhookTopic],
          },
        ],
  );
  if (sent.length === 0) return;
  await tx.query(sql`
    with receiving as materialized (
      select w.id, w.topics, a.scopes, array(select case when h.code in ('', ${countryCode}) then '' else regexp_replace(h.code, '(00){1,2}$', '') end
        from unnest(array[a.area_code] || absorbed_by(a.area_code)) h (code)) as prefixes
      from api_webhook w join api_application a on a.id = w.application_id and a.status = 'active' and not a.sandbox
        and a.expire_on >= (now() at time zone 'Asia/Shanghai')::date
      where w.open),
    queued as (
      insert into api_delivery (webhook_id, event_id, event, subject_resource, subject_id, payload, next_at)
      select w.id, e.id, e.name, e.resource, e.row_id, json_build_object('id', e.id, 'event', e.name, 'resource', e.resource,
        'row_id', e.row_id, 'area_code', e.area, 'status', e.status, 'at', e.at), now()
      from json_to_recordset(${JSON.stringify(sent)}::json) as e(id bigint, name text, resource text, row_id bigint, area text, areas text[], status text, at bigint, scope text)
      join receiving w on e.resource = any(w.topics) and e.scope = any(w.scopes) and exists (
        select from unnest(coalesce(e.areas, array[e.area])) s (code), unnest(w.prefixes) p (digits) where starts_with(s.code, p.digits))
      order by e.id returning webhook_id)
    select graphile_worker.add_job(${deliverWebhookTask}, json_build_object('webhook', webhook_id), queue_name => ${deliverWebhookTask} || ':' || webhook_id,
      job_key => ${deliverWebhookTask} || ':' || webhook_id, max_attempts => 3) from (select distinct webhook_id from queued) q`);
}

/** Without it, every write of a topic would store and delete an event that nobody receives. */
const isAnyWebhookOpen = sql`exists (select from api_webhook w where w.open)`;

/** Queues the events of every topic, together with those that came meanwhile. */
export const webhookSubscribers: Readonly<Record<string, Subscriber>> = Object.fromEntries(
  Object.values(resourceOfTopic).map((resource) => [
    `queue_webhooks_of_${resource.name.replace('/', '_')}`,
    {
      resource,
      events: [...eventNamesOf(resource)].map((name) => `${resource.name}.${name}`),
      hearing: {
        laterInBatches: (events, { tx }) => queueEventsForWebhooks(tx, events),
        laterWhile: isAnyWebhookOpen,
      },
    } satisfies Subscriber,
  ]),
);
