import { type Sql, sql } from '#server/db/sql.ts';

/** When whoever a session belongs to had signed in before it; null the first time. */
export const previousSignIn = (sessionId: number): Sql =>
  sql`(select signed_in_before from session where id = ${sessionId})`;

/** How often somebody failed to sign in to that account between then and the session. */
export const failedSignInsSince = (sessionId: number): Sql =>
  sql`coalesce((select failed_before from session where id = ${sessionId}), 0)`;

/** The same moment as administrators are told it: text, where all other moments of the wire are seconds (wire contract §2.1). */
export const previousSignInText = (sessionId: number): Sql =>
  sql`coalesce(to_char(${previousSignIn(sessionId)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'), 'none')`;
