import { createHash, randomBytes } from 'node:crypto';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import { accountTables, ownerColumn } from '#server/auth/account-reference.ts';
import { readLockedSeconds, unlockAccount } from '#server/auth/attempt-password-and-lock-account-after-failures.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { withAttemptLimit } from '#server/limit/attempt-limit.ts';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import { object, string } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { Refused } from '#server/refusal.ts';
import { securitySettings } from '../../contract/security-settings.ts';
import { passkeySignInOptions, verifyPasskey } from '../second-factor/passkey.ts';
import { passkeyOptionsAnswer } from '../second-factor/prove-identity-by-password-and-second-factor.ts';
import { requireRelyingParty } from '../second-factor/set-up-second-factor.ts';
import { openedSessionSchema } from '../session/answer-schema-of-opened-session.ts';
import { countAndLogFailedSignIn } from '../session/count-failures-to-show-at-next-sign-in-and-log-them.ts';
import { refuseWhileMemberCentreDisabled } from '../session/refuse-while-member-centre-disabled.ts';
import { isRemembered, signInRefusals } from './admin-sign-in-and-sign-out-controller.ts';
import { failedSignInLimit, lockedAccountMessage } from './failed-sign-in-limit-from-settings.ts';
import { beginSignInSteps } from './sign-in-steps-after-password-controller.ts';

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

const fromGuests = { gate: 'none', methods: ['POST'], silent: true, secret: true, limit: { perMinute: 30 } } as const;

/** Sign-in by passkey instead of password: user verification replaces a second factor. */
export function passkeySignInController(platform: Platform, type: AccountType): Controller {
  const { db, settings } = platform.engine;
  const refuseWhileClosed = (): void => {
    refuseWhileMemberCentreDisabled(platform, type);
    if (settings(securitySettings).passkey_entry !== '1') throw refuse(texts.off);
  };
  const { table, enabled: status } = accountTables[type];
  return {
    app: type === 'admin' ? 'admin' : 'api',
    name: 'signIn',
    actions: {
      offerPasskey: call({
        ...fromGuests,
        summary: text('以通行密钥登录：WebAuthn 选项与凭据', 'Sign in with a passkey: WebAuthn options and binder'),
        answer: object({ options: passkeyOptionsAnswer, binder: string }),
        run: offer,
      }),
      enter: call({
        ...fromGuests,
        summary: text('以通行密钥登录：浏览器的应答 passkey', "Sign in with a passkey: the browser's answer"),
        inputFrom: 'body',
        // a binder or passkey that is missing is refused as one that does not match
        checkedInRun: {
          binder: field.text(text('凭据', 'Binder'), { required: true, max: 100 }),
          keep: field.switch(text('保持登录', 'Stay signed in')),
        },
        answer: openedSessionSchema,
        run: enter,
      }),
    },
  };

  async function offer(made: Call) {
    refuseWhileClosed();
    const binder = randomBytes(32).toString('base64url');
    return { options: await passkeySignInOptions(db, keyOf(type, binder), requireRelyingParty(made)), binder };
  }

  /** `{binder, passkey, keep}`: counted, locked and logged like a password. */
  async function enter(made: Call) {
    refuseWhileClosed();
    const { binder, passkey, keep } = made.body;
    const site = requireRelyingParty(made);
    const named = (passkey as { id?: unknown } | null | undefined)?.id;
    const account = await db.row<{ id: number; username: string; status: string }>(
      sql`select a.id, a.username, a.status from auth_factor f join ${sql.id(table)} a on a.id = f.${ownerColumn({ type })}
        where f.kind = 'passkey' and f.credential_id = ${typeof named === 'string' ? named.slice(0, 1500) : ''}`,
    );
    if (!account) throw refuse(texts.wrong);
    const enabled = account.status === status;
    const limit = failedSignInLimit(platform.engine, type);
    const refuseLocked = () =>
      new Refused(enabled ? lockedAccountMessage(platform.engine) : signInRefusals.disabled, {
        data: { reason: 'locked' },
      });
    if ((await readLockedSeconds(db, limit, account.id)) > 0) throw refuseLocked();
    // signatures cannot be guessed and credential ids are public: failures lock the network address, not the account
    const sender = {
      limit: { ...limit, name: `passkey_entry_${type}` },
      subject: `${account.id} ${ipForLimits(made.caller.ip)}`,
    };
    const right = await withAttemptLimit(db, [sender], refuseLocked, async () => {
      const who = { type, id: account.id };
      const shown = await verifyPasskey(db, keyOf(type, binder), site, who, passkey, { alone: true });
      return { result: shown && enabled, tries: shown && enabled ? 'forget' : 'counts' };
    });
    if (right) await unlockAccount(db, type, account.id);
    if (!right) {
      await countAndLogFailedSignIn(made, { type, id: account.id }, 'wrong_password');
      throw refuse(enabled ? texts.wrong : signInRefusals.disabled);
    }
    return beginSignInSteps(platform, made, {
      who: { type, id: account.id },
      persistent: isRemembered(keep),
      by: 'passkey',
      factorDone: true,
    });
  }
}
