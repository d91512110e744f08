import { type Sql, sql } from '#server/db/sql.ts';

/**
 * SQL for the identity of a person: the hash of the identity number, the same in all rows and roles; without a
 * number, role and row.
 */
export const crewIdentityKeySql = (row: string, role: 'driver' | 'guide'): Sql =>
  sql.raw(`coalesce(${row}.id_no->>'hash', '${role} ' || ${row}.id)`);
