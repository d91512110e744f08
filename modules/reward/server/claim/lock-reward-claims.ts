import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/**
 * Serialises filing and submission of applications until the transaction ends: which tourist was claimed first, and who
 * reserved the last budget, follows that order (domain reference §2.P). Some hundreds arrive on the last day of a
 * policy; each holds the lock for milliseconds.
 */
export const lockRewardClaims = (tx: Queryable) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtext('reward claims'))`);
