import type { ServerModule } from '#server/platform/server-module.ts';
import { reformHomeLines } from '../contract/member-home-page.ts';
import * as messages from '../contract/message-templates.ts';
import { draftOrderSubscribers } from './draft-order-from-check.ts';
import { evidenceHooks } from './evidence-hooks.ts';
import { orderHooks } from './order-hooks.ts';
import { orderSubscribers } from './order-subscribers.ts';
import { orderTimelineContributor } from './order-timeline-contributor.ts';
import { correctionsOnCheckWall } from './orders-on-the-check-wall.ts';
import { problemHooks } from './problem-hooks.ts';
import { reformRiskContributor } from './reform-risk-contributor.ts';
import { rewardHooksOfReform } from './refuse-reward-while-overdue.ts';

export const reformServer: ServerModule = {
  name: 'reform',
  home: reformHomeLines,
  messages: Object.values(messages),
  hooks: {
    'reform/order': orderHooks,
    'reform/problem': problemHooks,
    'reform/evidence': evidenceHooks,
    'reward/application': rewardHooksOfReform,
  },
  subscribers: { ...orderSubscribers, ...draftOrderSubscribers },
  feedContributions: correctionsOnCheckWall,
  riskContributors: [reformRiskContributor],
  timelineContributors: [orderTimelineContributor],
};
