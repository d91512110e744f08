import { type Sql, sql } from '#server/db/sql.ts';
import { previousSignIn } from './previous-sign-in-and-failures-sql.ts';

const columns = sql.raw(
  `id, username, nickname, coalesce(email, '') as email, coalesce(mobile, '') as mobile, coalesce(avatar, '') as avatar, gender::int as gender, birthday,
  to_char(money / 100.0, 'FM9999999990.00') as money, score,
  coalesce(lastloginip, '') as lastloginip, floor(extract(epoch from jointime))::bigint as jointime, coalesce(motto, '') as motto`,
);

/** The member's own data in a session (wire contract §2.9), as columns of `member`. */
export const signedInMemberProfileColumns = (sessionId: number): Sql =>
  sql`${columns}, coalesce(floor(extract(epoch from ${previousSignIn(sessionId)}))::bigint, 0) as lastlogintime`;
