import type { RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fillMessage, type MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale, Text } from '#kernel/text/text.ts';
import { columnEqualsAnyKey } from '#server/db/column-equals-any-key-sql.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { headingColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { holdersOf } from '#server/read/scope/members-who-hold-row-sql.ts';

/** One message, by its template. */
interface InboxMessage<P extends string> {
  /** Values of the placeholders: in both languages if the platform wrote them, else as typed. */
  readonly values: Readonly<Record<P, string | Text>>;
  /** Values that differ in English. */
  readonly english?: Readonly<Partial<Record<P, string>>>;
  /** The row the message is about, if the statement covers several rows. */
  readonly row?: number;
  /** Name of the party served, in whose name it is signed for. */
  readonly party?: string;
  /** Key of one service to several people of a party: a signature of one of them counts for all. */
  readonly service?: string;
  /** Call below `/admin` or `/api` that returns the document served. */
  readonly file?: string;
  /** Unix seconds until which it has to be signed for. */
  readonly signUntil?: number;
  /** Link path below `/admin` or `/user`. Default: the template's, else the record. */
  readonly opens?: string;
  /** Key of a message that each person gets only once. */
  readonly once?: string;
}

/** The values of a message in one language. */
export const messageValuesIn = <P extends string>(
  locale: Locale,
  values: Readonly<Record<P, string | Text>>,
): Readonly<Record<P, string>> =>
  Object.fromEntries(
    Object.entries<string | Text>(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value[locale],
    ]),
  ) as Record<P, string>;

type Speaker = Pick<Engine, 'find' | 'messages'>;

/**
 * The statement that puts messages into inboxes, run alone or together with a write. `to` selects the recipients:
 * `admin_id` or `user_id`, with `resource`, `row_id` and `row_title`. One statement for any number of recipients.
 */
export function inboxMessagesTo<P extends string>(
  { messages }: Pick<Speaker, 'messages'>,
  template: MessageTemplate<P>,
  notices: InboxMessage<NoInfer<P>> | readonly InboxMessage<NoInfer<P>>[],
  to: Sql,
): Sql {
  if (!template.inbox) throw new Error(`message ${template.code} is for no inbox`);
  const texts = messages.textOf(template);
  const entries = [notices].flat().map(({ values, english, row, party, service, file, signUntil, opens, once }) => ({
    zh: fillMessage(template, texts, messageValuesIn('zh-cn', values), 'zh-cn'),
    en: fillMessage(template, texts, { ...messageValuesIn('en', values), ...english }, 'en'),
    row,
    party,
    service,
    file,
    sign_until: signUntil,
    opens,
    once,
  }));
  // messages of rows are looked up by key: joined, each would be compared with each where the planner expects few
  const byRow: Record<string, typeof entries> = {};
  for (const one of entries) byRow[String(one.row)] = [...(byRow[String(one.row)] ?? []), one];
  const columns = sql.raw(
    'm (zh text, en text, "row" bigint, party text, service text, file text, sign_until double precision, opens text, once text)',
  );
  const sent = entries.some(({ row }) => row === undefined)
    ? sql`jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as ${columns} join (${to}) r on m."row" is null or m."row" = r.row_id`
    : sql`(${to}) r, jsonb_to_recordset(${JSON.stringify(byRow)}::jsonb -> r.row_id::text) as ${columns}`;
  return sql`insert into message_notice (admin_id, user_id, kind, template_code, label, label_en, content, content_en,
      resource, row_id, row_title, opens, party, service, file, sign_until, once)
    select r.admin_id, r.user_id, ${template.inbox}::text, ${template.code}::text, ${template.label['zh-cn']}::text, ${template.label.en}::text, m.zh, m.en,
      r.resource, r.row_id, r.row_title, coalesce(m.opens, ${template.opens ?? null}::text), m.party, m.service, m.file, to_timestamp(m.sign_until), m.once
    from ${sent} on conflict do nothing`;
}

/** Roles of members that get a template's messages: viewers have nothing to act on or to sign for. */
const notifiedRoles = ({ inbox }: Pick<MessageTemplate, 'inbox'>): readonly RoleInRow[] =>
  inbox === 'system' ? ['owner', 'operator', 'viewer'] : ['owner', 'operator'];

/**
 * Members who hold rows of a resource that meet a condition on alias `t`, as recipients for {@link inboxMessagesTo}.
 */
export function holdersToNotifySql(
  { find }: Pick<Speaker, 'find'>,
  resource: AnyResource,
  template: Pick<MessageTemplate, 'inbox'>,
  where: Sql,
): Sql {
  return sql`select distinct null::bigint as admin_id, h.id as user_id, ${resource.name}::text as resource, t.id as row_id,
      ${headingColumn(resource, find)}::text as row_title
    from ${sql.id(tableOf(resource))} t, unnest(${sql.raw(holdersOf(resource, notifiedRoles(template), find))}) h (id)
    where ${where} and h.id is not null`;
}

/** SQL array of the members who get the messages of a template about row `t`; null: nobody does. */
export const notifiedHoldersSql = (
  { find }: Pick<Speaker, 'find'>,
  resource: AnyResource,
  template: Pick<MessageTemplate, 'inbox'>,
): Sql => sql`nullif(array_remove(${sql.raw(holdersOf(resource, notifiedRoles(template), find))}, null), '{}')`;

/** Whether a member is still a recipient of messages about a row: members who have left cannot act for it. */
export function isRecipientCondition(
  { find }: Pick<Speaker, 'find'>,
  resource: AnyResource,
  { inbox, row, member }: Pick<MessageTemplate, 'inbox'> & { readonly row: number; readonly member: number },
): Sql {
  const held = sql.raw(holdersOf(resource, notifiedRoles({ inbox }), find));
  return sql`exists (select from ${sql.id(tableOf(resource))} t, unnest(${held}) h (id) where t.id = ${row} and h.id = ${member})`;
}

/** Messages to the members who hold rows, with values of their own for each. */
export async function notifyHolders<P extends string>(
  engine: Speaker,
  db: Queryable,
  resource: AnyResource,
  template: MessageTemplate<P>,
  notices: readonly (InboxMessage<NoInfer<P>> & { readonly row: number })[],
): Promise<void> {
  if (notices.length === 0) return;
  const which = columnEqualsAnyKey(
    sql`t.id`,
    notices.map(({ row }) => row),
  );
  await db.query(inboxMessagesTo(engine, template, notices, holdersToNotifySql(engine, resource, template, which)));
}

/** A message about a row to members who are known, with the heading of the row. */
interface MessageToMembers<P extends string> {
  readonly row: number;
  readonly heading: string | null;
  readonly members: readonly number[];
  readonly values: Readonly<Record<P, string>>;
  readonly english: Readonly<Record<P, string>>;
}

/** Messages about rows to members whom the caller has read together with the rows: nothing is looked up again. */
export async function notifyMembers<P extends string>(
  { messages }: Pick<Speaker, 'messages'>,
  db: Queryable,
  resource: AnyResource,
  template: MessageTemplate<P>,
  notices: readonly MessageToMembers<NoInfer<P>>[],
): Promise<void> {
  if (!template.inbox) throw new Error(`message ${template.code} is for no inbox`);
  const texts = messages.textOf(template);
  const sent = notices.flatMap(({ row, heading, members, values, english }) => {
    const zh = fillMessage(template, texts, values, 'zh-cn');
    const en = fillMessage(template, texts, english, 'en');
    return [...new Set(members)].map((member) => ({ row, heading, member, zh, en }));
  });
  if (sent.length === 0) return;
  // lists and not JSON, which would be searched and read again for each message
  await db.query(sql`insert into message_notice (user_id, kind, template_code, label, label_en, content, content_en, resource, row_id, row_title, opens)
    select m.member, ${template.inbox}::text, ${template.code}::text, ${template.label['zh-cn']}::text, ${template.label.en}::text, m.zh, m.en,
      ${resource.name}::text, m.row_id, m.heading, ${template.opens ?? null}::text
    from unnest(${sent.map(({ member }) => member)}::bigint[], ${sent.map(({ row }) => row)}::bigint[], ${sent.map(({ heading }) => heading)}::text[],
      ${sent.map(({ zh }) => zh)}::text[], ${sent.map(({ en }) => en)}::text[]) as m (member, row_id, heading, zh, en)`);
}

/**
 * Message to the member referred to by a field of the row, such as the holder of a card or licence who does not hold
 * the row itself. Opens their own pages.
 */
export async function notifyMemberNamedByField<P extends string>(
  engine: Speaker,
  db: Queryable,
  resource: AnyResource,
  template: MessageTemplate<P>,
  own: { readonly by: string; readonly to: string },
  notices: readonly (InboxMessage<NoInfer<P>> & { readonly row: number })[],
): Promise<void> {
  if (notices.length === 0) return;
  const by = sql.id(own.by);
  const to = sql`select null::bigint as admin_id, t.${by} as user_id, ${resource.name}::text as resource, t.id as row_id,
      ${headingColumn(resource, engine.find)}::text as row_title
    from ${sql.id(tableOf(resource))} t where ${columnEqualsAnyKey(
      sql`t.id`,
      notices.map(({ row }) => row),
    )} and t.${by} is not null`;
  const opened = notices.map((one) => ({ ...one, opens: own.to }));
  await db.query(inboxMessagesTo(engine, template, opened, to));
}
