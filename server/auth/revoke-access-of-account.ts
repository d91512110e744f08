import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { AccountReference } from './account-reference.ts';
import { endSessions } from './start-refresh-and-end-sessions-by-token.ts';
import { providerSignInTicket, signInHolder, signInTicket } from './ticket-between-sign-in-steps.ts';

/**
 * Ends incomplete sign-ins, so that none begun before a reset can be completed after it. `except`: the ticket of one
 * that stays.
 */
export async function endPendingSignIns(tx: Queryable, who: AccountReference, except?: string): Promise<void> {
  await signInTicket.revoke(tx, signInHolder(who), except);
  await providerSignInTicket.revoke(tx, signInHolder(who));
}

/**
 * Ends all access of an account except its new password: sessions, incomplete sign-ins, identities of a provider. For a
 * reset by somebody else, who cannot know which of them belong to the owner.
 */
export async function revokeAccess(tx: Queryable, who: AccountReference): Promise<number> {
  await endPendingSignIns(tx, who);
  if (who.type === 'admin') await tx.query(sql`delete from auth_identity where admin_id = ${who.id}`);
  return (await endSessions(tx, who)).length;
}
