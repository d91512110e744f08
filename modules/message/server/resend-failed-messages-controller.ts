import { field } from '#kernel/field/field.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import {
  allOrNoneBatchAction,
  type FailedRow,
  refuseAllForFailedRows,
} from '#server/calls/all-or-none-batch-action.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { queuedMessageStates } from '../contract/queued-message-fields.ts';
import type { MessageQueue } from './deliver-queued-messages.ts';

const texts = {
  title: text('再次发送', 'Resend'),
  failed: text('{n} 条不能再次发送，全部未发：{why}', '{n} cannot be resent, so none were: {why}'),
  state: text('现为“{state}”', 'Currently “{state}”'),
  gone: text('填入的内容已不再保留', 'The variables are no longer kept'),
};

/** A message sent again is useful for as long as a new one. */
const use = sql`interval '3 days'`;

/** `POST resend {ids}`: queues failed messages again under the same id, by which the carrier recognises a duplicate. */
export const resendFailedMessagesController = (queue: MessageQueue): Controller => ({
  app: 'admin',
  name: controllerNameOf(queue.resource),
  actions: {
    resend: {
      ...allOrNoneBatchAction(queue.resource, 'resend', texts.title, ({ engine, caller }, ids) =>
        resend(engine, caller, queue, ids),
      ),
      described: {
        summary: text('再次发送失败的消息：全部或不发', 'Resend failed messages, all or none'),
        body: { ids: field.references(text('编号', 'IDs'), { to: queue.resource.name, required: true }) },
        data: nothing,
      },
    },
  },
});

interface Row {
  [column: string]: unknown;
  id: number;
  template_code: string;
  status: keyof typeof queuedMessageStates;
  again: boolean;
}

async function resend(engine: Engine, caller: Caller, { resource, table }: MessageQueue, ids: readonly number[]) {
  const scope = scopeOf(resource, caller, engine.find);
  await engine.db.transaction(async (tx) => {
    const rows = await tx.rows<Row>(sql`select t.id, t.template_code, t.status, t.again from ${sql.id(table)} t
      where t.id = any(${ids}::bigint[])${scope ? sql` and ${scope}` : sql.empty} order by t.id for update of t`);
    if (rows.length < ids.length) throw notFound();
    const failed = rows.flatMap((row) => (row.again ? [] : [whyNot(engine, caller, row)]));
    if (failed.length > 0) throw refuseAllForFailedRows(texts.failed, failed);
    await changeRows(
      engine,
      resource,
      caller,
      {
        where: sql`t.id = any(${ids}::bigint[]) and t.again`,
        set: {
          status: 'queued',
          attempts: 0,
          fault: null,
          error: null,
          send_at: sql`now()`,
          void_at: sql`greatest(t.void_at, now() + ${use})`,
        },
      },
      tx,
    );
    await tx.query(sql`select graphile_worker.add_job('deliver_message', json_build_object('queue', ${table}::text, 'id', t.id),
      job_key => ${table}::text || ':' || t.id, priority => t.priority) from ${sql.id(table)} t where t.id = any(${ids}::bigint[])`);
  });
}

function whyNot({ messages }: Engine, { locale }: Caller, { id, template_code, status }: Row): FailedRow {
  const label: Text | undefined = messages.templates.find(({ code }) => code === template_code)?.label;
  const state = queuedMessageStates[status][locale];
  const msg = status === 'failed' ? texts.gone[locale] : textIn(texts.state, locale, { state });
  return { id, title: label?.[locale] ?? template_code, msg };
}
