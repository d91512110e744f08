import type { WriteFeature } from './write-phase-and-feature-types.ts';

/** Values that the platform sets. They override the input and the values of hooks and features. */
export const overrideInputWithValuesSetByServerCode: WriteFeature = {
  plan: ({ order: { set } }) => (set ? { values: set, columns: () => set } : undefined),
};
