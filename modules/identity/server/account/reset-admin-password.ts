import { text } from '#kernel/text/text.ts';
import { unlockAccount } from '#server/auth/attempt-password-and-lock-account-after-failures.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { revokeAccess } from '#server/auth/revoke-access-of-account.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { addOperationLogLine } from '#server/write/statement/operation-log-line.ts';
import { admin } from '../../contract/admin.ts';

const done = text('命令行-重置密码', 'Command line: reset password');

/**
 * Resets an administrator's password from the command line, clears failed sign-ins and ends all sessions. Written to
 * the operation log. Undefined if there is no such account.
 */
export async function resetAdminPassword(
  engine: Engine,
  username: string,
  password: string,
): Promise<{ username: string; enabled: boolean; sessions: number } | undefined> {
  const hashed = await hashPassword(password);
  return engine.db.transaction(async (tx) => {
    const account = await tx.row<{ id: number; username: string; status: string; area_code: string }>(
      sql`select id, username, status, area_code from auth_admin where lower(username) = lower(${username})`,
    );
    if (!account) return undefined;
    const order = { where: sql`t.id = ${account.id}`, set: { password: hashed, password_due: '0' } } as const;
    await changeRows(engine, admin, systemCaller(), order, tx);
    await unlockAccount(tx, 'admin', account.id);
    const sessions = await revokeAccess(tx, { type: 'admin', id: account.id });
    const who = { ...systemCaller(), id: account.id, name: account.username, areaCode: account.area_code };
    await addOperationLogLine(tx, who, { title: done, url: 'npm run admin', data: null });
    return { username: account.username, enabled: account.status === '1', sessions };
  });
}
