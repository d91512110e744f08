import type { WriteFeature } from './write-phases.ts';

/** The state of a row: the target of its move, or the initial state. */
export const lifecycleState: WriteFeature = {
  plan: ({ order, resource: { life } }) => ({
    columns({ to, values }): Record<string, unknown> {
      if (to) return { status: to };
      return order.operation === 'add' && life ? { status: values.status ?? life.initial } : {};
    },
  }),
};
