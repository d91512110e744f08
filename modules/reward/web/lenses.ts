import { text } from '#kernel/text/text.ts';
import type { OwnLens } from '#web/table/lens/own-lens.ts';

/** Officers of a county review what is claimed by policies of the prefecture, which are no rows of theirs. */
export const policyLenses: readonly OwnLens[] = [
  {
    name: 'open',
    label: text('申报中（含上级）', 'Open for applications (incl. higher authorities)'),
    load: async () => ({ default: (await import('./promises-screen.tsx')).OpenPolicies }),
  },
];
