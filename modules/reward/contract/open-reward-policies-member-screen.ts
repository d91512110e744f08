import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Screen in the member centre that lists the open policies. */
export const openRewardPoliciesScreen = {
  name: 'reward/promises',
  label: text('奖励政策', 'Reward policies'),
  icon: 'gift',
  forHolders: true,
} as const satisfies Screen;
