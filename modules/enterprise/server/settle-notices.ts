import { notice } from '#modules/message/contract/notice.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hooks.ts';

/** What was answered is nothing to do any more: messages about the row are read, whoever has them. */
export async function settleNotices(
  { before, changeFollowing }: Pick<WriteContext, 'changeFollowing'> & { readonly before: { readonly id: number } },
  resource: string,
): Promise<void> {
  const told = sql`t.resource = ${resource} and t.row_id = ${before.id} and t.read_at is null and t.kind = 'todo'`;
  await changeFollowing(notice, told, { read_at: sql`now()` }, { action: 'read' });
}
