import type { OwnInput } from '#web/form/own-input.ts';

/** What a policy asks for is held against one's enterprise and teams as they are chosen. */
export const applicationInputs: readonly OwnInput[] = [
  { fields: ['policy_id'], load: () => import('./policy-input.tsx') },
];
