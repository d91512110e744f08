import type { OwnInput } from '#web/form/own-input.ts';

/** Inputs that check the policy against enterprise and teams as they are chosen. */
export const applicationInputs: readonly OwnInput[] = [
  { fields: ['policy_id'], load: () => import('./policy-input.tsx') },
];
