import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { isOwnedBy, type Subject } from './subject.ts';
import { endSessions } from './token.ts';

/** Ends sign-ins that still owe a step, so that nothing begun before a reset lets in after it; but for one, by its hash. */
export async function endPendingSignIns(tx: Queryable, who: Subject, except = ''): Promise<void> {
  await tx.query(sql`delete from auth_sign_in where ${isOwnedBy(who)} and hash <> ${except}`);
  if (who.type === 'admin') await tx.query(sql`delete from auth_oidc_flow where admin_id = ${who.id}`);
}

/**
 * Ends every way in that somebody has besides what they are given anew: sessions, sign-ins under way, identities of a
 * provider. For a reset by somebody else, who cannot know which of them were still the owner's.
 */
export async function revokeAccess(tx: Queryable, who: Subject): Promise<number> {
  await endPendingSignIns(tx, who);
  if (who.type === 'admin') await tx.query(sql`delete from auth_identity where admin_id = ${who.id}`);
  return (await endSessions(tx, who)).length;
}
