import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/** Seconds a proof of who one is counts for what only the right person may do. */
export const confirmedFor = 600;

/** Seconds for which whoever holds a session has still proved who they are; 0: they must prove it again. */
export async function secondsConfirmed(db: Queryable, sessionId: number): Promise<number> {
  const left = await db.row<{ left: number }>(sql`
    select greatest(0, ceil(extract(epoch from confirmtime + make_interval(secs => ${confirmedFor}) - now())))::int as left
    from session where id = ${sessionId} and confirmtime is not null`);
  return left?.left ?? 0;
}

/** Notes that whoever holds a session has just proved who they are. */
export async function noteConfirmed(db: Queryable, sessionId: number): Promise<void> {
  await db.query(sql`update session set confirmtime = now() where id = ${sessionId}`);
}
