import { fillMessage, type MessageTemplate } from '#kernel/message-template.ts';
import type { Locale } from '#kernel/text.ts';
import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { TemplateCache } from './template-cache.ts';

/** To whom a message goes, and what it is about. */
export interface Recipient {
  mobile: string;
  /** The language they are known to read; Chinese unless told. */
  locale?: Locale;
  areaCode?: string | null;
  /** The record it is about, by name: for who reads the queue. */
  resource?: string;
  rowId?: number;
  rowTitle?: string;
}

interface Speaker {
  readonly messages: Pick<TemplateCache, 'wordsOf'>;
}

type ValuesOf<P extends string> = Readonly<Record<P, string>>;

/** Queues a text message in the caller's transaction: it is sent if and only if what it tells of is committed. */
export async function sendMessage<P extends string>(
  engine: Speaker,
  db: Queryable,
  template: MessageTemplate<P>,
  values: NoInfer<ValuesOf<P>>,
  to: Recipient,
): Promise<void> {
  await db.query(
    sql`${intoQueue} values (${sql.join(columnsOf(engine, template, values, to))}, ${to.rowId ?? null}, ${to.rowTitle ?? null})`,
  );
}

/** The same as a statement beside the one that stores a row: the message goes with the row, to which it belongs. */
export const messageBeside = <P extends string>(
  engine: Speaker,
  row: Sql,
  template: MessageTemplate<P>,
  values: NoInfer<ValuesOf<P>>,
  to: Omit<Recipient, 'rowId'>,
): Sql =>
  sql`${intoQueue} select ${sql.join(columnsOf(engine, template, values, to))}, ${row}.id, ${to.rowTitle ?? null}::text from ${row}`;

const intoQueue = sql`insert into message_sms (mobile, template_code, content, area_code, resource, row_id, row_title)`;

function columnsOf<P extends string>(
  engine: Speaker,
  template: MessageTemplate<P>,
  values: ValuesOf<P>,
  { mobile, areaCode, resource, locale }: Recipient,
): (string | null)[] {
  const content = sayMessage(engine, template, values, locale);
  return [mobile, template.code, content, areaCode ?? null, resource ?? null];
}

/** A message in the words that are kept for it now. */
export const sayMessage = <P extends string>(
  { messages }: Speaker,
  template: MessageTemplate<P>,
  values: ValuesOf<P>,
  locale?: Locale,
): string => fillMessage(template, messages.wordsOf(template), values, locale);
