import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { SignatureAlgorithm } from '../../contract/application-scopes-mask-levels-and-signature-algorithms.ts';
import { webhook } from '../../contract/webhook.ts';
import { topicsReadableWith } from '../../contract/webhook-topics.ts';
import { postSignedEvent, type SentDelivery, type WebhookTarget } from './post-signed-event-to-webhook.ts';
import { deliverWebhookTask } from './queue-events-for-webhooks.ts';

/** Requests to one receiver at the same time. They are about different rows, whose order does not matter. */
const atOnce = 16;
/** Milliseconds after which a task ends and queues the rest, so that a slow receiver does not delay others for longer. */
const maxDuration = 15_000;
/** Attempts before an event is given up: the first and eight more. */
export const maxTries = 9;

interface DueDelivery {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly body: string;
}

/** Where the events of a webhook may be sent now, and about what. */
interface OpenWebhook {
  readonly target: WebhookTarget | 'no_secret';
  readonly topics: readonly string[];
}

/** A webhook with its newest secret. Undefined: it is closed, or its application is not active. */
async function readOpenWebhook({ db, seal }: Engine, id: number): Promise<OpenWebhook | undefined> {
  const row = await db.row<{
    url: string;
    algorithm: SignatureAlgorithm;
    scopes: string[];
    app_key: string | null;
    secret: EncryptedNumber | null;
  }>(sql`
    select w.url, a.algorithm, a.scopes, p.app_key, s.secret from api_webhook w join api_application a on a.id = w.application_id
    left join push_source p on p.resource = ${webhook.name} and p.row_id = w.id
    left join lateral (select secret from push_secret where app_key = p.app_key and coalesce(expiretime > now(), true) order by id desc limit 1) s on true
    where w.id = ${id} and w.open and a.status = 'active' and not a.sandbox and a.expire_on >= (now() at time zone 'Asia/Shanghai')::date`);
  if (!row) return undefined;
  const { url, algorithm, app_key: appKey, secret } = row;
  const target = appKey && secret ? { url, algorithm, appKey, secret: seal.open(secret) } : 'no_secret';
  return { target, topics: topicsReadableWith(row.scopes) };
}

/** Whether an earlier event of the row of delivery `d` still waits. */
const isHeldBack = sql`exists (select from api_delivery p where p.webhook_id = d.webhook_id and p.subject_resource = d.subject_resource
  and p.subject_id = d.subject_id and p.status = 'pending' and p.event_id < d.event_id)`;

/** Due deliveries, of each row only the first that is not delivered: those about one row arrive in order. */
const readDue = ({ db }: Engine, id: number): Promise<DueDelivery[]> =>
  db.rows<DueDelivery>(sql`
    select d.id, d.payload::text as body from api_delivery d
    where d.webhook_id = ${id} and d.status = 'pending' and d.next_at <= now() and not ${isHeldBack}
    order by d.event_id, d.id limit ${atOnce}`);

/** Gives up what waits about topics that the application may no longer read. */
const endDeliveriesOfLostTopics = ({ db }: Engine, id: number, topics: readonly string[]) =>
  db.query(sql`
    update api_delivery set status = 'dead', fault = 'scope', next_at = null, updatetime = now()
    where webhook_id = ${id} and status = 'pending' and subject_resource <> all(${[...topics]}::text[])`);

async function storeOutcomes(
  { db }: Engine,
  due: readonly DueDelivery[],
  outcomes: readonly SentDelivery[],
): Promise<void> {
  const rows = due.map(({ id }, at) => ({ id, ...outcomes[at] }));
  await db.query(sql`
    update api_delivery d set tries = d.tries + 1, http_status = o.status, fault = o.fault, updatetime = now(),
      status = case when o.fault is null then 'delivered' when d.tries + 1 >= ${maxTries} then 'dead' else 'pending' end,
      delivered_at = case when o.fault is null then now() end,
      next_at = case when o.fault is not null and d.tries + 1 < ${maxTries} then now() + make_interval(secs => least(86400, 30 * power(3, d.tries))) end
    from json_to_recordset(${JSON.stringify(rows)}::json) as o(id bigint, status int, fault text) where d.id = o.id`);
}

/**
 * Queues the task for when the next delivery is due, `atLeast` seconds from now. A task that new events queued meanwhile stays as
 * early as it is.
 */
const queueRest = ({ db }: Engine, id: number, atLeast = 0) =>
  db.query(sql`
    select graphile_worker.add_job(${deliverWebhookTask}, json_build_object('webhook', ${id}::bigint), queue_name => ${`${deliverWebhookTask}:${id}`},
      job_key => ${`${deliverWebhookTask}:${id}`}, job_key_mode => 'preserve_run_at', max_attempts => 3,
      run_at => greatest(min(next_at), now() + make_interval(secs => ${atLeast})))
    from api_delivery d where d.webhook_id = ${id} and d.status = 'pending' and not ${isHeldBack} having count(*) > 0`);

/**
 * Sends what is due for a webhook, as long as its application may receive it, which may end between two rounds. Tasks of one
 * webhook run one after another (`queue`), so that no event is sent twice at the same time. A receiver that fails all requests of
 * a round is left alone for half a minute. Returns the number sent.
 */
export async function deliverWaitingEvents(engine: Engine, id: number): Promise<number> {
  const end = Date.now() + maxDuration;
  let delivered = 0;
  for (;;) {
    const open = await readOpenWebhook(engine, id);
    if (open === undefined) return delivered;
    const { target, topics } = open;
    await endDeliveriesOfLostTopics(engine, id, topics);
    const due = await readDue(engine, id);
    if (due.length === 0) break;
    const outcomes = await Promise.all(
      due.map(
        async ({ body }): Promise<SentDelivery> =>
          target === 'no_secret' ? { status: null, fault: 'no_secret' } : postSignedEvent(engine, target, body),
      ),
    );
    await storeOutcomes(engine, due, outcomes);
    const done = outcomes.filter(({ fault }) => fault === null).length;
    delivered += done;
    if (done === 0) {
      await queueRest(engine, id, 30);
      return delivered;
    }
    if (Date.now() > end) break;
  }
  await queueRest(engine, id);
  return delivered;
}

/** Gives up what waits for webhooks of applications whose access has ended. */
export async function endDeliveriesOfEndedApplications({ db }: Engine): Promise<void> {
  await db.query(sql`
    update api_delivery d set status = 'dead', fault = 'ended', next_at = null, updatetime = now()
    from api_webhook w join api_application a on a.id = w.application_id and a.status in ('revoked', 'expired')
    where d.webhook_id = w.id and d.status = 'pending'`);
}

/** Queues webhooks with deliveries that no task waits for, after a closed one was opened or a task was lost. */
export async function queueWaitingWebhooks({ db }: Engine): Promise<void> {
  await db.query(sql`
    select graphile_worker.add_job(${deliverWebhookTask}, json_build_object('webhook', w.id), queue_name => ${deliverWebhookTask} || ':' || w.id,
      job_key => ${deliverWebhookTask} || ':' || w.id, max_attempts => 3)
    from api_webhook w join api_application a on a.id = w.application_id and a.status = 'active' and a.expire_on >= (now() at time zone 'Asia/Shanghai')::date
    where w.open and exists (select from api_delivery d where d.webhook_id = w.id and d.status = 'pending' and d.next_at < now() - interval '1 minute'
      and not ${isHeldBack})`);
}
