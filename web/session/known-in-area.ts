import type { FindResource } from '#kernel/part.ts';
import { knownByMembers, knownByNodes } from '#kernel/reader.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { isAdminArea } from './area.ts';
import { can } from './session.ts';

/** A resource as whoever is signed in to the area knows it. A member's role in each row is the server's to look at. */
export const knownInArea = (resource: AnyResource, find: FindResource): AnyResource =>
  isAdminArea() ? knownByNodes(resource, find, can) : knownByMembers(resource, find);
