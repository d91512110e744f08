import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** What is to be paid, for everybody to look at and object to. */
export const publicityPage = {
  name: 'reward/publicity',
  path: '/rewards/:id?',
  title: text('奖励资金公示', 'Public notice of rewards'),
  listed: true,
} as const satisfies PublicPage;
