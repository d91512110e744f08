import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { type Caller, can } from '#server/caller.ts';

/**
 * Whether a caller may list rows of a resource: an officer by the permission node or because the rows are the officer's
 * own, a member in some role.
 */
export const mayList = (resource: AnyResource, caller: Caller): boolean =>
  caller.type === 'member'
    ? memberRolesThatMay(resource, 'index').length > 0
    : (resource.granted === false && standardActionsOf(resource).includes('index')) ||
      can(caller, `${resource.name}/index`);

/** Whether a caller may list rows, and the rules of their member group do not withhold the list from them. */
export const mayListUnlessWithheldFromMemberGroup = (resource: AnyResource, caller: Caller): boolean =>
  mayList(resource, caller) && !caller.withheld?.has(resource.name.toLowerCase());
