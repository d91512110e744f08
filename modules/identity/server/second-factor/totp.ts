import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import { type AccountReference, isOwnedByAccount, ownerColumn } from '#server/auth/account-reference.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** Seconds per code, and accepted codes before and after the current one: phone clocks drift. */
const period = 30;
const window = 1;

const totpOf = (secret: Secret, issuer = '', label = '') =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period });

/** The accepted time step of a code at a moment (ms); undefined: wrong code. */
export function timeStepOfTotpCode(secret: string, code: string, now = Date.now()): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(Secret.fromBase32(secret)).validate({ token: code, timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / 1000 / period) + delta;
}

/** A new secret: as text, as URI, and as QR code (SVG). */
export async function generateTotp(
  issuer: string,
  label: string,
): Promise<{ secret: string; uri: string; svg: string }> {
  const secret = new Secret({ size: 20 });
  const uri = totpOf(secret, issuer, label).toString();
  return { secret: secret.base32, uri, svg: await QRCode.toString(uri, { type: 'svg', margin: 1 }) };
}

/** Stores a secret after its first correct code, which is consumed. */
export async function addTotp(
  db: Queryable,
  who: AccountReference,
  name: string,
  secret: EncryptedNumber,
  step: number,
): Promise<void> {
  await db.query(sql`insert into auth_factor (${ownerColumn(who)}, kind, name, secret, last_step)
    values (${who.id}, 'totp', ${name}, ${JSON.stringify(secret)}::jsonb, ${step})`);
}

/** Verifies and consumes a code: of two concurrent calls with the same code one passes. */
export async function verifyTotp(
  { db, seal }: Pick<Engine, 'db' | 'seal'>,
  who: AccountReference,
  code: string,
): Promise<boolean> {
  const factors = await db.rows<{ id: number; secret: EncryptedNumber }>(
    sql`select id, secret from auth_factor where ${isOwnedByAccount(who)} and kind = 'totp'`,
  );
  for (const { id, secret } of factors) {
    const step = timeStepOfTotpCode(seal.open(secret), code);
    if (step === undefined) continue;
    const used = await db.row(sql`update auth_factor set last_step = ${step}, used_at = now()
      where id = ${id} and (last_step is null or last_step < ${step}) returning id`);
    if (used) return true;
  }
  return false;
}
