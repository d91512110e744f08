import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Sealed } from '#server/encryption.ts';

/** Seconds one has to scan, touch or type. */
const life = 600;

/** What a factor being set up or asked for waits with, by whose it is: `session 12`, `ticket …`. */
interface Draft {
  challenge: string | null;
  secret: Sealed | null;
}

/** Keeps it; what was begun before under the key is gone. */
export async function storeDraft(
  db: Queryable,
  key: string,
  draft: { challenge?: string; secret?: Sealed },
): Promise<void> {
  await db.query(sql`insert into auth_factor_draft (key, challenge, secret, expiretime)
    values (${key}, ${draft.challenge ?? null}, ${draft.secret ? JSON.stringify(draft.secret) : null}::jsonb, now() + make_interval(secs => ${life}))
    on conflict (key) do update set challenge = excluded.challenge, secret = excluded.secret, expiretime = excluded.expiretime`);
}

/** Reads it and leaves it there: a mistyped first code may be typed again. */
export const readDraft = (db: Queryable, key: string): Promise<Draft | undefined> =>
  db.row<Draft & Record<string, unknown>>(
    sql`select challenge, secret from auth_factor_draft where key = ${key} and expiretime > now()`,
  );

/** Takes it away: a challenge is answered once. */
export const takeDraft = (db: Queryable, key: string): Promise<Draft | undefined> =>
  db.row<Draft & Record<string, unknown>>(
    sql`delete from auth_factor_draft where key = ${key} and expiretime > now() returning challenge, secret`,
  );

/** Removes what nobody can finish any more: drafts, and sign-ins under way. */
export async function purgeDrafts(db: Queryable): Promise<void> {
  await db.query('delete from auth_factor_draft where expiretime < now()');
  await db.query('delete from auth_sign_in where expiretime < now()');
  await db.query('delete from auth_oidc_flow where expiretime < now()');
}
