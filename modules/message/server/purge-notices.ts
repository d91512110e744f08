import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/** Messages removed by one statement. */
const mostAtOnce = 5000;

/**
 * Removes what nobody looks for any more: news half a year after it was read, what was to do a month after it was done.
 * What is done is marked as read, by whoever it was for or by what settled it. Legal messages stay: they are proof of a
 * service. Answers how many went.
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
