import { text } from '#kernel/text/text.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import { type AccountReference, isOwnedByAccount } from '#server/auth/account-reference.ts';
import { signInHolder, signInTicket } from '#server/auth/ticket-between-sign-in-steps.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type AttemptLimit, withAttemptLimit } from '#server/limit/attempt-limit.ts';
import { enumOf, integer, key, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import { securitySettings } from '../../contract/security-settings.ts';
import { type RelyingParty, verifyPasskey } from './passkey.ts';
import { consumeRecoveryCode } from './recovery-code.ts';
import { verifyTotp } from './totp.ts';

/** Most wrong second factors in a row; the guesser knows the password. */
const limits: Readonly<Record<AccountType, AttemptLimit>> = {
  admin: { name: 'second_factor_admin', most: 10, seconds: 3600, forgets: 'together' },
  member: { name: 'second_factor_member', most: 10, seconds: 3600, forgets: 'together' },
};

const tooMany = text(
  '二次验证失败次数过多，请 {minutes} 分钟后再试',
  'Too many failed two-factor attempts. Try again in {minutes} min',
);

/** A second factor, as listed. */
export interface SecondFactor {
  [column: string]: unknown;
  id: number;
  kind: 'totp' | 'passkey';
  name: string;
  /** Host the passkey was created for. */
  rp_id: string | null;
  /** Unix seconds. */
  createtime: number;
  used_at: number | null;
}

export const secondFactorAnswer = object({
  id: key,
  kind: enumOf('totp', 'passkey'),
  name: string,
  rp_id: orNull(string),
  createtime: integer,
  used_at: orNull(integer),
});

export const listSecondFactors = (db: Queryable, who: AccountReference): Promise<SecondFactor[]> =>
  db.rows<SecondFactor>(sql`select id, kind, name, rp_id, floor(extract(epoch from createtime))::bigint as createtime,
    floor(extract(epoch from used_at))::bigint as used_at from auth_factor where ${isOwnedByAccount(who)} order by id`);

export const countRecoveryCodes = async (db: Queryable, who: AccountReference): Promise<number> =>
  (await db.row<{ n: number }>(sql`select count(*)::int as n from auth_recovery_code where ${isOwnedByAccount(who)}`))
    ?.n ?? 0;

/** Whether a second factor is mandatory: for administrators by setting or by one of their groups. */
export async function needsSecondFactor(
  { db, settings }: Pick<Engine, 'db' | 'settings'>,
  { type, id }: AccountReference,
): Promise<boolean> {
  if (type !== 'admin') return false;
  const whose = settings(securitySettings).second_factor;
  if (whose === 'all') return true;
  const found =
    await db.row(sql`select 1 from auth_admin a join auth_group g on g.id = any(a.group_arr) and g.status = '1'
    where a.id = ${id} and (g.second_factor or (${whose} = 'super' and g.rules is null)) limit 1`);
  return found !== undefined;
}

/** Means of proving a second factor. */
export type SecondFactorMethod = 'passkey' | 'totp' | 'recovery';

/** Means available to a user on a site; undefined without a factor. */
export async function secondFactorMethodsOf(
  db: Queryable,
  who: AccountReference,
  site: RelyingParty | undefined,
): Promise<SecondFactorMethod[] | undefined> {
  const factors = await listSecondFactors(db, who);
  if (factors.length === 0) return undefined;
  return [
    ...(factors.some(({ kind, rp_id }) => kind === 'passkey' && rp_id === site?.rpId) ? (['passkey'] as const) : []),
    ...(factors.some(({ kind }) => kind === 'totp') ? (['totp'] as const) : []),
    ...((await countRecoveryCodes(db, who)) > 0 ? (['recovery'] as const) : []),
  ];
}

/** A given proof: a code of the app, a recovery code, or the browser's answer for a passkey. */
export interface GivenSecondFactor {
  readonly code?: string;
  readonly recovery?: string;
  readonly passkey?: unknown;
}

/** The single proof in a call; undefined: none or several. */
export function readGivenSecondFactor({
  code,
  recovery,
  passkey,
}: Readonly<Record<string, unknown>>): GivenSecondFactor | undefined {
  const given: GivenSecondFactor = {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof recovery === 'string' ? { recovery } : {}),
    ...(passkey !== undefined ? { passkey } : {}),
  };
  return Object.keys(given).length === 1 ? given : undefined;
}

/** Verifies a proof; counts an attempt. `key`: the passkey challenge. */
export function verifySecondFactor(
  engine: Engine,
  who: AccountReference,
  { code, recovery, passkey }: GivenSecondFactor,
  key: string,
  site: RelyingParty | undefined,
): Promise<boolean> {
  return withAttemptLimit(
    engine.db,
    [{ limit: limits[who.type], subject: who.id }],
    (_, wait) =>
      new Refused(tooMany, {
        values: { minutes: Math.ceil(wait / 60) },
        data: { reason: 'too_frequent', retry_after: wait },
      }),
    async () => {
      const right =
        passkey !== undefined
          ? site !== undefined && (await verifyPasskey(engine.db, key, site, who, passkey))
          : recovery !== undefined
            ? await consumeRecoveryCode(engine, who, recovery)
            : await verifyTotp(engine, who, (code ?? '').replaceAll(/\s/g, ''));
      return { result: right, tries: right ? 'forget' : 'counts' };
    },
  );
}

/** Removes all factors, recovery codes and sign-in tickets; returns the number of factors. */
export async function removeSecondFactors(tx: Queryable, who: AccountReference): Promise<number> {
  await tx.query(sql`delete from auth_recovery_code where ${isOwnedByAccount(who)}`);
  await signInTicket.revoke(tx, signInHolder(who));
  return (await tx.rows(sql`delete from auth_factor where ${isOwnedByAccount(who)} returning id`)).length;
}
