import type { CustomInput } from '#web/form/state/custom-input-registry.ts';

/** Whose balance or score changes: with what they have now. */
export const balanceAndPointsLogFormInputs: readonly CustomInput[] = [
  { fields: ['user_id'], load: () => import('./member-input-with-balance.tsx') },
];
