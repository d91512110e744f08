import { memberOwner } from '#kernel/resource/columns.ts';
import type { WriteFeature } from './phases.ts';

/** The state of a row: the target of its move, or the initial state. */
export const lifecycle: WriteFeature = {
  plan: ({ order, resource: { life } }) => ({
    columns({ to, values }): Record<string, unknown> {
      if (to) return { status: to };
      return order.operation === 'add' && life ? { status: values.status ?? life.initial } : {};
    },
  }),
};

/** Makes the member who adds a row its owner, if members own rows of the resource. */
export const ownership: WriteFeature = {
  plan({ order, resource, caller }) {
    const owner = memberOwner(resource);
    if (order.operation !== 'add' || caller.type !== 'member' || owner === undefined) return undefined;
    return { values: { [owner]: caller.id } };
  },
};

/** Values set by the platform, which override the input and the values of hooks and features. */
export const platformValues: WriteFeature = {
  plan: ({ order: { set } }) => (set ? { values: set, columns: () => set } : undefined),
};
