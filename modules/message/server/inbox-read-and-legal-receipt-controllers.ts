import { field } from '#kernel/field/field.ts';
import { inboxMessageKinds } from '#kernel/message/inbox-message-kind.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, key, object } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, notFound, Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { isRecipientCondition } from '#server/write/statement/inbox-message-statement.ts';
import { inboxNotice, type UnreadNoticeCounts } from '../contract/inbox-notice.ts';

const texts = {
  signed: text('已签收', 'Received'),
  already: text('{name}已于此前签收', '{name} has already signed for it'),
};

/** Maximum messages marked as read by one call. */
const mostRead = 500;

/** Condition: the notice of alias `t` is addressed to the caller. */
const mine = ({ type, id }: Caller): Sql =>
  type === 'member' ? sql`t.user_id = ${id} and t.admin_id is null` : sql`t.admin_id = ${id} and t.user_id is null`;

/** Condition: unread, or legal and not signed for. */
const open = sql`(t.read_at is null or (t.kind = 'legal' and t.signed_at is null))`;

/** `GET unread`: the count at the bell. */
const unread = call({
  gate: 'login',
  summary: text(
    '本人未读消息数；法律文书为未签收数',
    'Own unread messages; for legal documents those not yet received',
  ),
  answer: object({ legal: integer, todo: integer, system: integer }),
  run: countUnread,
});

async function countUnread({ engine, caller }: Call): Promise<UnreadNoticeCounts> {
  const rows = await engine.db.rows<{ kind: keyof UnreadNoticeCounts; n: number }>(
    sql`select t.kind, count(*)::int as n from message_notice t where ${mine(caller)} and ${open}
      and (t.kind <> 'legal' or t.signed_at is null) group by t.kind`,
  );
  return { legal: 0, todo: 0, system: 0, ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) };
}

/** `POST read`: marks `ids`, or all messages, of one `kind` if given; the newest first, up to the maximum. */
const read = call({
  gate: 'login',
  methods: ['POST'],
  silent: true,
  summary: text('标为已读：指定的，或全部', 'Mark as read: selected or all'),
  input: {
    ids: field.references(text('消息编号（数组）', 'IDs of messages (array)'), { to: inboxNotice.name }),
    kind: field.select(text('类别', 'Category'), { options: inboxMessageKinds }),
  },
  answer: object({ read: integer }),
  async run({ engine, caller, params, input: { ids, kind } }) {
    // an empty list is not all of them
    if ((params.ids !== undefined && !ids?.length) || (ids && ids.length > mostRead)) throw badParameter();
    const which = ids
      ? sql`t.id = any(${ids}::bigint[])`
      : sql`t.id in (select t.id from message_notice t where ${mine(caller)} and t.read_at is null
        ${kind ? sql`and t.kind = ${kind}` : sql.empty} order by t.id desc limit ${mostRead})`;
    const changed = await changeRows(engine, inboxNotice, caller, {
      where: sql`${which} and t.read_at is null`,
      set: { read_at: sql`now()` },
      action: 'read',
    });
    return { read: changed.length };
  },
});

/**
 * `POST sign`: signs for a legal message in the name of the party it was served on. Whoever of the party signs first
 * does so for all; the person must act for the party at that moment.
 */
async function signFor({ engine, caller }: Call, id: number): Promise<Answer<{ id: number }>> {
  const { locale } = caller;
  const own = await engine.db.row<{
    service: string | null;
    resource: string | null;
    row_id: number;
    name: string;
  }>(sql`
    select t.service, t.resource, t.row_id, (select coalesce(nullif(p.nickname, ''), p.username)
      from ${sql.id(tableOf(caller.type === 'member' ? memberAccount : admin))} p where p.id = ${caller.id}) as name
    from message_notice t where t.id = ${id} and t.kind = 'legal' and ${mine(caller)}`);
  if (!own) throw notFound();
  const about = caller.type === 'member' && own.resource !== null ? engine.find(own.resource) : undefined;
  const acts = about
    ? isRecipientCondition(engine, about, { inbox: 'legal', row: own.row_id, member: caller.id })
    : sql`true`;
  // one statement, rows locked in a fixed order: another person of the party who signs at the same time waits and finds
  // them signed
  const changed = await changeRows(engine, inboxNotice, onBehalfOf(caller), {
    where: sql`(t.id = ${id} or t.service = ${own.service}) and t.kind = 'legal' and t.signed_at is null and ${acts}`,
    set: {
      signed_at: sql`now()`,
      signed_by: own.name,
      read_at: sql`case when t.id = ${id} then coalesce(t.read_at, now()) else t.read_at end`,
    },
    action: 'sign',
    emits: (row) => sql`case when (${row}->>'id')::bigint = ${id} then 'signed' else 'edited' end`,
  });
  if (changed.includes(id)) return new Answer({ id }, texts.signed[locale]);
  const by = await engine.db.row<{ name: string }>(
    sql`select coalesce(signed_by, '') as name from message_notice where id = ${id} and signed_at is not null and ${acts}`,
  );
  if (!by) throw notFound();
  throw new Refused(texts.already, { values: { name: by.name }, data: { reason: 'repeated' } });
}

const sign = call({
  gate: 'login',
  methods: ['POST'],
  title: text('签收', 'Sign for a legal message'),
  summary: text('签收法律文书，每次送达一次', 'Sign for a legal document, once per service'),
  input: { id: rowKeyInput(text('消息编号', 'ID of the message')) },
  answer: object({ id: key }),
  run: (made) => signFor(made, made.input.id),
});

/** Calls of officers and members for their own messages. The list is a derived call. */
export const inboxReadAndLegalReceiptControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'message.notice',
  actions: { unread, read, sign },
}));
