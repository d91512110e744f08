import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { MemberRole } from '#kernel/declaration/role.ts';
import { fillMessage, type MessageTemplate } from '#kernel/message/message-template.ts';
import { tableOf } from '#kernel/resource/names.ts';
import type { Locale, Text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { headingColumn } from '#server/read/field/heading.ts';
import { holdersOf } from '#server/read/scope/parent-row.ts';

/** One message, in the words of its template. */
interface InboxMessage<P extends string> {
  /** A value in both languages, where the platform says it itself, or as somebody typed it. */
  readonly values: Readonly<Record<P, string | Text>>;
  /** Those that read otherwise in English. */
  readonly english?: Readonly<Partial<Record<P, string>>>;
  /** The row it is about, where several rows are told of at once. */
  readonly row?: number;
  /** For whom it is signed: the party it is served on, by name. */
  readonly party?: string;
  /** One service to several people of a party: whoever signs for it signs for all of them. */
  readonly service?: string;
  /** The call, below `/admin` or `/api`, that answers the paper it is about. */
  readonly file?: string;
  /** Unix seconds by which it has to be signed for. */
  readonly signUntil?: number;
  /** Where it leads, below `/admin` or `/user`; to where its template says, or the record it is about, unless told. */
  readonly opens?: string;
  /** Of messages that say the same once, each person has the first. */
  readonly once?: string;
}

/** The values of a message in one language. */
export const valuesIn = <P extends string>(
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
 * The statement that puts messages into inboxes, to be run or to stand beside a write. `to` are those who are told:
 * `admin_id` or `user_id`, with what it is about, `resource`, `row_id` and `row_title`. However many they are, it is one
 * statement.
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
    zh: fillMessage(template, texts, valuesIn('zh-cn', values), 'zh-cn'),
    en: fillMessage(template, texts, { ...valuesIn('en', values), ...english }, 'en'),
    row,
    party,
    service,
    file,
    sign_until: signUntil,
    opens,
    once,
  }));
  return sql`insert into message_notice (admin_id, user_id, kind, template_code, label, label_en, content, content_en,
      resource, row_id, row_title, opens, party, service, file, sign_until, once)
    select r.admin_id, r.user_id, ${template.inbox}::text, ${template.code}::text, ${template.label['zh-cn']}::text, ${template.label.en}::text, m.zh, m.en,
      r.resource, r.row_id, r.row_title, coalesce(m.opens, ${template.opens ?? null}::text), m.party, m.service, m.file, to_timestamp(m.sign_until), m.once
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as m (zh text, en text, "row" bigint, party text, service text, file text, sign_until double precision, opens text, once text)
    join (${to}) r on m."row" is null or m."row" = r.row_id on conflict do nothing`;
}

/** Whom a message for those who hold a row is for: who looks on has nothing to act on, and nothing to sign for. */
const notifiedRoles = ({ inbox }: Pick<MessageTemplate, 'inbox'>): readonly MemberRole[] =>
  inbox === 'system' ? ['owner', 'operator', 'viewer'] : ['owner', 'operator'];

/** The members who hold rows of a resource, under a condition on alias `t`, as whom {@link inboxMessagesTo} tells. */
export function holdersNotified(
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

/** That a member is among those a message about a row is for now: who was told and has left since acts for nobody there. */
export function isNotified(
  { find }: Pick<Speaker, 'find'>,
  resource: AnyResource,
  { inbox, row, member }: Pick<MessageTemplate, 'inbox'> & { readonly row: number; readonly member: number },
): Sql {
  const held = sql.raw(holdersOf(resource, notifiedRoles({ inbox }), find));
  return sql`exists (select from ${sql.id(tableOf(resource))} t, unnest(${held}) h (id) where t.id = ${row} and h.id = ${member})`;
}

/** A message to those who hold a row, beside the statement that changes it: told if and only if that is stored. */
export const inboxMessageStatement = <P extends string>(
  engine: Speaker,
  resource: AnyResource,
  row: Sql,
  template: MessageTemplate<P>,
  values: NoInfer<Readonly<Record<P, string | Text>>>,
  message: Omit<InboxMessage<NoInfer<P>>, 'values' | 'row'> = {},
): Sql =>
  inboxMessagesTo(
    engine,
    template,
    { ...message, values },
    holdersNotified(engine, resource, template, sql`t.id = (select id from ${row})`),
  );

/** The same of rows that lie as they are, each in words of its own. */
export async function notifyHolders<P extends string>(
  engine: Speaker,
  db: Queryable,
  resource: AnyResource,
  template: MessageTemplate<P>,
  notices: readonly (InboxMessage<NoInfer<P>> & { readonly row: number })[],
): Promise<void> {
  if (notices.length === 0) return;
  const which = sql`t.id = any(${notices.map(({ row }) => row)}::bigint[])`;
  await db.query(inboxMessagesTo(engine, template, notices, holdersNotified(engine, resource, template, which)));
}

/** To the member whose own a row is by a field of it, though nobody holds it, a card or a licence: opens where they work from. */
export async function notifyPersonOf<P extends string>(
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
    from ${sql.id(tableOf(resource))} t where t.id = any(${notices.map(({ row }) => row)}::bigint[]) and t.${by} is not null`;
  const opened = notices.map((one) => ({ ...one, opens: own.to }));
  await db.query(inboxMessagesTo(engine, template, opened, to));
}
