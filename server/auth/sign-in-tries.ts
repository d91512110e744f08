import type { Text } from '#kernel/text/text.ts';
import type { Database, Queryable } from '#server/db/connect.ts';
import { forgetTries, type Limit, withTries } from '#server/limit/tries.ts';
import { Refused } from '#server/refusal.ts';
import { verifyPassword } from './password.ts';
import type { SubjectType } from './subject.ts';

const nameOf = (type: SubjectType): string => `sign_in_${type}`;

/** So many wrong passwords in a row lock an account for so long (wire contract §4). */
export const signInLimit = (type: SubjectType, most: number, hours: number): Limit => ({
  name: nameOf(type),
  most,
  seconds: hours * 3600,
  forgets: 'together',
});

/** Whether a password is right, as {@link trySignIn} has it. */
export const tryPassword = (
  db: Database,
  limit: Limit,
  account: { id: number; password: string; enabled: boolean },
  password: string,
  locked: Text,
): Promise<boolean> => trySignIn(db, limit, account, locked, () => verifyPassword(account.password, password));

/**
 * Whether what somebody wants in by is right, at the cost of a try; only signing in gives the tries back. A disabled
 * account is treated like any other to the end, so that neither time nor tries tell whether it was right. Refused with
 * `locked` without a look at it while the account is locked.
 */
export function trySignIn(
  db: Database,
  limit: Limit,
  account: { id: number; enabled: boolean },
  locked: Text,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  return withTries(
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
 * The same of a name nobody has, at the cost of a try of its own: that it is never locked would tell that there is no
 * such account. `work` costs what a look at a password costs.
 */
export function tryUnknownAccount(
  db: Database,
  limit: Limit,
  name: string,
  work: () => Promise<false>,
  locked: Text,
): Promise<boolean> {
  return withTries(
    db,
    [{ limit: { ...limit, name: `${limit.name}_stranger` }, subject: name }],
    () => new Refused(locked, { data: { reason: 'locked' } }),
    async () => ({ result: await work(), tries: 'counts' }),
  );
}

/** Ends the lock of an account; whether it had one, or tries counted towards one. */
export const unlockAccount = (db: Queryable, type: SubjectType, id: number): Promise<boolean> =>
  forgetTries(db, [{ limit: { name: nameOf(type) }, subject: id }]);

/** Seconds an account stays locked; 0: it is not. */
export async function readLock(db: Queryable, { name, most }: Limit, id: number): Promise<number> {
  const row = await db.row<{ wait: number }>(
    'select ceil(extract(epoch from expiretime - now()))::int as wait from attempt where name = $1 and subject = $2 and cardinality(at) >= $3 and expiretime > now()',
    [name, String(id), most],
  );
  return row?.wait ?? 0;
}
