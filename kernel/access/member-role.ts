import type { Lifecycle, Move, State } from '../declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { type MemberRole, type Standing, standings } from '../declaration/role.ts';
import { memberOwner } from '../resource/columns.ts';
import { hasSeveralParents, parentOf } from '../resource/parent.ts';
import { type Text, text } from '../text/text.ts';

export const memberRoleLabels: Readonly<Record<MemberRole, Text>> = {
  owner: text('负责人', 'Owner'),
  operator: text('经办人', 'Operator'),
  viewer: text('查看人', 'Viewer'),
};

export const standingLabels: Readonly<Record<Standing, Text>> = {
  ...memberRoleLabels,
  onlooker: text('协办方', 'Co-organiser'),
};

/**
 * Roles of a member that may perform an action or a move on rows of a resource. Default without a declaration: the
 * owner reads and edits, and makes the moves declared for members.
 */
export function rolesThatMay(one: AnyResource, action: string): readonly Standing[] {
  const move = (one.life?.moves as Readonly<Record<string, Move>> | undefined)?.[action];
  if (move && !move.by?.includes('member')) return [];
  if (one.members)
    return standings.filter((role) => (one.members?.[role] as readonly string[] | undefined)?.includes(action));
  return holdsItself(one) && (move || action === 'index' || action === 'edit') ? ['owner'] : [];
}

/** Whether members hold the rows directly: through their owner field or their people. */
const holdsItself = (one: AnyResource): boolean => memberOwner(one) !== undefined || one.people !== undefined;

/** Whether rows are held through their parent. Rows with one of several possible parents are not. */
export const isHeldThroughParent = (one: AnyResource): boolean =>
  (one.scope === 'parent' || (one.scope === 'area' && one.partOf !== undefined)) && !hasSeveralParents(one);

/** Whether members have any access to rows of a resource. */
export const isForMembers = (one: AnyResource): boolean => one.members !== undefined || holdsItself(one);

/** The resource through whose rows members hold these: itself, or the nearest ancestor with an owner or people. */
export function owningResourceOf(one: AnyResource, find: FindResource): AnyResource | undefined {
  if (holdsItself(one)) return one;
  return isHeldThroughParent(one) ? owningResourceOf(parentOf(one, find), find) : undefined;
}

/** The resources through whose rows members hold others: a fleet, for instance, with its vehicles and their trips. */
export function owningResourcesAmong(resources: readonly AnyResource[], find: FindResource): readonly AnyResource[] {
  const above = resources.flatMap((one) => {
    const holder = rolesThatMay(one, 'index').length > 0 ? owningResourceOf(one, find) : undefined;
    return holder && holder !== one ? [holder.name] : [];
  });
  return resources.filter((one) => above.includes(one.name));
}

/** A row through which a member holds others, with the member's roles in it. */
export interface HeldRow {
  readonly id: number;
  readonly title: string;
  readonly role: MemberRole;
}

/** What a member holds through the rows of one resource. */
export interface HeldRows {
  readonly resource: string;
  /** The member's roles in any of them. */
  readonly roles: readonly MemberRole[];
  /** Sorted by title. */
  readonly list: readonly HeldRow[];
  /** There are more rows than `list` has. */
  readonly more: boolean;
}

/** The resource whose rules for members apply to the rows: itself, or its parent if it declares none. */
export const memberRulesOf = (one: AnyResource, find: FindResource): AnyResource =>
  isForMembers(one) || !isHeldThroughParent(one) ? one : memberRulesOf(parentOf(one, find), find);

/** The resource that names the people who hold the rows. Undefined: every member who sees a row owns it. */
export function peopleResourceOf(one: AnyResource, find: FindResource): AnyResource | undefined {
  const holder = owningResourceOf(one, find);
  return holder?.people === undefined ? undefined : find(holder.people);
}

/** Whether onlookers (members who do not hold the row) may see the rows or their parents. */
const isLookedOn = (one: AnyResource, find: FindResource): boolean =>
  one.seenBy !== undefined || (isHeldThroughParent(one) && isLookedOn(parentOf(one, find), find));

/** States in which people hold the row they are named for. Undefined: no life cycle, they always do. */
export const holdingStates = ({ life }: AnyResource): readonly string[] | undefined =>
  life &&
  Object.entries<State>((life as Lifecycle).states)
    .filter(([, { holds }]) => holds)
    .map(([name]) => name);

/**
 * Throws if members cannot hold the rows they have rights on, or if people are declared by fields that cannot name
 * them.
 */
export function checkMemberRoles(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources) {
    if (one.members && !owningResourceOf(one, find)) throw new Error(`${one.name}: members cannot hold its rows`);
    if (one.members?.onlooker && !isLookedOn(one, find)) throw new Error(`${one.name}: its rows have no onlookers`);
    if (one.seenBy && !rolesThatMay(one, 'index').includes('onlooker'))
      throw new Error(`${one.name}: onlookers may not see its rows`);
    if (holdingStates(one)?.length && !resources.some((each) => each.people === one.name))
      throw new Error(`${one.name}: holds is only for states of people resources`);
    if (one.people === undefined) continue;
    if (memberOwner(one) !== undefined) throw new Error(`${one.name}: it has people and cannot have an owner field`);
    const people = find(one.people);
    const fields = people?.fields ?? {};
    const named = fields.user_id !== undefined && fields.role !== undefined;
    if (!people || !isHeldThroughParent(people) || parentOf(people, find) !== one || !named)
      throw new Error(`${one.name}: ${one.people} must be part of it and have user_id and role`);
    if (holdingStates(people)?.length === 0) throw new Error(`${people.name}: it needs a state with holds`);
  }
}
