import { owningResourceOf, type RowHeldByMember } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import {
  chosenRowThatMemberActsFor,
  useChosenRowThatMemberActsFor,
} from '#web/session/chosen-enterprise-or-row-that-member-acts-for.ts';

/** Name of the resource whose rows own these, such as the enterprise of a licence; undefined for officers, who own nothing. */
export const owningResourceNameForMember = (resource: AnyResource): string | undefined =>
  currentArea() === 'member' ? owningResourceOf(resource, findResource)?.name : undefined;

/** The owner that a member works for now, of those they hold a role in; undefined: all of them. */
export const useRowThatMemberActsFor = (resource: AnyResource): RowHeldByMember | undefined =>
  useChosenRowThatMemberActsFor(owningResourceNameForMember(resource));

/** The same outside of components. */
export function rowThatMemberActsFor(resource: AnyResource): RowHeldByMember | undefined {
  const name = owningResourceNameForMember(resource);
  return name === undefined ? undefined : chosenRowThatMemberActsFor(name);
}
