import { visibleByNodes, visibleToMembers } from '#kernel/access/node-visibility.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { isAdminArea } from './area.ts';
import { can } from './session.ts';

/** A resource as whoever is signed in to the area knows it. A member's role in each row is the server's to look at. */
export const visibleInArea = (resource: AnyResource, find: FindResource): AnyResource =>
  isAdminArea() ? visibleByNodes(resource, find, can) : visibleToMembers(resource, find);
