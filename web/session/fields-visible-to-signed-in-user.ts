import {
  reduceResourceToFieldsVisibleToMemberRole,
  reduceResourceToFieldsVisibleToOfficer,
} from '#kernel/access/reduce-resource-to-fields-visible-to-officer-or-member-role.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { isAdminArea } from './admin-or-member-area.ts';
import { can } from './session.ts';

/** A resource as visible to the signed-in user of the area. A member's role in single rows is checked by the server. */
export const withFieldsVisibleToSignedInUser = (resource: AnyResource, find: FindResource): AnyResource =>
  isAdminArea()
    ? reduceResourceToFieldsVisibleToOfficer(resource, find, can)
    : reduceResourceToFieldsVisibleToMemberRole(resource, find);
