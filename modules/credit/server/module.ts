import { text } from '#kernel/text/text.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import {
  creditGradeOnMemberHome,
  creditListingWarningsOnMemberHome,
} from '../contract/credit-grade-and-listing-warning-on-member-home.ts';
import * as messages from '../contract/message-templates.ts';
import { creditRepairWriteHooks } from './credit-repair-write-hooks-that-decide-and-lift-listing.ts';
import { creditRiskContributors } from './credit-risk-contributors.ts';
import { creditTimelineContributors } from './credit-timeline-contributors.ts';
import { draftBlackListEntriesOfRevokedEnterprise } from './draft-black-list-entries-of-revoked-enterprise.ts';
import { notifyGuideRemovedFromRedOrBlackList } from './notify-guide-removed-from-red-or-black-list.ts';
import { ownCreditOfGuideController } from './own-credit-of-guide-controller.ts';
import { previewGradeChangesOfDraftFormulaController } from './preview-grade-changes-of-draft-formula-controller.ts';
import { rescoreAllCreditTask, rescoreCreditSubscribers } from './recalculate-credit-scores-on-events.ts';
import { enterpriseCreditEventSubscribers } from './record-and-annul-enterprise-credit-events-from-other-modules.ts';
import { guideCreditSubscribers } from './record-guide-penalties-as-credit-events.ts';
import { creditListingWriteHooks } from './red-or-black-list-entry-write-hooks.ts';
import { refuseRewardApplicationOfBlackListedEnterprise } from './refuse-reward-application-of-black-listed-enterprise.ts';
import {
  enterpriseCreditEventWriteHooks,
  guideCreditEventWriteHooks,
} from './score-entered-credit-events-and-notify-objection-decisions.ts';
import { creditScoreExplanationControllers } from './score-explanation-controller.ts';
import { endListingsAndEvents, updateAllCreditScores } from './update-credit-scores.ts';
import { creditFormulaWriteHooks } from './validate-credit-formula-grades-and-points.ts';

export const creditServer: ServerModule = {
  name: 'credit',
  home: creditListingWarningsOnMemberHome,
  homeRows: creditGradeOnMemberHome,
  messages: Object.values(messages),
  hooks: {
    'credit/event': enterpriseCreditEventWriteHooks,
    'credit/guideEvent': guideCreditEventWriteHooks,
    'credit/listing': creditListingWriteHooks,
    'credit/repair': creditRepairWriteHooks,
    'credit/formula': creditFormulaWriteHooks,
    'reward/application': refuseRewardApplicationOfBlackListedEnterprise,
  },
  subscribers: {
    ...enterpriseCreditEventSubscribers,
    ...guideCreditSubscribers,
    ...rescoreCreditSubscribers,
    list_revoked: draftBlackListEntriesOfRevokedEnterprise,
    message_guide_whose_listing_ended: notifyGuideRemovedFromRedOrBlackList,
  },
  controllers: () => [
    ...creditScoreExplanationControllers,
    previewGradeChangesOfDraftFormulaController,
    ownCreditOfGuideController,
  ],
  riskContributors: creditRiskContributors,
  timelineContributors: creditTimelineContributors,
  tasks: {
    [rescoreAllCreditTask]: async (engine) => {
      engine.log.info(await updateAllCreditScores(engine), 'credit scores computed by another formula');
    },
  },
  scheduled: {
    // before the risk scores, which read the grades
    score_credit: {
      label: text('计算企业和导游信用评分', 'Compute credit scores'),
      at: '15 2 * * *',
      async run(engine, { signal }) {
        const ended = await endListingsAndEvents(engine);
        const run = await updateAllCreditScores(engine, { signal });
        engine.log.info({ ...ended, ...run }, 'credit scores computed');
      },
    },
  },
};
