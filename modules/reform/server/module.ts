import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { correctionToDoLines } from '../contract/corrections-to-make-on-enterprise-home.ts';
import * as messages from '../contract/message-templates.ts';
import { correctionEvidenceWriteHooks } from './check-and-flag-correction-evidence-pictures.ts';
import { copyCheckPicturesToProblem } from './copy-check-pictures-to-problem.ts';
import { correctionFiguresOnCheckWallPanel } from './correction-figures-on-check-wall-panel.ts';
import { correctionOrderTimelineContributor } from './correction-order-timeline-contributor.ts';
import { draftCorrectionOrderSubscribers } from './draft-correction-order-from-check.ts';
import { correctionOrderMoveAndWriteHooks } from './issue-serve-and-review-correction-order.ts';
import { correctionOrderEventSubscribers } from './lapse-overdue-correction-order-and-record-its-receipt.ts';
import { overdueCorrectionRiskContributor } from './overdue-correction-risk-contributor.ts';
import { refuseRewardWhileCorrectionOverdue } from './refuse-reward-while-correction-overdue.ts';

export const reformServer: ServerModule = {
  name: 'reform',
  home: correctionToDoLines,
  messages: Object.values(messages),
  hooks: {
    'reform/order': correctionOrderMoveAndWriteHooks,
    'reform/problem': copyCheckPicturesToProblem,
    'reform/evidence': correctionEvidenceWriteHooks,
    'reward/application': refuseRewardWhileCorrectionOverdue,
  },
  subscribers: { ...correctionOrderEventSubscribers, ...draftCorrectionOrderSubscribers },
  feedContributions: correctionFiguresOnCheckWallPanel,
  riskContributors: [overdueCorrectionRiskContributor],
  timelineContributors: [correctionOrderTimelineContributor],
};
