import {
  declaredReferenceReach,
  targetConditionsOfReference,
} from '#kernel/access/conditions-on-target-rows-of-reference-field.ts';
import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import { owningResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { targetOf } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { inForceDateFieldOfCitation, isCitationField } from '#kernel/version/fields-citing-published-version-of-row.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { scopeOf, withinJurisdiction } from '../scope/row-scope-of-caller.ts';
import { heldByMember, parentsHeldByMember } from '../scope/rows-and-fields-readable-by-member-sql.ts';
import { ownersOnlyText } from '../scope/rows-visible-to-owners-only.ts';
import { compileDeclaredConditions } from './compile-column-conditions-to-sql.ts';
import { whereCitable } from './version-in-force-sql.ts';

/**
 * Condition on rows of the target (alias `t`): a reference may point at them when this caller adds or edits. Undefined:
 * at all rows. Pickers and imports use it. For a reference to one of several resources, call it for each of them. `day`
 * is the day for which a citation is made (`cites: { on }`).
 */
export function whereReferenceMayPointTo(
  field: AnyField,
  of: AnyResource,
  caller: Caller,
  find: FindResource,
  action: string,
  target = find(targetOf(field)?.resource ?? ''),
  day?: string,
): Sql | undefined {
  const within = whereWithinReachOfReference(field, of, caller, find, action, target);
  if (!target || !isCitationField(field)) return within;
  const published = whereCitable(target, find, inForceDateFieldOfCitation(field) === undefined ? undefined : day);
  return within ? sql`${within} and ${published}` : published;
}

/**
 * The same without the conditions for a citation, so that its check can say what is wrong with a row that is within
 * reach.
 */
export function whereWithinReachOfReference(
  field: AnyField,
  of: AnyResource,
  caller: Caller,
  find: FindResource,
  action: string,
  target = find(targetOf(field)?.resource ?? ''),
): Sql | undefined {
  if (!target || caller.type === 'guest') return sql`false`;
  const within = withoutOwners(rowsWithin(field, of, caller, find, action, target), field, caller, find, target);
  const among = compileDeclaredConditions(
    target,
    toListConditions(targetConditionsOfReference(field), shanghaiToday()),
  );
  return among.length === 0 ? within : sql.join([...(within ? [within] : []), ...among], ' and ');
}

/**
 * Excludes rows that only their owners may see (`ownersOnly`), whatever the reach of the reference, because pickers
 * must not disclose drafts that lists do not show. Scopes exclude such rows by themselves.
 */
function withoutOwners(
  within: Sql | undefined,
  field: AnyField,
  caller: Caller,
  find: FindResource,
  target: AnyResource,
): Sql | undefined {
  const closed =
    caller.type === 'system' || declaredReferenceReach(field) === 'own' ? undefined : ownersOnlyText(target, find);
  if (closed === undefined) return within;
  const own = caller.type === 'member' ? scopeOf(target, caller, find) : undefined;
  const open = own ? sql`(not ${sql.raw(closed)} or ${own})` : sql`not ${sql.raw(closed)}`;
  return within ? sql`${within} and ${open}` : open;
}

function rowsWithin(
  field: AnyField,
  of: AnyResource,
  caller: Caller,
  find: FindResource,
  action: string,
  target: AnyResource,
): Sql | undefined {
  const above = of.partOf !== undefined && of.fields[of.partOf] === field;
  if (above) {
    const held = parentsHeldByMember(of, action, caller, find);
    if (held) return held;
    // the parent may be in another area than the row itself
    if (of.scope === 'parent') return scopeOf(target, caller, find);
  }
  switch (declaredReferenceReach(field)) {
    case 'all':
      return undefined;
    case 'area':
      return caller.type === 'member' ? whereHeld(of, caller, find, action) : withinJurisdiction('area_code', caller);
    case 'own':
      return scopeOf(target, caller, find);
  }
}

/** The areas in which a member holds what this resource is, or is part of. */
function whereHeld(of: AnyResource, caller: Caller, find: FindResource, action: string): Sql {
  const holder = owningResourceOf(of, find);
  if (!holder || !Object.hasOwn(holder.fields, 'area_code')) return sql`false`;
  const held = heldByMember(holder, memberRolesThatMay(of, action), caller, find);
  return sql`t.area_code in (select t.area_code from ${sql.id(tableOf(holder))} t where ${held})`;
}
