import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/** Messages deleted per statement. */
const mostAtOnce = 5000;

/**
 * Deletes old notices: news half a year after it was read, tasks a month after they were done. A task is marked as read
 * when its recipient, or somebody else, has done it. Legal messages stay: they prove a service. Returns the number
 * deleted.
 */
export async function purgeNotices(db: Queryable, signal?: AbortSignal): Promise<number> {
  for (let gone = 0; ; ) {
    const some = await db.rows(sql`
      delete from message_notice where id in (
        select id from message_notice
        where (kind = 'system' and read_at < now() - interval '180 days' and createtime < now() - interval '180 days')
          or (kind = 'todo' and read_at < now() - interval '30 days')
        order by id limit ${mostAtOnce} for update skip locked
      ) returning id`);
    gone += some.length;
    if (some.length < mostAtOnce || signal?.aborted) return gone;
  }
}
