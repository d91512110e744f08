import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { inboxMessagesTo, messageValuesIn } from '#server/write/statement/inbox-message-statement.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import type { guideCreditEvent } from '../contract/guide-credit-event.ts';
import { ownCreditOfGuideScreen } from '../contract/own-credit-of-guide-screen.ts';
import type { creditListing } from '../contract/red-or-black-list-entry.ts';

interface AboutCredit<P extends string> {
  readonly guide: number;
  readonly resource: typeof creditListing | typeof guideCreditEvent;
  readonly row: number;
  readonly values: Readonly<Record<P, string | Text>>;
}

/**
 * Notifies a guide about their credit: a message in the inbox of the account that is linked to the card, which opens the
 * guide's own screen, and a text message to the mobile on record. A guide without an account has the text message alone.
 */
export async function notifyGuideAboutCredit<P extends string>(
  { engine, tx }: { readonly engine: Engine; readonly tx: Transaction },
  template: MessageTemplate<P>,
  { guide, resource, row, values }: AboutCredit<NoInfer<P>>,
): Promise<void> {
  const found = await tx.row<{ mobile: string; area_code: string; name: string }>(
    sql`select mobile, area_code, name from crew_guide where id = ${guide}`,
  );
  if (!found) return;
  const to = sql`select null::bigint as admin_id, g.user_id, ${resource.name}::text as resource, ${row}::bigint as row_id, ${found.name}::text as row_title
    from crew_guide g where g.id = ${guide} and g.user_id is not null`;
  await tx.query(inboxMessagesTo(engine, template, { values, opens: ownCreditOfGuideScreen.name }, to));
  await queueMessage(engine, tx, template, messageValuesIn('zh-cn', values), {
    mobile: found.mobile,
    areaCode: found.area_code,
    resource: resource.name,
    rowId: row,
    rowTitle: found.name,
  });
}
