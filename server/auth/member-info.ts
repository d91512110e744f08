import { sql } from '#server/db/sql.ts';

/** What a member is told of themselves, as columns of `member` (wire contract §2.9). */
export const memberInfo = sql.raw(
  `id, username, nickname, coalesce(email, '') as email, coalesce(mobile, '') as mobile, coalesce(avatar, '') as avatar, gender::int as gender, birthday,
  to_char(money / 100.0, 'FM9999999990.00') as money, score, coalesce(floor(extract(epoch from lastlogintime))::bigint, 0) as lastlogintime,
  coalesce(lastloginip, '') as lastloginip, floor(extract(epoch from jointime))::bigint as jointime, coalesce(motto, '') as motto`,
);
