import { fieldWithOwningMember } from '#kernel/resource/all-columns-of-resource.ts';
import type { WriteFeature } from './write-phase-and-feature-types.ts';

/**
 * Makes the person who adds a row its owner, unless the form asks for the owner: a member if members own rows of the
 * resource, or an officer with scope `own`.
 */
export const setOwnerOfNewRow: WriteFeature = {
  plan({ order, resource, caller }) {
    if (order.operation !== 'add') return undefined;
    if (caller.type === 'admin') {
      const { owner, scope, fields } = resource;
      const isOwn = scope === 'own' && owner !== undefined && fields[owner]?.write === 'server';
      return isOwn ? { values: { [owner]: caller.id } } : undefined;
    }
    const owner = fieldWithOwningMember(resource);
    return caller.type === 'member' && owner !== undefined ? { values: { [owner]: caller.id } } : undefined;
  },
};
