import type { Move } from './lifecycle.ts';
import { type FindResource, parentOf } from './part.ts';
import { type AnyResource, memberOwner } from './resource.ts';
import { type Text, text } from './text.ts';

/** What a member is to a row: whose it is, who works on it for them, or who looks at it. */
export const roles = ['owner', 'operator', 'viewer'] as const;
export type Role = (typeof roles)[number];

export const roleLabels: Readonly<Record<Role, Text>> = {
  owner: text('负责人', 'Owner'),
  operator: text('经办人', 'Operator'),
  viewer: text('查看人', 'Viewer'),
};

/**
 * The roles that may do something, an action or a move, with rows of a resource. Where the declaration is silent, the
 * owner sees and edits, and makes the moves that are members'.
 */
export function rolesThatMay(one: AnyResource, action: string): readonly Role[] {
  const move = (one.life?.moves as Readonly<Record<string, Move>> | undefined)?.[action];
  if (move && !move.by?.includes('member')) return [];
  if (one.members)
    return roles.filter((role) => (one.members?.[role] as readonly string[] | undefined)?.includes(action));
  return memberOwner(one) !== undefined && (move || action === 'index' || action === 'edit') ? ['owner'] : [];
}

/** Whether members have anything to do with rows of a resource. */
export const isForMembers = (one: AnyResource): boolean => one.members !== undefined || memberOwner(one) !== undefined;

/** The resource by whose rows members hold these: itself, or the nearest above that has an owner. */
export function holderOf(one: AnyResource, find: FindResource): AnyResource | undefined {
  if (memberOwner(one) !== undefined) return one;
  return one.scope === 'parent' ? holderOf(parentOf(one, find), find) : undefined;
}

/** The resource that says what members do with rows: itself, or where it says nothing what they are part of. */
export const speakerOf = (one: AnyResource, find: FindResource): AnyResource =>
  isForMembers(one) || one.scope !== 'parent' ? one : speakerOf(parentOf(one, find), find);

/** The resource that names the other people rows are held by; undefined: whoever sees one as a member owns it. */
export function peopleOf(one: AnyResource, find: FindResource): AnyResource | undefined {
  const holder = holderOf(one, find);
  return holder?.people === undefined ? undefined : find(holder.people);
}

/** Throws where members hold rows by nothing, or people are named by what cannot name them. */
export function checkHolding(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources) {
    if (one.members && !holderOf(one, find)) throw new Error(`${one.name}: members hold its rows by nothing`);
    if (one.people === undefined) continue;
    const people = find(one.people);
    const fields = people?.fields ?? {};
    const named = fields.user_id !== undefined && fields.role !== undefined;
    if (!people || memberOwner(one) === undefined || parentOf(people, find) !== one || !named)
      throw new Error(`${one.name}: ${one.people} must be part of it and have user_id and role`);
  }
}
