import { text } from '#kernel/text/text.ts';
import type { ModuleLens } from '#web/table/lens/module-lens-registry.ts';

/**
 * Open policies for officers of a county: they review applications to policies of the prefecture, whose rows they do
 * not see.
 */
export const openRewardPoliciesListViews: readonly ModuleLens[] = [
  {
    name: 'open',
    label: text('申报中（含上级）', 'Open for applications (incl. higher authorities)'),
    load: async () => ({ default: (await import('./open-reward-policies-screen.tsx')).OpenRewardPolicies }),
  },
];
