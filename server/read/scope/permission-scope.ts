import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** The groups a caller is in, or the one they look at the back office as. */
const groupsOf = ({ id, viewing }: Caller): Sql =>
  viewing === undefined
    ? sql`select g.* from auth_admin a join auth_group g on g.id = any(a.group_arr) where a.id = ${id}`
    : sql`select g.* from auth_group g where g.id = ${viewing}`;

/**
 * Of what grants something (`grants` of a resource), the rows that concern a caller who is not super, as a condition on
 * alias `t`: rules they hold, in use or not, groups they are in, and groups that grant a true part of what they hold
 * (wire contract §2.7). What is written to a group is judged by what it grants then, in its hooks, which say what is lacking.
 */
export function withinOwnPermissions(
  grants: NonNullable<AnyResource['grants']>,
  caller: Caller,
  action = 'index',
): Sql | undefined {
  const held = heldBy(caller);
  if (grants === 'id') return sql`t.id = any(${held})`;
  if (action !== 'index') return undefined;
  return sql`(t.id in (select o.id from (${groupsOf(caller)}) o) or ${isTruePart(sql`t.${sql.id(grants)}`, held)})`;
}

/** The keys of the rules a caller who is not super holds. */
const heldBy = (caller: Caller): Sql =>
  sql`array(select unnest(o.rules) from (${groupsOf(caller)}) o where o.status = '1')`;

const isTruePart = (rules: Sql, held: Sql): Sql => sql`(${rules} <@ ${held} and not ${held} <@ ${rules})`;

/** The keys of the groups that grant a true part of what a caller holds, looked up once for all rows. */
export const groupsGrantingLess = (table: string, grants: NonNullable<AnyResource['grants']>, caller: Caller): Sql =>
  sql`array(select g.id from ${sql.id(table)} g where ${isTruePart(sql`g.${sql.id(grants)}`, heldBy(caller))})`;
