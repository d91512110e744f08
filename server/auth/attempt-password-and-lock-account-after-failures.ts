import type { Text } from '#kernel/text/text.ts';
import type { Database, Queryable } from '#server/db/open-database.ts';
import { type AttemptLimit, clearAttempts, withAttemptLimit } from '#server/limit/attempt-limit.ts';
import { Refused } from '#server/refusal.ts';
import type { AccountType } from './account-reference.ts';
import { verifyPassword } from './hash-and-verify-password.ts';

const nameOf = (type: AccountType): string => `sign_in_${type}`;

/** The limit that locks an account for `hours` after `most` wrong passwords in a row (wire contract §4). */
export const signInLimit = (type: AccountType, most: number, hours: number): AttemptLimit => ({
  name: nameOf(type),
  most,
  seconds: hours * 3600,
  forgets: 'together',
});

/** Whether a password is right; counts a try as {@link attemptSignIn} does. */
export const attemptPassword = (
  db: Database,
  limit: AttemptLimit,
  account: { id: number; password: string; enabled: boolean },
  password: string,
  locked: Text,
): Promise<boolean> => attemptSignIn(db, limit, account, locked, () => verifyPassword(account.password, password));

/**
 * Whether `isRight` holds, at the cost of a try. Only a successful sign-in resets the tries. A disabled account is
 * treated like any other, so that neither time nor tries disclose whether the password was right. While the account is
 * locked the try is refused with `locked`, without a check.
 */
function attemptSignIn(
  db: Database,
  limit: AttemptLimit,
  account: { id: number; enabled: boolean },
  locked: Text,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  return withAttemptLimit(
    db,
    [{ limit, subject: account.id }],
    () => new Refused(locked, { data: { reason: 'locked' } }),
    async () => {
      const right = (await isRight()) && account.enabled;
      return { result: right, tries: right ? 'forget' : 'counts' };
    },
  );
}

/**
 * A try for an account that does not exist. It is counted too, because an account that never locks would be
 * recognisable. `work` takes as long as checking a password.
 */
export function attemptPasswordOfUnknownAccount(
  db: Database,
  limit: AttemptLimit,
  name: string,
  work: () => Promise<false>,
  locked: Text,
): Promise<boolean> {
  return withAttemptLimit(
    db,
    [{ limit: { ...limit, name: `${limit.name}_stranger` }, subject: name }],
    () => new Refused(locked, { data: { reason: 'locked' } }),
    async () => ({ result: await work(), tries: 'counts' }),
  );
}

/** Unlocks an account. Returns whether it was locked or had failed tries. */
export const unlockAccount = (db: Queryable, type: AccountType, id: number): Promise<boolean> =>
  clearAttempts(db, [{ limit: { name: nameOf(type) }, subject: id }]);

/** Seconds for which an account stays locked. 0: it is not locked. */
export async function readLockedSeconds(db: Queryable, { name, most }: AttemptLimit, id: number): Promise<number> {
  const row = await db.row<{ wait: number }>(
    'select ceil(extract(epoch from expiretime - now()))::int as wait from attempt where name = $1 and subject = $2 and cardinality(at) >= $3 and expiretime > now()',
    [name, String(id), most],
  );
  return row?.wait ?? 0;
}
