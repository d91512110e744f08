import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { complaint } from '#modules/complaint/contract/complaint.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { department } from '#modules/identity/contract/department.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { newTicketSecret } from '#server/auth/one-time-ticket.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { notifyHolders } from '#server/write/statement/inbox-message-statement.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { evaluation } from '../contract/evaluation-of-team-or-complaint-handling.ts';
import { complaintEvaluationRequested, evaluationReceived } from '../contract/message-templates.ts';
import { evaluationPath } from '../contract/public-evaluation-page-and-link-types.ts';
import { evaluationLinkTicket } from './evaluation-link-ticket-and-allowed-pictures.ts';

interface Closed {
  readonly [column: string]: unknown;
  readonly no: string;
  readonly mobile: string;
  readonly language: 'zh-cn' | 'en';
  readonly area_code: string;
  /** Of the evaluated office. */
  readonly office_area: string;
  readonly department: number;
}

/**
 * Asks the complainant how a closed complaint was handled, once. The evaluated office is that of the officer who handled
 * it, or the nearest one: the first of the area, or else of the area above. Without a public address of the platform there are no links.
 */
async function requestComplaintEvaluation(engine: Engine, tx: Transaction, id: number): Promise<void> {
  const address = (engine.settings(siteSettings).address ?? '').replace(/\/+$/, '');
  if (address === '') return;
  const once = `evaluate complaint ${id}`;
  const row = await tx.row<Closed>(sql`
    select c.no, c.mobile, c.language, c.area_code, coalesce(d.area_code, c.area_code) as office_area, d.id as department
    from complaint c left join ${sql.id(tableOf(admin))} a on a.id = c.handler_id
      join lateral (select d.id, d.area_code from ${sql.id(tableOf(department))} d where d.id = a.department_id
          or (a.department_id is null and starts_with(c.area_code, regexp_replace(d.area_code, '(00){1,2}$', '')))
        order by length(regexp_replace(d.area_code, '(00){1,2}$', '')) desc, d.id limit 1) d on true
    where c.id = ${id}`);
  if (!row) return;
  const content = {
    target: 'complaint_handling',
    department_id: row.department,
    area_code: row.office_area,
    upload: newTicketSecret(16),
  } as const;
  const secret = await evaluationLinkTicket.issue(tx, { content });
  await queueMessage(
    engine,
    tx,
    complaintEvaluationRequested,
    { no: row.no, link: `${address}${evaluationPath}/${secret}` },
    {
      mobile: row.mobile,
      locale: row.language,
      areaCode: row.area_code,
      resource: complaint.name,
      rowId: id,
      rowTitle: row.no,
      once,
    },
    // officers who read the queue do not get the link
    { shown: { no: row.no, link: `${address}${evaluationPath}/…` } },
  );
}

/** Notifies the enterprise of an evaluation that is shown to it. */
const notifyEnterprise = (engine: Engine, tx: Transaction, { id, overall }: { id: number; overall: number }) =>
  notifyHolders(engine, tx, evaluation, evaluationReceived, [
    { row: id, values: { overall: String(overall) }, once: `evaluation ${id}` },
  ]);

export const evaluationEventSubscribers: Readonly<Record<string, Subscriber>> = {
  request_complaint_evaluation: on(complaint, 'closed', {
    async later({ row_id }, { engine, tx }) {
      await requestComplaintEvaluation(engine, tx, row_id);
    },
  }),
  notify_evaluated_enterprise: on(evaluation, 'shown', {
    async later(_fact, { engine, tx, rows }) {
      for (const row of await rows())
        if (row.recipient_id) await notifyEnterprise(engine, tx, { id: row.id, overall: Number(row.overall) });
    },
  }),
};
