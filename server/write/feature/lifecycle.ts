import { memberOwner } from '#kernel/resource/columns.ts';
import type { WriteFeature } from './phases.ts';

/** The state of a row: that its move leads to, or the initial one. */
export const lifecycle: WriteFeature = {
  plan: ({ order, resource: { life } }) => ({
    columns({ to, values }): Record<string, unknown> {
      if (to) return { status: to };
      return order.operation === 'add' && life ? { status: values.status ?? life.initial } : {};
    },
  }),
};

/** A member who adds a row of a resource that members own is its owner. */
export const ownership: WriteFeature = {
  plan({ order, resource, caller }) {
    const owner = memberOwner(resource);
    if (order.operation !== 'add' || caller.type !== 'member' || owner === undefined) return undefined;
    return { values: { [owner]: caller.id } };
  },
};

/** Values the platform sets itself: over the input, and over what hooks and features make of it. */
export const platformValues: WriteFeature = {
  plan: ({ order: { set } }) => (set ? { values: set, columns: () => set } : undefined),
};
