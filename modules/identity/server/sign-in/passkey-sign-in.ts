import { createHash, randomBytes } from 'node:crypto';
import { text } from '#kernel/text/text.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import { accountTables, ownerColumn } from '#server/auth/account-reference.ts';
import { readLock, unlockAccount } from '#server/auth/sign-in-attempts.ts';
import { sql } from '#server/db/sql.ts';
import type { Answer } from '#server/http/connection/envelope.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { withAttemptLimit } from '#server/limit/attempt-limit.ts';
import { ipForLimits } from '#server/limit/ip-for-limits.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { Refused } from '#server/refusal.ts';
import { securitySettings } from '../../contract/security-settings.ts';
import { passkeySignInOptions, verifyPasskey } from '../second-factor/passkey.ts';
import { passkeySite } from '../second-factor/set-up-second-factor.ts';
import { refuseWhileMemberCentreDisabled } from '../session/member-centre-disabled.ts';
import { recordFailedSignIn } from '../session/record-failed-sign-in.ts';
import { isRemembered, signInRefusals } from './admin-session-controller.ts';
import { lockedMessage, signInLimitOf } from './sign-in-limits.ts';
import { beginSteps } from './sign-in-steps.ts';

const texts = {
  off: text('未开放以通行密钥登录', 'Passkey sign-in is not enabled'),
  wrong: text(
    '通行密钥未通过，请重试或使用密码登录',
    'The passkey was not accepted. Try again or sign in with your password',
  ),
};
const refuse = (message: typeof texts.off) => new Refused(message, { data: { reason: 'invalid' } });

/** Key of a challenge, separate for officers and members. */
const keyOf = (type: AccountType, binder: unknown) =>
  `entry ${type} ${createHash('sha256')
    .update(`passkey:${typeof binder === 'string' ? binder : ''}`)
    .digest('base64url')}`;

/** Sign-in by passkey instead of password: user verification replaces a second factor. */
export function passkeySignInController(platform: Platform, type: AccountType): Controller {
  const { db, settings } = platform.engine;
  const open = (handle: Action['handle']): Action => ({
    gate: 'none',
    methods: ['POST'],
    silent: true,
    secret: true,
    perMinute: 30,
    handle(call) {
      refuseWhileMemberCentreDisabled(platform, type);
      if (settings(securitySettings).passkey_entry !== '1') throw refuse(texts.off);
      return handle(call);
    },
  });
  const { table, enabled: status } = accountTables[type];
  return {
    app: type === 'admin' ? 'admin' : 'api',
    name: 'signIn',
    actions: { offerPasskey: open(offer), enter: open(enter) },
  };

  async function offer(call: Call) {
    const binder = randomBytes(32).toString('base64url');
    return { options: await passkeySignInOptions(db, keyOf(type, binder), passkeySite(call)), binder };
  }

  /** `{binder, passkey, keep}`: counted, locked and logged like a password. */
  async function enter(call: Call): Promise<Answer> {
    const { binder, passkey, keep } = call.body;
    const site = passkeySite(call);
    const named = (passkey as { id?: unknown } | null | undefined)?.id;
    const account = await db.row<{ id: number; username: string; status: string }>(
      sql`select a.id, a.username, a.status from auth_factor f join ${sql.id(table)} a on a.id = f.${ownerColumn({ type })}
        where f.kind = 'passkey' and f.credential_id = ${typeof named === 'string' ? named.slice(0, 1500) : ''}`,
    );
    if (!account) throw refuse(texts.wrong);
    const enabled = account.status === status;
    const limit = signInLimitOf(platform.engine, type);
    const refuseLocked = () =>
      new Refused(enabled ? lockedMessage(platform.engine) : signInRefusals.disabled, { data: { reason: 'locked' } });
    if ((await readLock(db, limit, account.id)) > 0) throw refuseLocked();
    // signatures cannot be guessed and credential ids are public: failures lock the network address, not the account
    const sender = {
      limit: { ...limit, name: `passkey_entry_${type}` },
      subject: `${account.id} ${ipForLimits(call.caller.ip)}`,
    };
    const right = await withAttemptLimit(db, [sender], refuseLocked, async () => {
      const who = { type, id: account.id };
      const shown = await verifyPasskey(db, keyOf(type, binder), site, who, passkey, { alone: true });
      return { result: shown && enabled, tries: shown && enabled ? 'forget' : 'counts' };
    });
    if (right) await unlockAccount(db, type, account.id);
    if (!right) {
      await recordFailedSignIn(call, { type, id: account.id }, 'wrong_password');
      throw refuse(enabled ? texts.wrong : signInRefusals.disabled);
    }
    return beginSteps(platform, call, {
      who: { type, id: account.id },
      persistent: isRemembered(keep),
      by: 'passkey',
      factorDone: true,
    });
  }
}
