import type { RoleInRowOrOnlooker } from '../declaration/account-types-and-member-role-names.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import {
  declarationVisibleToCaller,
  type PermissionHeldInRows,
  permissionNodesOfFields,
} from '../resource/declaration-visible-to-caller.ts';
import { hasSeveralParents, parentOf } from '../resource/parent-resource.ts';
import { permissionNodesOf } from '../resource/permission-nodes.ts';
import { memberRolesThatMay, resourceWithMemberRules } from './member-rights-by-role.ts';
import { peopleResourceOf } from './rows-members-hold-directly-or-through-parent.ts';

const own = new WeakMap<AnyResource, ReadonlySet<string>>();

/** Names of the actions for which the resource itself has permission nodes. */
function ownActions(resource: AnyResource): ReadonlySet<string> {
  let actions = own.get(resource);
  if (!actions) {
    actions = new Set(permissionNodesOf(resource).map(({ action }) => action));
    own.set(resource, actions);
  }
  return actions;
}

/**
 * The resource to which a permission node named by a field (`reads`, `writes`) belongs: the resource itself, or its
 * nearest ancestor that has a node of this name. Undefined: none has.
 */
export function resourceOwningPermissionNode(
  resource: AnyResource,
  node: string,
  find: FindResource,
): AnyResource | undefined {
  if (ownActions(resource).has(node)) return resource;
  if (resource.partOf === undefined || hasSeveralParents(resource)) return undefined;
  return resourceOwningPermissionNode(parentOf(resource, find), node, find);
}

/**
 * The resource reduced to the fields that an officer may see. `holds` says whether the officer has a permission node,
 * such as `enterprise/licence/edit`.
 */
export const reduceResourceToFieldsVisibleToOfficer = (
  resource: AnyResource,
  find: FindResource,
  holds: (node: string) => boolean,
): AnyResource =>
  declarationVisibleToCaller(resource, (node) => {
    const owner = resourceOwningPermissionNode(resource, node, find);
    return owner && holds(`${owner.name}/${node}`) ? 'all' : 'none';
  });

/**
 * The resource reduced to the fields that a member may see: in the given role, without any role (`null`), or in at
 * least one role (no `role`). The resource's `members` says which role has which permission node.
 */
export const reduceResourceToFieldsVisibleToMemberRole = (
  resource: AnyResource,
  find: FindResource,
  role?: RoleInRowOrOnlooker | null,
): AnyResource =>
  declarationVisibleToCaller(resource, (node): PermissionHeldInRows => {
    const owner = resourceOwningPermissionNode(resource, node, find);
    const holding = owner ? memberRolesThatMay(resourceWithMemberRules(owner, find), node) : [];
    if (role !== undefined) return role !== null && holding.includes(role) ? 'all' : 'none';
    const seeing: readonly RoleInRowOrOnlooker[] = peopleResourceOf(resource, find)
      ? memberRolesThatMay(resourceWithMemberRules(resource, find), 'index')
      : ['owner'];
    const some = seeing.some((one) => holding.includes(one));
    return !some ? 'none' : seeing.every((one) => holding.includes(one)) ? 'all' : 'some';
  });

/** Throws if a field names a permission node that neither its resource nor any ancestor has. */
export function checkPermissionNodesOfFields(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources)
    for (const node of permissionNodesOfFields(one))
      if (!resourceOwningPermissionNode(one, node, find)) throw new Error(`${one.name}: there is no node ${node}`);
}
