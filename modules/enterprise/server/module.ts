import type { ModuleContext, ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import {
  enterpriseActionsOnMemberHome,
  enterpriseFirstStepsOnMemberHome,
  enterpriseToDoLines,
} from '../contract/member-home-lines-and-actions.ts';
import * as messages from '../contract/message-templates.ts';
import { ownershipClaimWriteHooks } from './decide-claim-and-refuse-rivals.ts';
import { depositHooks } from './deposit-hooks.ts';
import { enterpriseEventSubscribers } from './end-licences-and-hand-over-ownership.ts';
import { enterpriseWriteHooks } from './enterprise-registration-and-review-write-hooks.ts';
import { invitationAndOwnershipTransferController } from './invitation-and-ownership-transfer-controller.ts';
import { personOfEnterpriseWriteHooks } from './invitation-and-ownership-write-hooks.ts';
import { licenceRiskContributor } from './licence-risk-contributor.ts';
import { licenceWriteHooks } from './licence-verification-write-hooks.ts';
import { publicRegistrationAndSupervisionCodeControllers } from './public-registration-and-supervision-code-controllers.ts';
import { draftDays } from './registration/application-draft.ts';
import { staffWriteHooks } from './submit-or-verify-staff-certificate.ts';
import { enterpriseTimelineControllers } from './timeline/enterprise-timeline-controllers.ts';
import { licenceTimelineContributor, reviewTimelineContributor } from './timeline/timeline-contributors.ts';
import { enterpriseFeedApiCallDescriptions } from './wall/api-call-descriptions.ts';
import { enterpriseWallPanelReaders } from './wall/enterprise-wall-panel-readers.ts';

/** Joins what all modules know of the course of an enterprise on one line of time (`timelineContributors`). */
export const enterpriseServer = ({ parts }: Pick<ModuleContext, 'parts'>): ServerModule => ({
  name: 'enterprise',
  home: enterpriseToDoLines,
  homeActs: enterpriseActionsOnMemberHome,
  begins: enterpriseFirstStepsOnMemberHome,
  messages: Object.values(messages),
  calls: enterpriseFeedApiCallDescriptions,
  hooks: {
    'enterprise/enterprise': enterpriseWriteHooks,
    'enterprise/licence': licenceWriteHooks,
    'enterprise/deposit': depositHooks,
    'enterprise/staff': staffWriteHooks,
    'enterprise/claim': ownershipClaimWriteHooks,
    'enterprise/person': personOfEnterpriseWriteHooks,
  },
  subscribers: enterpriseEventSubscribers,
  controllers: () => [
    invitationAndOwnershipTransferController,
    ...publicRegistrationAndSupervisionCodeControllers,
    ...enterpriseTimelineControllers(() => parts.flatMap(({ timelineContributors = [] }) => timelineContributors)),
  ],
  keep: { enterprise_draft: { days: draftDays, from: 'updatetime' } },
  feeds: enterpriseWallPanelReaders,
  riskContributors: [licenceRiskContributor],
  timelineContributors: [reviewTimelineContributor, licenceTimelineContributor],
});
