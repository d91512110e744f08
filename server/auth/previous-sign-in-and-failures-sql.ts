import { type Sql, sql } from '#server/db/sql.ts';

/** Moment of the sign-in before the given session. Null: it is the first. */
export const previousSignIn = (sessionId: number): Sql =>
  sql`(select signed_in_before from session where id = ${sessionId})`;

/** Number of failed sign-ins to the account between the previous sign-in and the session. */
export const failedSignInsBeforeSession = (sessionId: number): Sql =>
  sql`coalesce((select failed_before from session where id = ${sessionId}), 0)`;

/**
 * Moment of the previous sign-in as sent to administrators: text, whereas all other moments of the wire are seconds
 * (wire contract §2.1).
 */
export const previousSignInText = (sessionId: number): Sql =>
  sql`coalesce(to_char(${previousSignIn(sessionId)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'), 'none')`;
