import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { inboxMessagesTo } from '../write/statement/inbox-message-statement.ts';

/** A message about several rows, with the path of the list of exactly these below `/admin` or `/user`. */
interface MessageAboutRows<P extends string> {
  readonly values: Readonly<Record<P, string>>;
  readonly english?: Readonly<Partial<Record<P, string>>>;
  readonly opens: string;
  /** Key of a message that each person gets only once. */
  readonly once?: string;
}

/** Puts a message about several rows into the inboxes of officers or members. */
export async function sendInboxMessageAboutRows<P extends string>(
  engine: Pick<Engine, 'messages' | 'find'>,
  db: Queryable,
  template: MessageTemplate<P>,
  { type, ids }: { readonly type: 'admin' | 'member'; readonly ids: readonly number[] },
  message: MessageAboutRows<NoInfer<P>>,
): Promise<void> {
  const whose =
    type === 'admin' ? sql`id as admin_id, null::bigint as user_id` : sql`null::bigint as admin_id, id as user_id`;
  await db.query(
    inboxMessagesTo(
      engine,
      template,
      message,
      sql`select ${whose}, null::text as resource, null::bigint as row_id, null::text as row_title from unnest(${ids}::bigint[]) id`,
    ),
  );
}
