import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { correctionToDoLines } from '../contract/corrections-to-make-on-enterprise-home.ts';
import * as messages from '../contract/message-templates.ts';
import { copyInspectionPicturesToProblemToCorrect } from './copy-inspection-pictures-to-problem-to-correct.ts';
import { correctionFiguresOnInspectionAndEnforcementWallPanels } from './correction-figures-on-inspection-and-enforcement-wall-panels.ts';
import { correctionOrderMoveAndWriteHooks } from './correction-order-moves-from-issue-to-submission-review-and-end.ts';
import { correctionOrdersOnEnterpriseTimelineContributor } from './correction-orders-on-enterprise-timeline-contributor.ts';
import { draftCorrectionOrderSubscribers } from './draft-correction-order-from-inspection-findings.ts';
import { correctionEvidenceWriteHooks } from './flag-doubtful-correction-pictures-and-restrict-deletion.ts';
import { correctionOrderEventSubscribers } from './lapse-overdue-correction-order-and-record-its-receipt.ts';
import { overdueCorrectionRiskContributor } from './overdue-correction-risk-contributor.ts';
import { refuseRewardWhileCorrectionOverdue } from './refuse-reward-while-correction-overdue.ts';

export const reformServer: ServerModule = {
  name: 'reform',
  home: correctionToDoLines,
  messages: Object.values(messages),
  hooks: {
    'reform/order': correctionOrderMoveAndWriteHooks,
    'reform/problem': copyInspectionPicturesToProblemToCorrect,
    'reform/evidence': correctionEvidenceWriteHooks,
    'reward/application': refuseRewardWhileCorrectionOverdue,
  },
  subscribers: { ...correctionOrderEventSubscribers, ...draftCorrectionOrderSubscribers },
  feedContributions: correctionFiguresOnInspectionAndEnforcementWallPanels,
  riskContributors: [overdueCorrectionRiskContributor],
  timelineContributors: [correctionOrdersOnEnterpriseTimelineContributor],
};
