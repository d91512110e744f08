import { type Text, text, textIn } from '#kernel/text/text.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import { readLockedSeconds } from '#server/auth/attempt-password-and-lock-account-after-failures.ts';
import { findAdminPasswordFault } from '#server/auth/find-admin-password-fault.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { limitTriesByIpAddress, refuseWithoutCaptcha } from '#server/auth/limit-tries-by-ip-address-with-captcha.ts';
import { endPendingSignIns } from '#server/auth/revoke-access-of-account.ts';
import { endSessions } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { type AttemptLimit, withAttemptLimit } from '#server/limit/attempt-limit.ts';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import { notifyAccountChanged } from '#server/message/notify-person-of-credential-changes-and-new-devices.ts';
import { consumeCode, matchCode, wrongCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { admin } from '../../contract/admin.ts';
import type { ContactWay } from '../verification-code/member-contact-ways-and-code-purposes.ts';
import { failedSignInLimit } from './failed-sign-in-limit-from-settings.ts';

/** Most wrong codes per hour (domain reference, appendix G); each code also ends after five. */
const perMobile: AttemptLimit = { name: 'reset_mobile', most: 5, seconds: 3600, forgets: 'each' };
const perAddress: AttemptLimit = { name: 'reset_address', most: 30, seconds: 3600, forgets: 'each' };

const texts = {
  tooMany: text(
    '重设密码尝试次数过多，请 {minutes} 分钟后再试',
    'Too many password reset attempts. Try again in {minutes} min',
  ),
  stillLocked: text(
    '密码已修改。该账号因多次登录失败被锁定，{hours} 小时后解锁，也可请管理员解锁',
    'Password changed. The account is locked after failed sign-ins and unlocks in {hours} h; an administrator can unlock it earlier',
  ),
};

/**
 * Wrong codes of a network address after which each attempt needs a captcha: the limit of stock clients, which show
 * none here.
 */
const withoutPicture = 30;

/** Differences between officers and members. */
const kinds = {
  admin: { table: 'auth_admin', enabled: '1', purpose: 'admin_retrieve_pwd' },
  member: { table: 'member', enabled: 'enable', purpose: 'user_retrieve_pwd' },
} as const;

/**
 * Resets a forgotten password by a code sent to the bound contact. The answer does not reveal whether the account
 * exists. A lock stays until it expires or an administrator lifts it.
 */
export async function resetForgottenPasswordByCode(
  { engine, caller, body }: Pick<Call, 'engine' | 'caller' | 'body'>,
  type: AccountType,
  { way = 'mobile', address, code, password }: { way?: ContactWay; address: string; code: string; password: string },
  done: Text,
): Promise<Answer<null>> {
  const { table, enabled, purpose } = kinds[type];
  const column = way === 'email' ? sql`lower(email)` : sql`mobile`;
  const { locale } = caller;
  const asking = {
    db: engine.db,
    pictures: engine.config.captcha,
    address: ipForLimits(caller.ip),
    locale,
    body,
  };
  const outcome = await withAttemptLimit(
    engine.db,
    [
      ...(await limitTriesByIpAddress(asking, perAddress, withoutPicture)),
      { limit: perMobile, subject: `${type} ${address}` },
    ],
    (reached, wait) =>
      refuseWithoutCaptcha(reached, perAddress, locale) ??
      new Refused(texts.tooMany, {
        values: { minutes: Math.ceil(wait / 60) },
        data: { reason: 'too_frequent', retry_after: wait },
      }),
    async (): Promise<{ result: Outcome; tries: 'counts' | 'back' }> => {
      const right = await matchCode(engine, address, purpose, code);
      const account =
        right === undefined
          ? undefined
          : await engine.db.row<{ id: number; username: string }>(
              sql`select id, username from ${sql.id(table)} where ${column} = ${address} and status = ${enabled}`,
            );
      if (right === undefined || !account) return { result: 'wrong', tries: 'counts' };
      // the code remains valid for another password
      const fault = type === 'admin' ? await findAdminPasswordFault(password, account.username) : undefined;
      if (fault) return { result: { fault }, tries: 'back' };
      const hashed = await hashPassword(password);
      const changed = await engine.db.transaction(async (tx) => {
        if (!(await consumeCode(tx, right))) return false;
        const who = onBehalfOf({ ...caller, ...account, name: account.username });
        const where = sql`t.id = ${account.id}`;
        if (type === 'admin')
          await changeRows(engine, admin, who, { where, set: { password: hashed, password_due: '0' } }, tx);
        else await changeRows(engine, memberAccount, who, { where, set: { password: hashed } }, tx);
        await endPendingSignIns(tx, { type, id: account.id });
        await endSessions(tx, { type, id: account.id });
        await notifyAccountChanged(engine, tx, { type, id: account.id }, ['password'], { locale: caller.locale });
        return true;
      });
      return changed ? { result: { id: account.id }, tries: 'back' } : { result: 'wrong', tries: 'counts' };
    },
  );
  if (outcome === 'wrong') throw new Refused(wrongCode, { data: { reason: 'invalid' } });
  if ('fault' in outcome)
    throw new Refused(outcome.fault, {
      data: { reason: 'invalid', errors: { password: [outcome.fault[caller.locale]] } },
    });
  const wait = await readLockedSeconds(engine.db, failedSignInLimit(engine, type), outcome.id);
  if (wait === 0) return new Answer(null, done[caller.locale]);
  return new Answer(null, textIn(texts.stillLocked, caller.locale, { hours: Math.ceil(wait / 3600) }));
}

type Outcome = 'wrong' | { fault: Text } | { id: number };
