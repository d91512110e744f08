import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/**
 * One application at a time is reported or handed in, until its transaction ends: which tourist was claimed first, and who
 * came first to what is left of a budget, is decided in that order (domain reference §2.P). Some hundreds come on the
 * last day of a policy, each held for milliseconds.
 */
export const lockClaims = (tx: Queryable) => tx.query(sql`select pg_advisory_xact_lock(hashtext('reward claims'))`);
