import { type Sql, sql } from '#server/db/sql.ts';

/**
 * Condition on an alias of `wechat_account`: messages of inboxes can reach its followers, as it is connected, may send
 * template messages, and has a template in use.
 */
export const canAccountMessageFollowers = (a: Sql): Sql => sql`(${a}.connected and ${a}.kind = 'service'
  and exists (select from wechat_template w where w.account_id = ${a}.id and w.enabled))`;
