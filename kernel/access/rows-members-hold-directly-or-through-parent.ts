import type { RoleInRow } from '../declaration/account-types-and-member-role-names.ts';
import type { Lifecycle, State } from '../declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { fieldWithOwningMember } from '../resource/all-columns-of-resource.ts';
import { hasSeveralParents, parentOf } from '../resource/parent-resource.ts';

/** Whether members hold the rows directly: the row has an owner field, or a `people` resource. */
export const isHeldDirectly = (one: AnyResource): boolean =>
  fieldWithOwningMember(one) !== undefined || one.people !== undefined;

/** Whether members hold the rows through the parent row. Never for rows whose parent can be of several resources. */
export const isHeldThroughParent = (one: AnyResource): boolean =>
  (one.scope === 'parent' || (one.scope === 'area' && one.partOf !== undefined)) && !hasSeveralParents(one);

/**
 * The resource whose owner or people hold the rows: the resource itself, or its nearest ancestor that has either.
 * Undefined: members cannot hold the rows.
 */
export function owningResourceOf(one: AnyResource, find: FindResource): AnyResource | undefined {
  if (isHeldDirectly(one)) return one;
  return isHeldThroughParent(one) ? owningResourceOf(parentOf(one, find), find) : undefined;
}

/** A row that a member holds, with the member's role in it. */
export interface RowHeldByMember {
  readonly id: number;
  readonly title: string;
  readonly role: RoleInRow;
}

/** What a member holds through the rows of one resource. */
export interface RowsHeldByMember {
  readonly resource: string;
  /** The member's roles in any of them. */
  readonly roles: readonly RoleInRow[];
  /** Sorted by title. */
  readonly list: readonly RowHeldByMember[];
  /** Whether `list` was cut off. */
  readonly more: boolean;
}

/**
 * The resource whose rows name the people who hold these rows. Undefined: there is none, so that every member who may
 * see a row is its owner.
 */
export function peopleResourceOf(one: AnyResource, find: FindResource): AnyResource | undefined {
  const holder = owningResourceOf(one, find);
  return holder?.people === undefined ? undefined : find(holder.people);
}

/**
 * The states of a people resource in which a person has the rights of the role. Undefined: the resource has no life
 * cycle, so the person always has them.
 */
export const personStatesWithRights = ({ life }: AnyResource): readonly string[] | undefined =>
  life &&
  Object.entries<State>((life as Lifecycle).states)
    .filter(([, { holds }]) => holds)
    .map(([name]) => name);
