import {
  memberRoleNamesWithOnlooker,
  type RoleInRow,
  type RoleInRowOrOnlooker,
} from '../declaration/account-types-and-member-role-names.ts';
import type { Move } from '../declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { fieldWithOwningMember } from '../resource/all-columns-of-resource.ts';
import { parentOf } from '../resource/parent-resource.ts';
import { type Text, text } from '../text/text.ts';
import {
  isHeldDirectly,
  isHeldThroughParent,
  owningResourceOf,
  personStatesWithRights,
} from './rows-members-hold-directly-or-through-parent.ts';

export const roleInRowLabels: Readonly<Record<RoleInRow, Text>> = {
  owner: text('负责人', 'Owner'),
  operator: text('经办人', 'Operator'),
  viewer: text('查看人', 'Viewer'),
};

export const roleInRowOrOnlookerLabels: Readonly<Record<RoleInRowOrOnlooker, Text>> = {
  ...roleInRowLabels,
  onlooker: text('协办方', 'Co-organiser'),
};

/**
 * The member roles that may perform an action or a move on rows of a resource. If the resource declares no `members`,
 * the owner may read and edit a row and make the moves declared for members.
 */
export function memberRolesThatMay(one: AnyResource, action: string): readonly RoleInRowOrOnlooker[] {
  const move = (one.life?.moves as Readonly<Record<string, Move>> | undefined)?.[action];
  if (move && !move.by?.includes('member')) return [];
  if (one.members)
    return memberRoleNamesWithOnlooker.filter((role) =>
      (one.members?.[role] as readonly string[] | undefined)?.includes(action),
    );
  return isHeldDirectly(one) && (move || action === 'index' || action === 'edit') ? ['owner'] : [];
}

/** Whether members have any access to rows of a resource. */
export const isAccessibleToMembers = (one: AnyResource): boolean => one.members !== undefined || isHeldDirectly(one);

/**
 * Those of the resources whose rows give members their rights on rows of other resources. Example: a fleet, with its
 * vehicles and their trips.
 */
export function owningResourcesAmong(resources: readonly AnyResource[], find: FindResource): readonly AnyResource[] {
  const above = resources.flatMap((one) => {
    const holder = memberRolesThatMay(one, 'index').length > 0 ? owningResourceOf(one, find) : undefined;
    return holder && holder !== one ? [holder.name] : [];
  });
  return resources.filter((one) => above.includes(one.name));
}

/**
 * The resource whose `members` rules apply to the rows: the resource itself, or its parent resource if it declares
 * none.
 */
export const resourceWithMemberRules = (one: AnyResource, find: FindResource): AnyResource =>
  isAccessibleToMembers(one) || !isHeldThroughParent(one) ? one : resourceWithMemberRules(parentOf(one, find), find);

/** Whether onlookers (members who do not hold the row) may see these rows, or the rows they are part of. */
const isLookedOn = (one: AnyResource, find: FindResource): boolean =>
  one.seenBy !== undefined || (isHeldThroughParent(one) && isLookedOn(parentOf(one, find), find));

/**
 * Throws if a resource gives rights to members who cannot hold its rows, or if its `people` resource lacks the fields
 * that name a member.
 */
export function checkMemberAccess(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources) {
    if (one.members && !owningResourceOf(one, find)) throw new Error(`${one.name}: members cannot hold its rows`);
    if (one.members?.onlooker && !isLookedOn(one, find)) throw new Error(`${one.name}: its rows have no onlookers`);
    if (one.seenBy && !memberRolesThatMay(one, 'index').includes('onlooker'))
      throw new Error(`${one.name}: onlookers may not see its rows`);
    if (personStatesWithRights(one)?.length && !resources.some((each) => each.people === one.name))
      throw new Error(`${one.name}: holds is only for states of people resources`);
    if (one.people === undefined) continue;
    if (fieldWithOwningMember(one) !== undefined)
      throw new Error(`${one.name}: it has people and cannot have an owner field`);
    const people = find(one.people);
    const fields = people?.fields ?? {};
    const named = fields.user_id !== undefined && fields.role !== undefined;
    if (!people || !isHeldThroughParent(people) || parentOf(people, find) !== one || !named)
      throw new Error(`${one.name}: ${one.people} must be part of it and have user_id and role`);
    if (personStatesWithRights(people)?.length === 0) throw new Error(`${people.name}: it needs a state with holds`);
  }
}
