import type { ModuleContext, ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { enterpriseFirstSteps, enterpriseHomeActions, enterpriseHomeLines } from '../contract/member-home-page.ts';
import * as messages from '../contract/message-templates.ts';
import { enterpriseHooks } from './enterprise-hooks.ts';
import { enterpriseSubscribers } from './enterprise-subscribers.ts';
import { invitationAndOwnershipTransferController } from './invitation-and-ownership-transfer-controller.ts';
import { licenceHooks } from './licence-hooks.ts';
import { licenceRiskContributor } from './licence-risk-contributor.ts';
import { ownershipClaimHooks } from './ownership-claim-hooks.ts';
import { personOfEnterpriseHooks } from './person-of-enterprise-hooks.ts';
import { publicEnterpriseControllers } from './public-enterprise-controllers.ts';
import { draftDays } from './registration/application-draft.ts';
import { staffHooks } from './staff-hooks.ts';
import { enterpriseTimelineControllers } from './timeline/enterprise-timeline-controllers.ts';
import { licenceTimelineContributor, reviewTimelineContributor } from './timeline/timeline-contributors.ts';
import { enterpriseFeedApiCallDescriptions } from './wall/api-call-descriptions.ts';
import { enterpriseWallPanelReaders } from './wall/enterprise-wall-panel-readers.ts';

/** Joins what all modules know of the course of an enterprise on one line of time (`timelineContributors`). */
export const enterpriseServer = ({ parts }: Pick<ModuleContext, 'parts'>): ServerModule => ({
  name: 'enterprise',
  home: enterpriseHomeLines,
  homeActs: enterpriseHomeActions,
  begins: enterpriseFirstSteps,
  messages: Object.values(messages),
  calls: enterpriseFeedApiCallDescriptions,
  hooks: {
    'enterprise/enterprise': enterpriseHooks,
    'enterprise/licence': licenceHooks,
    'enterprise/staff': staffHooks,
    'enterprise/claim': ownershipClaimHooks,
    'enterprise/person': personOfEnterpriseHooks,
  },
  subscribers: enterpriseSubscribers,
  controllers: () => [
    invitationAndOwnershipTransferController,
    ...publicEnterpriseControllers,
    ...enterpriseTimelineControllers(() => parts.flatMap(({ timelineContributors = [] }) => timelineContributors)),
  ],
  keep: { enterprise_draft: { days: draftDays, from: 'updatetime' } },
  feeds: enterpriseWallPanelReaders,
  riskContributors: [licenceRiskContributor],
  timelineContributors: [reviewTimelineContributor, licenceTimelineContributor],
});
