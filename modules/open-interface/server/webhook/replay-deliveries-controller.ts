import { field } from '#kernel/field/field.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { allOrNoneBatchAction, refuseAllForFailedRows } from '#server/calls/all-or-none-batch-action.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { webhookDelivery } from '../../contract/webhook-delivery.ts';
import { deliverWebhookTask } from './queue-events-for-webhooks.ts';

const texts = {
  title: text('重新推送', 'Replay'),
  waiting: text(
    '{n} 条尚待送达，全部未重新推送：{why}',
    '{n} {n|event is|events are} still waiting, so none was replayed: {why}',
  ),
  state: text('尚待送达', 'Still waiting'),
};

/** `POST replay {ids}`: sends events again that were delivered or given up, with the content they had. */
export const replayDeliveriesController: Controller = {
  app: 'admin',
  name: controllerNameOf(webhookDelivery),
  actions: {
    replay: {
      ...allOrNoneBatchAction(webhookDelivery, 'replay', texts.title, async ({ engine, caller }, ids) => {
        const scope = scopeOf(webhookDelivery, caller, engine.find);
        await engine.db.transaction(async (tx) => {
          const rows = await tx.rows<{ id: number; event: string; status: string }>(
            sql`select t.id, t.event, t.status from api_delivery t where t.id = any(${[...ids]}::bigint[])${scope ? sql` and ${scope}` : sql.empty} order by t.id for update of t`,
          );
          if (rows.length < ids.length) throw notFound();
          const waiting = rows.filter(({ status }) => status === 'pending');
          if (waiting.length > 0)
            throw refuseAllForFailedRows(
              texts.waiting,
              waiting.map(({ id, event }) => ({ id, title: event, msg: texts.state[caller.locale] })),
            );
          await tx.query(sql`
            with again as (update api_delivery set status = 'pending', tries = 0, next_at = now(), delivered_at = null, fault = null,
              http_status = null, version = version + 1, updatetime = now() where id = any(${[...ids]}::bigint[]) returning webhook_id)
            select graphile_worker.add_job(${deliverWebhookTask}, json_build_object('webhook', webhook_id), queue_name => ${deliverWebhookTask} || ':' || webhook_id,
              job_key => ${deliverWebhookTask} || ':' || webhook_id, max_attempts => 3) from (select distinct webhook_id from again) q`);
        });
      }),
      described: {
        summary: text('重新推送事件：全部或不发', 'Send events again, all or none'),
        body: { ids: field.references(text('编号', 'IDs'), { to: webhookDelivery.name, required: true }) },
        data: nothing,
      },
    },
  },
};
