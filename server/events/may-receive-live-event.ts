import type { FindResource } from '#kernel/declaration/resource.ts';
import { isEventOfConcealedMove } from '#kernel/resource/domain-events-of-resource.ts';
import { scopeResourceOf } from '#kernel/resource/parent-resource.ts';
import { type Caller, can, coversArea } from '#server/caller.ts';
import { ownersOnly } from '#server/read/scope/rows-visible-to-owners-only.ts';
import type { DeliverableEvent } from './live-event-relay.ts';

/**
 * Whether a caller may receive an event. An officer may if they could find the row in their list: the same scope
 * applies as in reading (row-scope-of-caller.ts), and rows that only their owners see are left out. A member may if the
 * row is theirs. Events of a job go to its owner only.
 */
export function mayReceiveLiveEvent(caller: Caller, event: DeliverableEvent, find: FindResource): boolean {
  if (event.resource === 'job') return event.payload.owner_type === caller.type && event.payload.owner_id === caller.id;
  if (caller.type === 'member') {
    const concerned = find(event.resource);
    if (concerned && isEventOfConcealedMove(concerned, event.name)) return false;
    return event.owner_id === caller.id || event.people?.includes(caller.id) === true;
  }
  if (caller.type !== 'admin' || event.payload[ownersOnly] === true) return false;
  const resource = find(event.resource);
  // an event about no declared resource that names an officer goes to that officer only
  if (!resource && event.admin_id !== null) return event.admin_id === caller.id;
  // rows that no group grants belong to one officer and are seen by nobody else
  if (resource?.granted === false) return event.admin_id === caller.id;
  if (!can(caller, `${event.resource}/index`)) return false;
  if (caller.super) return true;
  if (resource?.below !== undefined) return false; // the event does not say which group is above which
  if (event.areas?.some((area) => coversArea(caller, area))) return true;
  switch (resource && scopeResourceOf(resource, find).scope) {
    case 'all':
      return resource?.grants === undefined; // the event does not say who holds what the row grants
    case 'own':
      return event.admin_id !== null && event.admin_id === caller.id;
    case 'department':
      return event.department_id !== null && caller.departments.includes(event.department_id);
    case 'area':
      return coversArea(caller, event.areas ? '' : (event.area_code ?? ''));
    default:
      return false; // the resource has no list
  }
}
