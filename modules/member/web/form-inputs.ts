import type { OwnInput } from '#web/form/own-input.ts';

/** Whose balance or score changes: with what they have now. */
export const holderInputs: readonly OwnInput[] = [{ fields: ['user_id'], load: () => import('./holder-input.tsx') }];
