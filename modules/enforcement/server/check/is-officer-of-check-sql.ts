import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Whether the caller is one of the officers of a check, as a condition. */
export const isOfficerOfCheck = (
  { type, id }: Pick<Caller, 'type' | 'id'>,
  check: Sql,
): Sql => sql`(${type === 'admin'} and exists (
  select from enforcement_check_officer o join library_officer f on f.id = o.officer_id where o.check_id = ${check} and f.admin_id = ${id}))`;
