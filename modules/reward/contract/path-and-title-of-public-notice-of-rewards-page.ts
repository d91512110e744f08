import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** The public notice of rewards, open to everybody for objections. */
export const publicNoticeOfTouristBringingRewardsPage = {
  name: 'reward/publicity',
  path: '/rewards/:id?',
  title: text('奖励资金公示', 'Public notice of rewards'),
  listed: true,
} as const satisfies PublicPage;
