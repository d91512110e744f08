import { randomInt } from 'node:crypto';
import { type AccountReference, isOwnedByAccount, ownerColumn } from '#server/auth/account-reference.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

const count = 10;
/** Without look-alike characters: people read codes off paper. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const invent = (): string => Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('');
/** Hashes of officers' codes predate members' codes and therefore contain only the key. */
const hashOf = ({ hash }: Pick<Engine, 'hash'>, { type, id }: AccountReference, code: string) =>
  hash(`recovery ${type === 'admin' ? id : `${type} ${id}`} ${code}`);

/** Replaces all recovery codes by ten new ones, shown once as `XXXXX-XXXXX`. */
export async function renewRecoveryCodes(
  engine: Pick<Engine, 'hash'>,
  tx: Queryable,
  who: AccountReference,
): Promise<string[]> {
  const codes = Array.from({ length: count }, invent);
  const hashes = codes.map((code) => hashOf(engine, who, code));
  await tx.query(sql`delete from auth_recovery_code where ${isOwnedByAccount(who)}`);
  await tx.query(
    sql`insert into auth_recovery_code (${ownerColumn(who)}, hash) select ${who.id}, hash from unnest(${hashes}::text[]) hash`,
  );
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Consumes a recovery code; false if it is none. */
export async function consumeRecoveryCode(
  engine: Pick<Engine, 'db' | 'hash'>,
  who: AccountReference,
  given: string,
): Promise<boolean> {
  const code = given.toUpperCase().replaceAll(/[^A-Z\d]/g, '');
  if (code.length !== 10) return false;
  const used = await engine.db.row(
    sql`delete from auth_recovery_code where ${isOwnedByAccount(who)} and hash = ${hashOf(engine, who, code)} returning 1 as used`,
  );
  return used !== undefined;
}
