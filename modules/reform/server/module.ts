import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { correctionOrderLinesOnEnterpriseHome } from '../contract/enterprise-home-to-do-lines.ts';
import * as messages from '../contract/message-templates.ts';
import { copyCheckPicturesToProblem } from './copy-check-pictures-to-problem.ts';
import { correctionEvidenceWriteHooks } from './correction-evidence-write-hooks.ts';
import { correctionFiguresForCheckWall } from './correction-figures-for-check-wall.ts';
import { correctionOrderEventSubscribers } from './correction-order-event-subscribers.ts';
import { correctionOrderMoveAndWriteHooks } from './correction-order-move-and-write-hooks.ts';
import { draftOrderSubscribers } from './draft-order-from-check.ts';
import { orderTimelineContributor } from './order-timeline-contributor.ts';
import { reformRiskContributor } from './reform-risk-contributor.ts';
import { refuseRewardWhileCorrectionOverdue } from './refuse-reward-while-correction-overdue.ts';

export const reformServer: ServerModule = {
  name: 'reform',
  home: correctionOrderLinesOnEnterpriseHome,
  messages: Object.values(messages),
  hooks: {
    'reform/order': correctionOrderMoveAndWriteHooks,
    'reform/problem': copyCheckPicturesToProblem,
    'reform/evidence': correctionEvidenceWriteHooks,
    'reward/application': refuseRewardWhileCorrectionOverdue,
  },
  subscribers: { ...correctionOrderEventSubscribers, ...draftOrderSubscribers },
  feedContributions: correctionFiguresForCheckWall,
  riskContributors: [reformRiskContributor],
  timelineContributors: [orderTimelineContributor],
};
