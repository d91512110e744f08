import { scopeResourceOf } from '#kernel/resource/parent-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { areaPrefixOfCaller, type Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { heldByMemberText } from './members-who-hold-row-sql.ts';
import { scopeOf } from './row-scope-of-caller.ts';

type Declared = Pick<Engine, 'resources' | 'find'>;

/**
 * Condition on alias `m`: members who hold rows in the caller's jurisdiction. Officers for the whole country see all
 * members.
 */
export function membersInJurisdiction({ resources, find }: Declared, caller: Caller): Sql {
  if (areaPrefixOfCaller(caller) === '') return sql`true`;
  const held = resources.flatMap((resource) => {
    const holds = heldByMemberText(resource, find, { member: 'm.id' });
    const scope = scopeResourceOf(resource, find).scope === 'area' && scopeOf(resource, caller, find);
    return holds && scope
      ? [sql`exists (select from ${sql.id(tableOf(resource))} t where ${sql.raw(holds)} and ${scope})`]
      : [];
  });
  return held.length > 0 ? sql`(${sql.join(held, ' or ')})` : sql`false`;
}

/**
 * Condition on alias `m`: members whose sign-in, status and balances the caller may change. Since this amounts to
 * acting for what they hold, the caller must be an officer of an area in which they hold rows. Any officer may do it
 * for members who hold nothing.
 */
export function membersAdministeredBy({ resources, find }: Declared, caller: Caller): Sql {
  const held = resources.flatMap((resource) => {
    const holds = heldByMemberText(resource, find, { member: 'm.id' });
    return holds && scopeResourceOf(resource, find).scope === 'area'
      ? [sql`exists (select from ${sql.id(tableOf(resource))} t where ${sql.raw(holds)})`]
      : [];
  });
  const inside = membersInJurisdiction({ resources, find }, caller);
  return held.length > 0 ? sql`(${inside} or not (${sql.join(held, ' or ')}))` : sql`true`;
}
