import { fillMessage, type MessageTemplate, type Urgency } from '#kernel/message/declare-and-fill-message-template.ts';
import { isMailReady, isSmsReady, mailSettings, smsSettings } from '#kernel/settings/email-and-sms-settings.ts';
import { defaultLocale, type Locale } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** Subject and language of a message. */
interface About {
  /** Language of the recipient. Default: Chinese. */
  locale?: Locale;
  areaCode?: string | null;
  /** Name of the resource concerned, shown in the queue. */
  resource?: string;
  rowId?: number;
  rowTitle?: string;
  /** Key of a message that is queued only once. */
  once?: string;
}

/** Recipient of a text message. */
export interface Recipient extends About {
  mobile: string;
}

/** Recipient of an e-mail. */
export interface MailRecipient extends About {
  email: string;
  /** Address of a private file that is sent with it. */
  attachment?: string;
}

/** A person who is reached in WeChat, as `personAsRecipient` names them. */
export interface WechatRecipient extends About {
  recipient: string;
}

type Speaker = Pick<Engine, 'messages' | 'settings' | 'seal'>;

type ValuesOf<P extends string> = Readonly<Record<P, string>>;

/** What the queue shows instead of the content, and for how many seconds the message is useful. */
interface Keeping<P extends string> {
  shown?: ValuesOf<P>;
  seconds?: number;
}

/** Whether a provider for the channel is configured. */
const isReady = {
  mobile: ({ settings }: Speaker) => isSmsReady(settings(smsSettings)),
  email: ({ settings }: Speaker) => isMailReady(settings(mailSettings)),
  // whether an account is connected is known to its carrier
  recipient: () => true,
} as const;

/** Whether messages to such an address are delivered by a provider. */
export const isDeliverable = (engine: Speaker, to: keyof typeof isReady): boolean => isReady[to](engine);

/** Order of delivery; codes and alerts first. */
const priorities: Readonly<Record<Urgency, number>> = { code: 0, alert: 1, notice: 4, news: 8 };

/** Seconds after which a message is of no use any more: three days. */
const use = 3 * 86_400;

/** Queues a message in the caller's transaction: it is sent if and only if that is committed. */
export async function queueMessage<P extends string>(
  engine: Speaker,
  db: Queryable,
  template: MessageTemplate<P>,
  values: NoInfer<ValuesOf<P>>,
  to: Recipient | MailRecipient | WechatRecipient,
  keeping: Keeping<NoInfer<P>> = {},
): Promise<void> {
  const attachment = 'attachment' in to ? to.attachment : undefined;
  await db.query(
    attachment === undefined
      ? sql`${intoQueue(to)} values (${columnsOf(engine, template, values, to, keeping)}, ${to.rowId ?? null}, ${to.rowTitle ?? null}) on conflict do nothing`
      : sql`insert into message_email (email, ${queueColumns}, attachment)
          values (${columnsOf(engine, template, values, to, keeping)}, ${to.rowId ?? null}, ${to.rowTitle ?? null}, ${attachment}) on conflict do nothing`,
  );
}

/** Queues several messages of one template in one statement. */
export async function queueMessages<P extends string>(
  engine: Speaker,
  db: Queryable,
  template: MessageTemplate<P>,
  messages: readonly { readonly values: NoInfer<ValuesOf<P>>; readonly to: Recipient }[],
): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const rows = messages.map(
    ({ values, to }) =>
      sql`(${columnsOf(engine, template, values, to)}, ${to.rowId ?? null}::bigint, ${to.rowTitle ?? null}::text)`,
  );
  await db.query(sql`${intoQueue(first.to)} values ${sql.join(rows)} on conflict do nothing`);
}

/** {@link queueMessage} as a part of the statement that stores the row the message is about. */
export const queueMessageStatement = <P extends string>(
  engine: Speaker,
  row: Sql,
  template: MessageTemplate<P>,
  values: NoInfer<ValuesOf<P>>,
  to: Omit<Recipient, 'rowId'>,
): Sql =>
  sql`${intoQueue(to)} select ${columnsOf(engine, template, values, to)}, ${row}.id, ${to.rowTitle ?? null}::text from ${row} on conflict do nothing`;

/** {@link queueMessage} as a statement under a condition. It returns a row if the message was queued. */
export const conditionalQueueMessageStatement = <P extends string>(
  engine: Speaker,
  where: Sql,
  template: MessageTemplate<P>,
  values: NoInfer<ValuesOf<P>>,
  to: Recipient | MailRecipient,
  keeping: Keeping<NoInfer<P>>,
): Sql =>
  sql`${intoQueue(to)} select ${columnsOf(engine, template, values, to, keeping)}, null::bigint, null::text where ${where} on conflict do nothing returning id`;

const intoQueue = (to: Recipient | MailRecipient | WechatRecipient): Sql => {
  const [column] = recipientAddressOf(to);
  if (column === 'recipient') return sql`insert into message_wechat (recipient, ${queueColumns})`;
  return column === 'mobile'
    ? sql`insert into message_sms (mobile, ${queueColumns})`
    : sql`insert into message_email (email, ${queueColumns})`;
};
const queueColumns = sql.raw(
  'template_code, content, area_code, resource, locale, letter, priority, void_at, once, row_id, row_title',
);

/** Column and value of an address. E-mail addresses are stored in lower case. */
export const recipientAddressOf = (
  to: { mobile: string } | { email: string } | { recipient: string },
): readonly [keyof typeof isReady, string] => {
  if ('recipient' in to) return ['recipient', to.recipient];
  return 'email' in to ? ['email', to.email.toLowerCase()] : ['mobile', to.mobile];
};

/**
 * Values are stored encrypted until the message is sent, so that they survive a crash. Without a provider nothing is
 * stored.
 */
function columnsOf<P extends string>(
  engine: Speaker,
  template: MessageTemplate<P>,
  values: ValuesOf<P>,
  to: Recipient | MailRecipient | WechatRecipient,
  { shown = values, seconds = use }: Keeping<P> = {},
): Sql {
  const [column, address] = recipientAddressOf(to);
  const letter = isDeliverable(engine, column) ? engine.seal.seal(JSON.stringify(values), '***').cipher : null;
  return sql`${address}::text, ${template.code}::text, ${messageText(engine, template, shown, to.locale)}::text, ${to.areaCode ?? null}::text,
    ${to.resource ?? null}::text, ${to.locale ?? defaultLocale}::text, ${letter}::text, ${priorities[template.urgency ?? 'notice']}::smallint,
    now() + make_interval(secs => ${seconds}), ${to.once ?? null}::text`;
}

/** The message as rendered by its present template. */
export const messageText = <P extends string>(
  { messages }: Pick<Engine, 'messages'>,
  template: MessageTemplate<P>,
  values: ValuesOf<P>,
  locale?: Locale,
): string => fillMessage(template, messages.textOf(template), values, locale);
