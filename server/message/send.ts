import { fillMessage, type MessageTemplate, type Urgency } from '#kernel/message/message-template.ts';
import { isMailReady, isSmsReady, mailSettings, smsSettings } from '#kernel/settings/message-settings.ts';
import { defaultLocale, type Locale } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';

/** What a message is about, and in which words. */
interface About {
  /** The language they are known to read; Chinese unless told. */
  locale?: Locale;
  areaCode?: string | null;
  /** The record it is about, by name: for who reads the queue. */
  resource?: string;
  rowId?: number;
  rowTitle?: string;
  /** Of messages that say the same once, only the first is queued. */
  once?: string;
}

/** To whom a text message goes. */
export interface Recipient extends About {
  mobile: string;
}

/** To whom an e-mail goes. */
export interface MailRecipient extends About {
  email: string;
}

type Speaker = Pick<Engine, 'messages' | 'settings' | 'seal'>;

type ValuesOf<P extends string> = Readonly<Record<P, string>>;

/** How a message stands in its queue, where that is not what it says, and how many seconds it is of any use. */
interface Keeping<P extends string> {
  shown?: ValuesOf<P>;
  seconds?: number;
}

/** Whether somebody carries messages to such an address. */
const isReady = {
  mobile: ({ settings }: Speaker) => isSmsReady(settings(smsSettings)),
  email: ({ settings }: Speaker) => isMailReady(settings(mailSettings)),
} as const;

/** Whether messages to such an address leave the house. */
export const isCarried = (engine: Speaker, to: 'mobile' | 'email'): boolean => isReady[to](engine);

/** What hurries stands first; codes and alerts before all others. */
const priorities: Readonly<Record<Urgency, number>> = { code: 0, alert: 1, notice: 4, news: 8 };

/** Seconds after which nobody wants to hear any more what was to be told: three days. */
const use = 3 * 86_400;

/** Queues a message in the caller's transaction: it is sent if and only if what it tells of is committed. */
export async function sendMessage<P extends string>(
  engine: Speaker,
  db: Queryable,
  template: MessageTemplate<P>,
  values: NoInfer<ValuesOf<P>>,
  to: Recipient | MailRecipient,
  keeping: Keeping<NoInfer<P>> = {},
): Promise<void> {
  await db.query(
    sql`${intoQueue(to)} values (${columnsOf(engine, template, values, to, keeping)}, ${to.rowId ?? null}, ${to.rowTitle ?? null}) on conflict do nothing`,
  );
}

/** Several of one sort, in one statement. */
export async function sendMessages<P extends string>(
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

/** The same as a statement beside the one that stores a row: the message goes with the row, to which it belongs. */
export const messageStatement = <P extends string>(
  engine: Speaker,
  row: Sql,
  template: MessageTemplate<P>,
  values: NoInfer<ValuesOf<P>>,
  to: Omit<Recipient, 'rowId'>,
): Sql =>
  sql`${intoQueue(to)} select ${columnsOf(engine, template, values, to)}, ${row}.id, ${to.rowTitle ?? null}::text from ${row} on conflict do nothing`;

/** The same where a condition holds. The statement answers a row if it was queued. */
export const conditionalMessageStatement = <P extends string>(
  engine: Speaker,
  where: Sql,
  template: MessageTemplate<P>,
  values: NoInfer<ValuesOf<P>>,
  to: Recipient | MailRecipient,
  keeping: Keeping<NoInfer<P>>,
): Sql =>
  sql`${intoQueue(to)} select ${columnsOf(engine, template, values, to, keeping)}, null::bigint, null::text where ${where} on conflict do nothing returning id`;

const intoQueue = (to: Recipient | MailRecipient | Omit<Recipient, 'rowId'>): Sql => {
  const [column] = addressOf(to);
  return column === 'mobile'
    ? sql`insert into message_sms (mobile, ${queueColumns})`
    : sql`insert into message_email (email, ${queueColumns})`;
};
const queueColumns = sql.raw(
  'template_code, content, area_code, resource, locale, letter, priority, void_at, once, row_id, row_title',
);

/** Where it goes: the column, and what stands in it; nobody writes their e-mail address in one way only. */
export const addressOf = (to: { mobile: string } | { email: string }): readonly ['mobile' | 'email', string] =>
  'email' in to ? ['email', to.email.toLowerCase()] : ['mobile', to.mobile];

/**
 * What is filled in is sealed beside the message until it is told: a server that is killed in between still has it.
 * Where nobody carries the message there is none.
 */
function columnsOf<P extends string>(
  engine: Speaker,
  template: MessageTemplate<P>,
  values: ValuesOf<P>,
  to: Recipient | MailRecipient,
  { shown = values, seconds = use }: Keeping<P> = {},
): Sql {
  const [column, address] = addressOf(to);
  const letter = isCarried(engine, column) ? engine.seal.seal(JSON.stringify(values), '***').cipher : null;
  return sql`${address}::text, ${template.code}::text, ${messageText(engine, template, shown, to.locale)}::text, ${to.areaCode ?? null}::text,
    ${to.resource ?? null}::text, ${to.locale ?? defaultLocale}::text, ${letter}::text, ${priorities[template.urgency ?? 'notice']}::smallint,
    now() + make_interval(secs => ${seconds}), ${to.once ?? null}::text`;
}

/** A message in the words that are kept for it now. */
export const messageText = <P extends string>(
  { messages }: Pick<Engine, 'messages'>,
  template: MessageTemplate<P>,
  values: ValuesOf<P>,
  locale?: Locale,
): string => fillMessage(template, messages.textOf(template), values, locale);
