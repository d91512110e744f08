import type { Text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { wechatFollower } from '../../contract/wechat-follower.ts';

/**
 * Unbinds the followers of alias `t` that meet a condition and are bound, with a note in their history. Returns their
 * keys.
 */
export const unbindFollowers = (
  engine: Engine,
  caller: Caller,
  { where, note }: { readonly where: Sql; readonly note: Text },
  tx?: Transaction,
): Promise<number[]> =>
  changeRows(
    engine,
    wechatFollower,
    caller,
    {
      where: sql`num_nonnulls(t.admin_id, t.user_id) > 0 and ${where}`,
      set: { admin_id: null, user_id: null },
      emits: 'unbound',
      note: sql`${note['zh-cn']}::text`,
      noteEnglish: sql`${note.en}::text`,
    },
    tx,
  );
