import { text } from '#kernel/text/text.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import { verifyPassword } from '#server/auth/hash-and-verify-password.ts';
import type { Database } from '#server/db/open-database.ts';
import { type AttemptLimit, withAttemptLimit } from '#server/limit/attempt-limit.ts';
import { Refused } from '#server/refusal.ts';

/** Most wrong passwords in a row: an unattended session must not serve to guess the password. */
const limits: Readonly<Record<AccountType, AttemptLimit>> = {
  admin: { name: 'current_password_admin', most: 10, seconds: 86_400, forgets: 'together' },
  member: { name: 'current_password_member', most: 10, seconds: 86_400, forgets: 'together' },
};
const tooMany = text(
  '原密码输错次数过多，请 {hours} 小时后再试',
  'Too many wrong current passwords. Try again in {hours} h',
);

/** Checks the current password; counts an attempt. */
export function verifyCurrentPassword(
  db: Database,
  type: AccountType,
  { id, password }: { id: number; password: string },
  given: string,
): Promise<boolean> {
  return withAttemptLimit(
    db,
    [{ limit: limits[type], subject: id }],
    (_, wait) =>
      new Refused(tooMany, {
        values: { hours: Math.ceil(wait / 3600) },
        data: { reason: 'too_frequent', retry_after: wait },
      }),
    async () => {
      const right = await verifyPassword(password, given);
      return { result: right, tries: right ? 'forget' : 'counts' };
    },
  );
}
