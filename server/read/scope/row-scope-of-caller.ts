import { declaredReferenceReach } from '#kernel/access/conditions-on-target-rows-of-reference-field.ts';
import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import { peopleResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { holdsSeveralValues, targetOf } from '#kernel/field/field.ts';
import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { fieldWithOwningMember } from '#kernel/resource/all-columns-of-resource.ts';
import { parentsOf } from '#kernel/resource/parent-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { areaPrefixesOfCaller, areaPrefixOfCaller, type Caller, coversArea } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { partOfConditionSql } from './columns-read-through-parent-row-sql.ts';
import { keysOfGroupsGrantingLess, whereWithinOwnPermissions } from './permissions-and-groups-caller-may-grant.ts';
import { ownersOnlyScope } from './row-visibility-snapshot-sql.ts';
import { heldByMember } from './rows-and-fields-readable-by-member-sql.ts';
import {
  hasOwnersStates,
  whereParentVisibleToOfficers,
  whereVisibleToOfficers,
} from './rows-visible-to-owners-only.ts';

const nothing = sql`false`;

/**
 * Condition on alias `t`: the rows of a resource that a caller may see. Undefined: all of them. The same condition
 * guards reading, writing, exporting and counting. A member sees a row in every role that may `index` it. For an
 * `action` or a move, only rows count in which the member's role may do it.
 */
export function scopeOf(resource: AnyResource, caller: Caller, find: FindResource, action = 'index'): Sql | undefined {
  const scope = scopeInAnyState(resource, caller, find, action);
  if (caller.type !== 'admin') return scope;
  // a scope through the parent excludes what is closed there
  const includesParent = scope === undefined || resource.alsoIn !== undefined;
  const conditions = [
    scope,
    whereVisibleToOfficers(resource, find),
    includesParent ? whereParentVisibleToOfficers(resource, find) : undefined,
    resource.copies ? sql`t.scope is distinct from ${ownersOnlyScope}` : undefined,
  ].filter((one) => one !== undefined);
  return conditions.length > 1 ? sql.join(conditions, ' and ') : conditions[0];
}

function scopeInAnyState(resource: AnyResource, caller: Caller, find: FindResource, action: string): Sql | undefined {
  if (caller.type === 'system' || (caller.super && resource.granted !== false)) return undefined;
  if (caller.type === 'member') return heldByMember(resource, memberRolesThatMay(resource, action), caller, find);
  if (caller.type !== 'admin') return nothing;
  switch (resource.scope) {
    case 'all':
      return resource.grants === undefined ? undefined : whereWithinOwnPermissions(resource.grants, caller, action);
    case 'own':
      return resource.owner ? sql`t.${sql.id(resource.owner)} = ${caller.id}` : nothing;
    case 'parent': {
      const above = parentsOf(resource, find);
      if (above.every((parent) => scopeInAnyState(parent, caller, find, 'index') === undefined)) return undefined;
      const ways = [
        ...above.map((parent) => partOfConditionSql(resource, parent, scopeOf(parent, caller, find))),
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

/** Accounts of the area whose groups all grant less than the caller's, and the caller's own. */
function belowOwn(resource: AnyResource, name: string, area: Sql | undefined, caller: Caller, find: FindResource): Sql {
  const groups = find(targetOf(resource.fields[name] as AnyField)?.resource ?? '');
  const lower = groups?.grants ? keysOfGroupsGrantingLess(tableOf(groups), groups.grants, caller) : nothing;
  const below = sql`(t.id = ${caller.id} or coalesce(t.${sql.id(name)}, '{}') <@ ${lower})`;
  return area ? sql`${area} and ${below}` : below;
}

/**
 * Condition on the rows whose title references may show, although the caller may not see the rows themselves: an office
 * knows its people by name.
 */
export function scopeOfReferenceTitles(
  reference: AnyField,
  target: AnyResource,
  caller: Caller,
  find: FindResource,
): Sql | undefined {
  const byArea =
    target.below !== undefined &&
    declaredReferenceReach(reference) !== 'own' &&
    caller.type === 'admin' &&
    !caller.super;
  return byArea ? withinJurisdiction('area_code', caller) : scopeOf(target, caller, find);
}

/** Conditions for rows that name further areas of their own (`alsoIn`), besides their parents' area. */
const liesAlsoIn = ({ alsoIn = [], fields }: AnyResource, caller: Caller): Sql[] =>
  alsoIn.map((name) => {
    const one = fields[name];
    if (!one || !holdsSeveralValues(one)) return withinJurisdiction(name, caller) ?? sql`true`;
    // the codes of a jurisdiction are computed once, so that an index on the list is used
    const within = withinJurisdiction('code', caller) ?? sql`true`;
    return sql`t.${sql.id(name)} && (select array_agg(t.id) from system_area t where ${within})`;
  });

/** Copies have the scope of their rows, by every area in which these were seen. */
const ofCopies = (caller: Caller, area: Sql | undefined): Sql =>
  sql`case t.scope when 'all' then true when 'own' then t.owner_id = ${caller.id}
    when 'department' then t.department_id = any(${caller.departments}::bigint[])
    else ${area ? sql`case when t.areas is null then ${area} else exists (select from unnest(t.areas) t (area_code) where ${area}) end` : sql`true`} end`;

/** The column that a caller's scope fixes to one value; null: none; undefined: there is no scope. */
export function columnFixedByScope(
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
): string | null | undefined {
  // conditions for officers do not affect the order
  if (scopeInAnyState(resource, caller, find, 'index') === undefined) return undefined;
  if (caller.type === 'member')
    return (peopleResourceOf(resource, find) ? undefined : fieldWithOwningMember(resource)) ?? null;
  if (caller.type !== 'admin' || resource.copies) return null;
  if (resource.scope === 'own') return resource.owner ?? null;
  const isOne = areaPrefixesOfCaller(caller).length === 1 && isWholeArea(areaPrefixOfCaller(caller));
  return resource.scope === 'area' && isOne ? 'area_code' : null;
}

/** Whether a single county is requested and the caller may see all of its rows, so that the scope adds nothing. */
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

/** Whether an area consists of a single code: a county, or a city without counties. */
const isWholeArea = (code: string) => /^\d{6}$/.test(code) && areaPrefix(code) === code;

/** Condition: rows in the caller's jurisdiction; undefined: everywhere. */
export function withinJurisdiction(column: string, caller: Caller): Sql | undefined {
  const areas = areaPrefixesOfCaller(caller).map((prefix) => withinArea(column, prefix));
  const conditions = areas.filter((one) => one !== undefined);
  if (conditions.length < areas.length) return undefined;
  return conditions.length === 1 ? conditions[0] : sql`(${sql.join(conditions, ' or ')})`;
}

/**
 * Condition: rows whose area code begins with a prefix. A complete code is compared by equality, for indexes on (area,
 * status, id).
 */
export function withinArea(column: string, prefix: string): Sql | undefined {
  if (prefix === '') return undefined;
  if (!/^\d{1,6}$/.test(prefix)) return nothing;
  if (prefix.length === 6) return sql`t.${sql.id(column)} = ${prefix}`;
  const next = String(Number(prefix) + 1);
  return sql`t.${sql.id(column)} >= ${prefix} and t.${sql.id(column)} < ${next}`;
}
