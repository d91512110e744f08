import {
  withFieldsVisibleToMembers,
  withFieldsVisibleToPermissionHolders,
} from '#kernel/access/fields-visible-by-permission-or-role.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { isAdminArea } from './admin-or-member-area.ts';
import { can } from './session.ts';

/** A resource as visible to the signed-in user of the area. A member's role in single rows is checked by the server. */
export const withFieldsVisibleToSignedInUser = (resource: AnyResource, find: FindResource): AnyResource =>
  isAdminArea()
    ? withFieldsVisibleToPermissionHolders(resource, find, can)
    : withFieldsVisibleToMembers(resource, find);
