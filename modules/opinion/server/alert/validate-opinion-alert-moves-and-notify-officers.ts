import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { opinionAlertDispatched, opinionResponseToApprove } from '../../contract/message-templates.ts';
import { opinionAlert } from '../../contract/opinion-alert.ts';
import { isHigherLevel, monitoringHours } from '../../contract/opinion-alert-verdicts-findings-and-levels.ts';
import { notifyOfficersOfOpinionAlert } from './notify-officers-of-opinion-alert.ts';

const texts = {
  handled: text('该话题已有正在处置的预警', 'Another alert of the topic is being handled'),
  handler: text('承办人不能核查这条预警', 'This officer may not verify the alert'),
  early: text('跟踪未满 72 小时，请说明理由', 'Monitoring has not lasted 72 hours. Give a reason'),
};

const mostOfficers = 20;

/** Puts a message about an alert into the inboxes of officers. */
async function messageOfficers(
  engine: Engine,
  tx: Transaction,
  template: MessageTemplate<'title'>,
  { id, title, officers }: { readonly id: number; readonly title: string; readonly officers: readonly number[] },
): Promise<void> {
  await tx.query(
    inboxMessagesTo(
      engine,
      template,
      { values: { title } },
      sql`select o.id as admin_id, null::bigint as user_id, ${opinionAlert.name}::text as resource, ${id}::bigint as row_id, ${title}::text as row_title
        from unnest(${[...officers]}::bigint[]) o (id)`,
    ),
  );
}

/**
 * Hooks of alerts: notify officers, refuse a second alert of a topic and a handler who may not verify it, clear the
 * approval of a changed or returned response, and require a reason to close before the end of monitoring.
 */
export const opinionAlertWriteHooks: WriteHooks<typeof opinionAlert> = {
  add({ engine, tx, afterStore }) {
    afterStore((id) => notifyOfficersOfOpinionAlert(engine, tx, id));
  },
  edit({ engine, tx, values, before, afterStore }) {
    if (values.level && isHigherLevel(values.level, before.level))
      afterStore((id) => notifyOfficersOfOpinionAlert(engine, tx, id));
  },
  moves: {
    // an index holds the same: whoever enters a second alert of a topic finds the one that is being handled
    async triage({ tx, before, fail }) {
      const handled = await tx.row(sql`
        select 1 as found from opinion_alert where topic_id = ${before.topic_id ?? 0} and id <> ${before.id} and status not in ('new', 'closed') limit 1`);
      if (handled) fail('topic_id', texts.handled);
    },
    async dispatch({ engine, tx, input, before, fail, afterStore }) {
      const able = await findOfficersWhoSeeRow(engine, tx, opinionAlert, {
        row: before.id,
        nodes: [`${opinionAlert.name}/verify`],
        ids: [input.handler_id],
        limit: 1,
      });
      if (able.length === 0) return fail('handler_id', texts.handler);
      afterStore((id) =>
        messageOfficers(engine, tx, opinionAlertDispatched, {
          id,
          title: before.title ?? '',
          officers: [input.handler_id],
        }),
      );
    },
    draftResponse({ engine, tx, values, before, caller, afterStore }) {
      // another text needs another approval
      values.approved_at = null;
      values.approved_by = null;
      afterStore(async (id) => {
        const officers = await findOfficersWhoSeeRow(engine, tx, opinionAlert, {
          row: id,
          nodes: [`${opinionAlert.name}/approveResponse`],
          supers: false,
          limit: mostOfficers,
        });
        const others = officers.map((one) => one.id).filter((one) => one !== caller.id);
        await messageOfficers(engine, tx, opinionResponseToApprove, {
          id,
          title: before.title ?? '',
          officers: others,
        });
      });
    },
    returnResponse({ values }) {
      values.approved_at = null;
      values.approved_by = null;
    },
    close({ before, input, fail }) {
      const over =
        before.monitored_from === null || Date.now() / 1000 >= before.monitored_from + monitoringHours * 3600;
      if (!over && !input.early_reason) fail('early_reason', texts.early);
    },
  },
};
