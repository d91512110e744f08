import { peopleResourceOf, rolesThatMay } from '#kernel/access/member-role.ts';
import { reachOf } from '#kernel/access/reference-targets.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { holdsSeveral, targetOf } from '#kernel/field/field.ts';
import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { memberOwner } from '#kernel/resource/columns.ts';
import { tableOf } from '#kernel/resource/names.ts';
import { parentsOf } from '#kernel/resource/parent.ts';
import { type Caller, callerPrefix, callerPrefixes, coversArea } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownersScope } from './audience-columns.ts';
import { heldByMember } from './member-scope.ts';
import { hasOwnersStates, openInParent, openToOfficers } from './owners-only.ts';
import { wherePartOf } from './parent-row.ts';
import { groupsGrantingLess, withinOwnPermissions } from './permission-scope.ts';

const nothing = sql`false`;

/**
 * The rows of a resource a caller may see, as a condition on alias `t`; undefined: all of them. The same predicate
 * guards reading, writing, exporting and counting. A member sees a row in any role that may `index` it, and may do more
 * with those they hold in a role that may do it: `action`, an action or a move.
 */
export function scopeOf(resource: AnyResource, caller: Caller, find: FindResource, action = 'index'): Sql | undefined {
  const scope = scopeInAnyState(resource, caller, find, action);
  if (caller.type !== 'admin') return scope;
  // where the scope is that of the row above, what is closed there is left out with it
  const includesParent = scope === undefined || resource.alsoIn !== undefined;
  const conditions = [
    scope,
    openToOfficers(resource, find),
    includesParent ? openInParent(resource, find) : undefined,
    resource.copies ? sql`t.scope is distinct from ${ownersScope}` : undefined,
  ].filter((one) => one !== undefined);
  return conditions.length > 1 ? sql.join(conditions, ' and ') : conditions[0];
}

function scopeInAnyState(resource: AnyResource, caller: Caller, find: FindResource, action: string): Sql | undefined {
  if (caller.type === 'system' || (caller.super && resource.granted !== false)) return undefined;
  if (caller.type === 'member') return heldByMember(resource, rolesThatMay(resource, action), caller, find);
  if (caller.type !== 'admin') return nothing;
  switch (resource.scope) {
    case 'all':
      return resource.grants === undefined ? undefined : withinOwnPermissions(resource.grants, caller, action);
    case 'own':
      return resource.owner ? sql`t.${sql.id(resource.owner)} = ${caller.id}` : nothing;
    case 'parent': {
      const above = parentsOf(resource, find);
      if (above.every((parent) => scopeInAnyState(parent, caller, find, 'index') === undefined)) return undefined;
      const ways = [
        ...above.map((parent) => wherePartOf(resource, parent, scopeOf(parent, caller, find))),
        ...liesAlsoIn(resource, caller),
      ];
      return ways.length === 1 ? ways[0] : sql`(${sql.join(ways, ' or ')})`;
    }
    case 'department':
      return sql`t.department_id = any(${caller.departments}::bigint[])`;
    case 'area': {
      const area = withinJurisdiction('area_code', caller);
      if (resource.below !== undefined) return belowOwn(resource, resource.below, area, caller, find);
      return resource.copies ? ofCopies(caller, area) : area;
    }
  }
}

/** Accounts of the area whose groups all stand below the caller's, and the caller's own. */
function belowOwn(resource: AnyResource, name: string, area: Sql | undefined, caller: Caller, find: FindResource): Sql {
  const groups = find(targetOf(resource.fields[name] as AnyField)?.resource ?? '');
  const lower = groups?.grants ? groupsGrantingLess(tableOf(groups), groups.grants, caller) : nothing;
  const below = sql`(t.id = ${caller.id} or coalesce(t.${sql.id(name)}, '{}') <@ ${lower})`;
  return area ? sql`${area} and ${below}` : below;
}

/**
 * The rows a reference names them by alone, where what it refers to has to stand `below` whoever deals with it: an office
 * knows its people by name, whoever stands above whom.
 */
export function scopeOfNames(
  reference: AnyField,
  target: AnyResource,
  caller: Caller,
  find: FindResource,
): Sql | undefined {
  const byArea = target.below !== undefined && reachOf(reference) !== 'own' && caller.type === 'admin' && !caller.super;
  return byArea ? withinJurisdiction('area_code', caller) : scopeOf(target, caller, find);
}

/** Rows that say themselves that they lie in an area of the caller's, beside where what they are part of lies. */
const liesAlsoIn = ({ alsoIn = [], fields }: AnyResource, caller: Caller): Sql[] =>
  alsoIn.map((name) => {
    const one = fields[name];
    if (!one || !holdsSeveral(one)) return withinJurisdiction(name, caller) ?? sql`true`;
    // the codes of a jurisdiction are looked up once, so that an index on the list serves
    const within = withinJurisdiction('code', caller) ?? sql`true`;
    return sql`t.${sql.id(name)} && (select array_agg(t.id) from system_area t where ${within})`;
  });

/** Copies are judged as the rows they are of, by every area these were seen in. */
const ofCopies = (caller: Caller, area: Sql | undefined): Sql =>
  sql`case t.scope when 'all' then true when 'own' then t.owner_id = ${caller.id}
    when 'department' then t.department_id = any(${caller.departments}::bigint[])
    else ${area ? sql`case when t.areas is null then ${area} else exists (select from unnest(t.areas) t (area_code) where ${area}) end` : sql`true`} end`;

/** The column that the scope of a caller fixes to one value; null: it fixes none; undefined: there is no scope. */
export function columnFixedByScope(
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
): string | null | undefined {
  // what is closed to officers is left out of any order
  if (scopeInAnyState(resource, caller, find, 'index') === undefined) return undefined;
  if (caller.type === 'member') return (peopleResourceOf(resource, find) ? undefined : memberOwner(resource)) ?? null;
  if (caller.type !== 'admin' || resource.copies) return null;
  if (resource.scope === 'own') return resource.owner ?? null;
  const isOne = callerPrefixes(caller).length === 1 && isWholeArea(callerPrefix(caller));
  return resource.scope === 'area' && isOne ? 'area_code' : null;
}

/** Whether the rows of one county are asked for, and the caller may see all of them: then the scope adds nothing. */
export function coversCounty(resource: AnyResource, caller: Caller, area: string): boolean {
  return (
    resource.scope === 'area' &&
    !resource.copies &&
    !hasOwnersStates(resource) &&
    resource.below === undefined &&
    caller.type === 'admin' &&
    isWholeArea(area) &&
    coversArea(caller, area)
  );
}

/** Whether the rows of an area are those of one code: of a county, or of a city without counties. */
const isWholeArea = (code: string) => /^\d{6}$/.test(code) && areaPrefix(code) === code;

/** Rows in the areas a caller acts for; undefined: everywhere. */
export function withinJurisdiction(column: string, caller: Caller): Sql | undefined {
  const areas = callerPrefixes(caller).map((prefix) => withinArea(column, prefix));
  const conditions = areas.filter((one) => one !== undefined);
  if (conditions.length < areas.length) return undefined;
  return conditions.length === 1 ? conditions[0] : sql`(${sql.join(conditions, ' or ')})`;
}

/** Rows whose area code begins with a prefix. A whole code is an equality, so that (area, status, id) indexes serve it. */
export function withinArea(column: string, prefix: string): Sql | undefined {
  if (prefix === '') return undefined;
  if (!/^\d{1,6}$/.test(prefix)) return nothing;
  if (prefix.length === 6) return sql`t.${sql.id(column)} = ${prefix}`;
  const next = String(Number(prefix) + 1);
  return sql`t.${sql.id(column)} >= ${prefix} and t.${sql.id(column)} < ${next}`;
}
