import { text } from '#kernel/text/text.ts';
import { type AccountReference, accountOfCaller, accountTables } from '#server/auth/account-reference.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { object, string } from '#server/open-api/json-schema-shorthands.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { verifyCurrentPassword } from '../account/verify-current-password-with-attempt-limit.ts';
import {
  readGivenSecondFactor,
  secondFactorMethodsOf,
  verifySecondFactor,
} from './list-verify-and-remove-second-factors.ts';
import { passkeyRequestOptions, relyingPartyOf } from './passkey.ts';
import { requireRelyingParty } from './set-up-second-factor.ts';

const texts = {
  // the contract's message, not shown as a toast: the field says what to do
  wrong: text('密码不正确', 'Wrong password'),
  password: text(
    '密码不正确：请输入登录本账号用的密码，注意大小写',
    'Wrong password: enter the password you sign in to this account with, and mind the capitals',
  ),
  owed: text(
    '该账号已启用二次验证，请完成验证',
    'This account has two-factor verification enabled. Complete the verification',
  ),
  factor: text('验证未通过，请重试', 'Verification failed. Try again'),
};

/** A user to be verified, with the session. */
export interface AccountToVerify extends AccountReference {
  readonly sessionId: number;
}

const keyOf = ({ sessionId }: AccountToVerify) => `proof ${sessionId}`;
/** The caller of a call. */
export const accountToVerifyOf = ({ caller }: Call): AccountToVerify => ({
  ...accountOfCaller(caller),
  sessionId: caller.sessionId,
});

/**
 * Verifies the user behind an open session: sensitive calls require `{password}` again and, with a second factor,
 * `{code}`, `{recovery}` or `{passkey}`. A refusal lists the missing means (`ways`).
 */
export async function proveIdentity(call: Call, who: AccountToVerify = accountToVerifyOf(call)): Promise<void> {
  const { engine, caller, body } = call;
  const row = await engine.db.row<{ password: string }>(
    sql`select password from ${sql.id(accountTables[who.type].table)} where id = ${who.id}`,
  );
  const password = typeof body.password === 'string' ? body.password : '';
  if (!row || !(await verifyCurrentPassword(engine.db, who.type, { id: who.id, ...row }, password)))
    throw new Refused(texts.wrong, {
      data: { reason: 'invalid', errors: { password: [texts.password[caller.locale]] } },
    });
  await proveSecondFactor(call, who);
}

/** Verifies the second factor only; true if required and correct, false without a factor. */
export async function proveSecondFactor(
  { engine, caller, body, request }: Call,
  who: AccountToVerify,
): Promise<boolean> {
  const site = relyingPartyOf(request);
  const ways = await secondFactorMethodsOf(engine.db, who, site);
  if (ways === undefined) return false;
  const given = readGivenSecondFactor(body);
  if (!given) throw new Refused(texts.owed, { data: { reason: 'second_factor', ways } });
  if (!(await verifySecondFactor(engine, who, given, keyOf(who), site)))
    throw invalid({ [Object.keys(given)[0] as string]: [texts.factor[caller.locale]] });
  return true;
}

/** Answer of calls that begin to verify a user by passkey: options of WebAuthn for the browser. */
export const passkeyOptionsAnswer = object({ challenge: string });
export const passkeyProofSummary = text(
  '以通行密钥证明本人（WebAuthn 选项）',
  'Verify identity with a passkey (WebAuthn options)',
);

/** Options for verifying the user by passkey. */
export const beginPasskeyProof = (call: Call, who: AccountToVerify = accountToVerifyOf(call)) =>
  passkeyRequestOptions(call.engine.db, keyOf(who), requireRelyingParty(call), who);
