import type { OwnInput } from '#web/form/own-input.ts';

/** Inputs that check a policy against the enterprise and the teams as they are chosen. */
export const applicationInputs: readonly OwnInput[] = [
  { fields: ['policy_id'], load: () => import('./policy-input.tsx') },
];
