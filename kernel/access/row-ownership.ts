import type { Lifecycle, State } from '../declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import type { RoleInRow } from '../declaration/role-in-row.ts';
import { memberOwner } from '../resource/columns.ts';
import { hasSeveralParents, parentOf } from '../resource/parent.ts';

/** Whether members hold the rows directly: through their owner field or their people. */
export const isHeldDirectly = (one: AnyResource): boolean => memberOwner(one) !== undefined || one.people !== undefined;

/** Whether rows are held through their parent. Rows with one of several possible parents are not. */
export const isHeldThroughParent = (one: AnyResource): boolean =>
  (one.scope === 'parent' || (one.scope === 'area' && one.partOf !== undefined)) && !hasSeveralParents(one);

/** The resource through whose rows members hold these: itself, or the nearest ancestor with an owner or people. */
export function owningResourceOf(one: AnyResource, find: FindResource): AnyResource | undefined {
  if (isHeldDirectly(one)) return one;
  return isHeldThroughParent(one) ? owningResourceOf(parentOf(one, find), find) : undefined;
}

/** A row through which a member holds others, with the member's roles in it. */
export interface HeldRow {
  readonly id: number;
  readonly title: string;
  readonly role: RoleInRow;
}

/** What a member holds through the rows of one resource. */
export interface HeldRows {
  readonly resource: string;
  /** The member's roles in any of them. */
  readonly roles: readonly RoleInRow[];
  /** Sorted by title. */
  readonly list: readonly HeldRow[];
  /** There are more rows than `list` has. */
  readonly more: boolean;
}

/** The resource that names the people who hold the rows. Undefined: every member who sees a row owns it. */
export function peopleResourceOf(one: AnyResource, find: FindResource): AnyResource | undefined {
  const holder = owningResourceOf(one, find);
  return holder?.people === undefined ? undefined : find(holder.people);
}

/** States in which people hold the row they are named for. Undefined: no life cycle, they always do. */
export const holdingStates = ({ life }: AnyResource): readonly string[] | undefined =>
  life &&
  Object.entries<State>((life as Lifecycle).states)
    .filter(([, { holds }]) => holds)
    .map(([name]) => name);
