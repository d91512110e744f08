import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { sendTextMessageToOfficers } from '#server/message/send-text-message-to-officers.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { findOfficersWhoSeeRow, type OfficersOfRowQuery } from './find-officers-who-see-row.ts';

type Values<P extends string> = Readonly<Record<P, string | Text>>;

/** The message about a row for officers. */
export interface MessageAboutRowToOfficers<P extends string> {
  readonly template: MessageTemplate<P>;
  readonly values: Values<P>;
  /** Values that are put shorter in the text message, where every 67 characters are billed. */
  readonly shorter?: Partial<Values<P>>;
  /** Each officer gets the message once under this key. */
  readonly once: string;
}

/** Which officers, at most `limit`: those who see the row and hold one of the nodes, and the accounts `also`. */
export type OfficersToNotifyAboutRow = Required<Pick<OfficersOfRowQuery, 'nodes' | 'limit'>> &
  Pick<OfficersOfRowQuery, 'upTo'> & { readonly also?: readonly number[] };

/**
 * Puts a message about a row into the inboxes of officers, and sends it to some of them by text message. Super administrators,
 * who see everything, get none.
 */
export async function notifyOfficersWhoSeeRow<P extends string>(
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  { id, title, area_code }: { readonly id: number; readonly title: string; readonly area_code: string },
  { template, values, shorter, once }: MessageAboutRowToOfficers<P>,
  { also = [], ...to }: OfficersToNotifyAboutRow,
): Promise<void> {
  const able = await findOfficersWhoSeeRow(engine, tx, resource, { row: id, ...to, supers: false });
  const officers = [...new Set([...able.map((one) => one.id), ...also])];
  if (officers.length === 0) return;
  await tx.query(
    inboxMessagesTo(
      engine,
      template,
      { values, once },
      sql`select a.id as admin_id, null::bigint as user_id, ${resource.name}::text as resource, ${id}::bigint as row_id,
        ${title}::text as row_title from unnest(${officers}::bigint[]) a (id)`,
    ),
  );
  const about = { resource: resource.name, id, title, area_code };
  await sendTextMessageToOfficers(
    engine,
    tx,
    { template, values: { ...values, ...shorter }, once },
    { about, officers },
  );
}
