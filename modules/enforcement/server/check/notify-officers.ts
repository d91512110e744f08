import type { MessageTemplate } from '#kernel/message/message-template.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { type Check, check } from '../../contract/check/check.ts';

/** Messages to the officers of a check, once it is stored. */
export async function notifyOfficers<P extends string>(
  { engine, tx }: { readonly engine: Engine; readonly tx: Transaction },
  { id, object_name }: Pick<Check, 'id' | 'object_name'>,
  template: MessageTemplate<P>,
  values: Readonly<Record<NoInfer<P>, string>>,
): Promise<void> {
  await tx.query(
    inboxMessagesTo(
      engine,
      template,
      { values },
      sql`select f.admin_id, null::bigint as user_id, ${check.name}::text as resource, ${id}::bigint as row_id, ${object_name}::text as row_title
        from enforcement_check_officer o join library_officer f on f.id = o.officer_id where o.check_id = ${id}`,
    ),
  );
}
