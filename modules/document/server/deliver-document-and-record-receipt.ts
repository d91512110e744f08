import { field } from '#kernel/field/field.ts';
import { parseRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { computeDue, deadlineRuleInForceOn } from '#kernel/time/deadline.ts';
import { shanghaiToday, toShanghaiDate, toShanghaiIso, toTime } from '#kernel/time/shanghai-time.ts';
import { inboxNotice } from '#modules/message/contract/inbox-notice.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { type Controller, responseSent } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import { maskedColumn } from '#server/read/field/masked-columns.ts';
import { notFound, Refused } from '#server/refusal.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import {
  holdersToNotifySql,
  inboxMessagesTo,
  isRecipientCondition,
} from '#server/write/statement/inbox-message-statement.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { write } from '#server/write/write-pipeline.ts';
import { document } from '../contract/document.ts';
import { documentServedMessage } from '../contract/message-to-party-of-served-document.ts';
import { authorityName, readRenderedDocument } from './render-and-store-document.ts';

const texts = {
  nobody: text(
    '该文书没有可在平台上签收的当事人，请登记线下送达',
    'No party can sign for this document on the platform. Record offline service instead',
  ),
};

/** Key that joins the messages by which a document is served. */
const serviceOf = (id: number) => `document:${id}`;

/** Notifies the members who act for the party of a document, with its PDF and the date by which to sign for it. */
export async function deliverDocument(context: ChangeContext<typeof document>): Promise<void> {
  const { engine, tx, before, executeInStatement } = context;
  const about = parseRowReference(before.about);
  const resource = about && engine.find(about.to);
  const to = resource && holdersToNotifySql(engine, resource, documentServedMessage, sql`t.id = ${about.id}`);
  const title = resource?.fields[resource.title];
  const party =
    to &&
    title &&
    (await tx.row<{ name: string }>(sql`
      select ${sql.raw(maskedColumn(resource.title, title))}::text as name from ${sql.id(tableOf(resource))} t
      where t.id = ${about.id} and exists (select from (${to}) r)`));
  if (!to || !party) throw new Refused(texts.nobody, { data: { reason: 'nobody' } });
  const now = toShanghaiIso(Date.now());
  const rule = deadlineRuleInForceOn(engine.reference.rules(), 'document_receipt', toShanghaiDate(now));
  const until = rule && computeDue(rule, now, engine.reference.calendar()).due;
  const message = {
    values: {
      authority: authorityName(engine),
      party: party.name,
      title: before.title ?? '',
      number: before.number ?? '',
      until: until ? toShanghaiDate(until) : '—',
    },
    party: party.name,
    service: serviceOf(before.id),
    file: `document.document/paper?id=${before.id}`,
    ...(until ? { signUntil: Math.floor(toTime(until) / 1000) } : {}),
  };
  executeInStatement(() => inboxMessagesTo(engine, documentServedMessage, message, to));
}

/**
 * Turns the messages of a document that was voided, or served otherwise, into plain news: there is nothing to sign for.
 */
export async function endDelivery({ before, cascadeChange }: ChangeContext<typeof document>): Promise<void> {
  if (before.status !== 'delivered') return;
  const open = sql`t.service = ${serviceOf(before.id)} and t.signed_at is null`;
  await cascadeChange(inboxNotice, open, { kind: 'system' });
}

/** Signing for a document serves it on that day, unless it was served otherwise or voided meanwhile. */
export const documentReceiptSubscribers: Readonly<Record<string, Subscriber>> = {
  record_receipt: on(inboxNotice, 'signed', {
    async together(facts, { engine, tx, caller }) {
      const signed = await tx.rows<{ id: number; signed_by: string }>(sql`
        select d.id, n.signed_by from message_notice n join document d on n.service = ${'document:'} || d.id
        where n.id = any(${facts.map(({ row_id }) => row_id)}::bigint[]) and d.status = 'delivered'`);
      for (const { id, signed_by } of signed) {
        const order = { operation: 'move', move: 'serve', id, input: { served_on: shanghaiToday() } } as const;
        await write(engine, document, caller, { ...order, set: { received_by: signed_by }, unseen: true }, tx);
      }
    },
  }),
};

const idInput = { id: field.reference(text('文书', 'Document'), { to: document.name, required: true }) };

/** `GET paper`: the PDF of a document served on the caller, as long as the caller acts for its party. */
async function download({
  engine,
  caller,
  input: { id },
  reply,
}: CallWithValidatedInput<typeof idInput>): Promise<typeof responseSent> {
  const row = await engine.db.row<{ number: string; about: string | null }>(sql`
    select d.number, d.about from document d where d.id = ${id} and d.number is not null and exists (
      select from message_notice n where n.service = ${serviceOf(id)} and n.user_id = ${caller.id})`);
  const about = parseRowReference(row?.about);
  const resource = about && engine.find(about.to);
  if (!row || !about || !resource) throw notFound();
  const { inbox } = documentServedMessage;
  const acts = isRecipientCondition(engine, resource, { inbox, row: about.id, member: caller.id });
  if (!(await engine.db.row(sql`select 1 as one where ${acts}`))) throw notFound();
  const bytes = await readRenderedDocument(engine, id, 'pdf');
  await reply
    .type('application/pdf')
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${row.number}.pdf`)}`)
    .send(Buffer.from(bytes));
  return responseSent;
}

export const deliveredDocumentController: Controller = {
  app: 'api',
  name: 'document.document',
  actions: {
    paper: call({
      gate: 'login',
      secret: true,
      limit: { perMinute: 30 },
      summary: text('送达本人的文书（PDF）', 'A document served on oneself (PDF)'),
      input: idInput,
      raw: 'application/pdf',
      run: download,
    }),
  },
};
