import { type Sql, sql } from '#server/db/sql.ts';

/**
 * What tells people apart, in SQL: the hash of the number of their identity card, whichever rows they are and in whatever
 * role; who has none on record is their row.
 */
export const personKey = (row: string, role: 'driver' | 'guide'): Sql =>
  sql.raw(`coalesce(${row}.id_no->>'hash', '${role} ' || ${row}.id)`);
