import { type Text, text } from '#kernel/text/text.ts';
import { type AccountReference, accountTables, isOwnedByAccount } from '#server/auth/account-reference.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Call } from '#server/http/controller.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { readPlatformName } from '../account/read-platform-name.ts';
import { countRecoveryCodes } from './list-verify-and-remove-second-factors.ts';
import { addPasskey, passkeyCreationOptions, relyingPartyOf, verifyNewPasskey } from './passkey.ts';
import {
  readPendingSetupOrChallenge,
  storePendingSetupOrChallenge,
  takePendingSetupOrChallenge,
} from './pending-factor-setup-or-challenge.ts';
import { renewRecoveryCodes } from './recovery-code.ts';
import { addTotp, generateTotp, timeStepOfTotpCode } from './totp.ts';

const texts = {
  noPasskeys: text(
    '通行密钥只能在以域名打开的加密页面（HTTPS）或本机使用',
    'Passkeys can only be used on HTTPS pages opened by domain name, or on this machine',
  ),
  wrongCode: text('验证码不正确，请核对手机时间后重试', 'Wrong code. Check the time on your phone and try again'),
  noPasskey: text('通行密钥未能添加，请重试', 'The passkey could not be added. Try again'),
  tooMany: text('最多添加 10 个，请先移除不用的', 'At most 10 can be added. Remove unused ones first'),
  unnamed: { totp: text('身份验证器', 'Authenticator app'), passkey: text('通行密钥', 'Passkey') },
} satisfies Record<string, Text | Record<string, Text>>;
const most = 10;

/** A user setting up a factor, in a session or during sign-in; `key` identifies the draft. */
export interface SecondFactorSetUp {
  readonly who: AccountReference;
  readonly key: string;
}

const accountOf = ({ db }: Pick<Engine, 'db'>, { type, id }: AccountReference) =>
  db.row<{ username: string; nickname: string }>(
    sql`select username, nickname from ${sql.id(accountTables[type].table)} where id = ${id} and status = ${accountTables[type].enabled}`,
  );

/** The site of a call; refused where passkeys do not work. */
export function requireRelyingParty(call: Pick<Call, 'request'>) {
  const site = relyingPartyOf(call.request);
  if (!site) throw new Refused(texts.noPasskeys, { data: { reason: 'invalid' } });
  return site;
}

/** A secret for an authenticator app with its QR code; active after the first correct code. */
export async function beginTotp({ engine, caller }: Call, { who, key }: SecondFactorSetUp) {
  const account = await accountOf(engine, who);
  const made = await generateTotp(readPlatformName(engine, caller.locale), account?.username ?? '');
  await storePendingSetupOrChallenge(engine.db, key, { secret: engine.seal.seal(made.secret, '***') });
  return made;
}

/** Options for creating a passkey in the browser. */
export async function beginPasskey(call: Call, { who, key }: SecondFactorSetUp) {
  const account = await accountOf(call.engine, who);
  if (!account) throw new Refused(texts.noPasskey);
  return passkeyCreationOptions(
    call.engine.db,
    key,
    requireRelyingParty(call),
    { ...who, ...account },
    readPlatformName(call.engine, call.caller.locale),
  );
}

/**
 * Adds the pending factor, named: `{code}` of the app, or `{passkey}` as answered by the browser. With the first
 * factor, returns recovery codes, shown only now.
 */
export async function addPendingSecondFactor(
  call: Call,
  { who, key }: SecondFactorSetUp,
): Promise<{ recovery_codes?: string[] }> {
  const { engine, body, caller } = call;
  const { db } = engine;
  if (body.passkey !== undefined) {
    const name = nameOf(body.name, texts.unnamed.passkey, caller);
    const made = await verifyNewPasskey(db, key, requireRelyingParty(call), body.passkey);
    return storeFactor(engine, who, async (tx) => {
      if (!made || !(await addPasskey(tx, who, name, made)))
        throw new Refused(texts.noPasskey, { data: { reason: 'invalid' } });
    });
  }
  const secret = (await readPendingSetupOrChallenge(db, key))?.secret as EncryptedNumber | null | undefined;
  const code = typeof body.code === 'string' ? body.code.replaceAll(/\s/g, '') : '';
  const step = secret ? timeStepOfTotpCode(engine.seal.open(secret), code) : undefined;
  if (!secret || step === undefined) throw invalid({ code: [texts.wrongCode[caller.locale]] });
  return storeFactor(engine, who, async (tx) => {
    // of two concurrent calls with the same code, one finds the draft
    if (!(await takePendingSetupOrChallenge(tx, key))) throw invalid({ code: [texts.wrongCode[caller.locale]] });
    await addTotp(tx, who, nameOf(body.name, texts.unnamed.totp, caller), secret, step);
  });
}

/** Serialised per account, so that concurrent calls cannot exceed the limit. */
function storeFactor(
  engine: Engine,
  who: AccountReference,
  add: (tx: Queryable) => Promise<void>,
): Promise<{ recovery_codes?: string[] }> {
  return engine.db.transaction(async (tx) => {
    await tx.query(sql`select from ${sql.id(accountTables[who.type].table)} where id = ${who.id} for update`);
    const many = await tx.row<{ n: number }>(
      sql`select count(*)::int as n from auth_factor where ${isOwnedByAccount(who)}`,
    );
    if ((many?.n ?? 0) >= most) throw new Refused(texts.tooMany, { data: { reason: 'invalid' } });
    await add(tx);
    if ((await countRecoveryCodes(tx, who)) > 0) return {};
    return { recovery_codes: await renewRecoveryCodes(engine, tx, who) };
  });
}

const nameOf = (given: unknown, otherwise: Text, { locale }: Caller): string =>
  (typeof given === 'string' ? given.trim().slice(0, 40) : '') || otherwise[locale];
