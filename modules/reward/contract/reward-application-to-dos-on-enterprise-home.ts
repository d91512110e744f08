import type { MemberHomeLine } from '#kernel/module/member-home-page-declaration.ts';
import { text } from '#kernel/text/text.ts';
import { rewardApplication } from './enterprise-application-for-tourist-bringing-reward.ts';

/** Counts shown on a member's home page. */
export const rewardToDoLines: readonly MemberHomeLine[] = [
  {
    of: rewardApplication.name,
    label: text('退回待补正的奖励申报', 'Reward applications returned for correction'),
    tone: 'warning',
    where: [['status', '=', 'returned']],
  },
];
