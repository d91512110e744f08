import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Caller, can } from '#server/caller.ts';

/** Whether a caller may list rows of a resource. Members have no list that the rules of their group withhold. */
export const mayListByPermissionOrUnwithheldRole = (one: AnyResource, caller: Caller): boolean =>
  caller.type === 'member'
    ? memberRolesThatMay(one, 'index').length > 0 && !caller.withheld?.has(one.name.toLowerCase())
    : can(caller, `${one.name}/index`);
