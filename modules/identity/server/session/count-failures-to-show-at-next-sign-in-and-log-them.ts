import { text } from '#kernel/text/text.ts';
import { type AccountReference, accountTables } from '#server/auth/account-reference.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { writeAdminSignInLog } from './open-admin-session.ts';

/** Titles of failed sign-ins in the operation log. */
const failed = {
  wrong_password: text('登录失败', 'Sign-in failed'),
  wrong_factor: text('二次验证失败', 'Second factor failed'),
} as const;

/** Records a failed sign-in: counted for the next sign-in and, for officers, in the operation log. */
export async function countAndLogFailedSignIn(
  call: Call,
  who: AccountReference,
  why: keyof typeof failed,
): Promise<void> {
  const account = await call.engine.db.row<{ id: number; username: string }>(
    sql`update ${sql.id(accountTables[who.type].table)} set failed_since = failed_since + 1 where id = ${who.id} returning id, username`,
  );
  if (account && who.type === 'admin') await writeAdminSignInLog(call, account, failed[why]);
}
