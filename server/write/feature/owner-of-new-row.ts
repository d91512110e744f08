import { memberOwnerField } from '#kernel/resource/columns.ts';
import type { WriteFeature } from './write-phases.ts';

/**
 * Makes who adds a row its owner: a member, if members own rows of the resource, or with scope `own` an officer, unless
 * the form asks for the owner.
 */
export const ownerOfNewRow: WriteFeature = {
  plan({ order, resource, caller }) {
    if (order.operation !== 'add') return undefined;
    if (caller.type === 'admin') {
      const { owner, scope, fields } = resource;
      const isOwn = scope === 'own' && owner !== undefined && fields[owner]?.write === 'server';
      return isOwn ? { values: { [owner]: caller.id } } : undefined;
    }
    const owner = memberOwnerField(resource);
    return caller.type === 'member' && owner !== undefined ? { values: { [owner]: caller.id } } : undefined;
  },
};
