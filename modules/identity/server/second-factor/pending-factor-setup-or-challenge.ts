import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';

/** Seconds a user has to scan, touch or type. */
const life = 600;

/** Pending data of a factor's setup or challenge, keyed by its session or ticket: `session 12`, `ticket …`. */
interface Draft {
  challenge: string | null;
  secret: EncryptedNumber | null;
}

/** Stores a draft, replacing an earlier one with the key. */
export async function storePendingSetupOrChallenge(
  db: Queryable,
  key: string,
  draft: { challenge?: string; secret?: EncryptedNumber },
): Promise<void> {
  await db.query(sql`insert into auth_factor_draft (key, challenge, secret, expiretime)
    values (${key}, ${draft.challenge ?? null}, ${draft.secret ? JSON.stringify(draft.secret) : null}::jsonb, now() + make_interval(secs => ${life}))
    on conflict (key) do update set challenge = excluded.challenge, secret = excluded.secret, expiretime = excluded.expiretime`);
}

/** Reads a draft without removing it: a mistyped code may be entered again. */
export const readPendingSetupOrChallenge = (db: Queryable, key: string): Promise<Draft | undefined> =>
  db.row<Draft & Record<string, unknown>>(
    sql`select challenge, secret from auth_factor_draft where key = ${key} and expiretime > now()`,
  );

/** Reads and removes a draft: a challenge is answered once. */
export const takePendingSetupOrChallenge = (db: Queryable, key: string): Promise<Draft | undefined> =>
  db.row<Draft & Record<string, unknown>>(
    sql`delete from auth_factor_draft where key = ${key} and expiretime > now() returning challenge, secret`,
  );

/** Deletes expired drafts. */
export async function purgePendingSetupsAndChallenges(db: Queryable): Promise<void> {
  await db.query('delete from auth_factor_draft where expiretime < now()');
}
