import { initialStateFor } from '#kernel/lifecycle/lifecycle.ts';
import type { WriteFeature } from './write-phase-and-feature-types.ts';

/**
 * The state of a row: the target of its move, or the state in which it begins. For rows that an office adds, hooks see
 * that state.
 */
export const setInitialStateOrTargetStateOfMove: WriteFeature = {
  plan({ order, resource: { life }, caller }) {
    const begins = order.operation === 'add' && life ? initialStateFor(life, caller) : undefined;
    return {
      values: begins !== undefined && begins !== life?.initial ? { status: begins } : {},
      columns({ to, values }): Record<string, unknown> {
        if (to) return { status: to };
        return begins === undefined ? {} : { status: values.status ?? begins };
      },
    };
  },
};
