import { memberOwner } from '#kernel/resource/columns.ts';
import type { WriteFeature } from './write-phases.ts';

/** Makes the member who adds a row its owner, if members own rows of the resource. */
export const ownerOfNewRow: WriteFeature = {
  plan({ order, resource, caller }) {
    const owner = memberOwner(resource);
    if (order.operation !== 'add' || caller.type !== 'member' || owner === undefined) return undefined;
    return { values: { [owner]: caller.id } };
  },
};
