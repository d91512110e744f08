import type { FindResource } from '#kernel/declaration/resource.ts';
import { scopeResourceOf } from '#kernel/resource/parent.ts';
import { type Caller, can, coversArea } from '#server/caller.ts';
import { ownersOnly } from '#server/read/scope/owners-only.ts';
import type { DeliverableEvent } from './relay.ts';

/**
 * Whether a caller may hear of a fact. An officer: they could find the row in their list, by the same scope that guards
 * reading (read/scope/scope.ts), and nothing of what is its owner's alone. A member: it is about a row that is theirs. Of a job its owner alone.
 */
export function mayReceiveEvent(caller: Caller, event: DeliverableEvent, find: FindResource): boolean {
  if (event.resource === 'job') return event.payload.owner_type === caller.type && event.payload.owner_id === caller.id;
  if (caller.type === 'member') return event.owner_id === caller.id || event.people?.includes(caller.id) === true;
  if (caller.type !== 'admin' || event.payload[ownersOnly] === true) return false;
  const resource = find(event.resource);
  // what is about no declared resource and names an officer is told to them alone
  if (!resource && event.admin_id !== null) return event.admin_id === caller.id;
  // what no group grants is everybody's own, and nobody else's
  if (resource?.granted === false) return event.admin_id === caller.id;
  if (!can(caller, `${event.resource}/index`)) return false;
  if (caller.super) return true;
  if (resource?.below !== undefined) return false; // who stands above whom is not said by the fact
  if (event.areas?.some((area) => coversArea(caller, area))) return true;
  switch (resource && scopeResourceOf(resource, find).scope) {
    case 'all':
      return resource?.grants === undefined; // who holds what it grants is not said by the fact
    case 'own':
      return event.admin_id !== null && event.admin_id === caller.id;
    case 'department':
      return event.department_id !== null && caller.departments.includes(event.department_id);
    case 'area':
      return coversArea(caller, event.areas ? '' : (event.area_code ?? ''));
    default:
      return false; // nothing that is listed
  }
}
