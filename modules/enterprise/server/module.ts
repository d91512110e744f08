import { enterpriseWallFigures } from '#modules/enterprise/contract/wall/enterprise-wall-figures-for-text-and-pdf.ts';
import type { ModuleContext, ServerModule } from '#server/platform/server-module-declaration.ts';
import {
  enterpriseActionsOnMemberHome,
  enterpriseFirstStepsOnMemberHome,
  enterpriseToDoLines,
} from '../contract/member-home-to-dos-and-actions.ts';
import * as messages from '../contract/message-templates.ts';
import { acceptInvitationLeaveAndTransferOwnershipController } from './accept-invitation-leave-and-transfer-ownership-controller.ts';
import { licenceClaimAndDeletedAccountSubscribers } from './end-licences-transfer-claimed-and-end-roles-of-deleted-account.ts';
import { enterpriseWriteHooks } from './enterprise-registration-review-suspension-and-change-write-hooks.ts';
import { expiredLicenceRiskContributor } from './expired-licence-risk-contributor.ts';
import { personOfEnterpriseWriteHooks } from './invitation-and-ownership-write-hooks.ts';
import { licenceWriteHooks } from './licence-validation-verification-and-renewal-write-hooks.ts';
import { ownershipClaimWriteHooks } from './notify-claimant-and-refuse-rival-ownership-claims.ts';
import { publicRegistrationAndSupervisionCodeControllers } from './public-registration-and-supervision-code-controllers.ts';
import { qualityDepositWriteHooks } from './quality-deposit-shortfall-and-top-up-write-hooks.ts';
import { draftDays } from './registration/save-read-and-delete-registration-application-draft.ts';
import { staffWriteHooks } from './staff-contract-and-certificate-status-write-hooks.ts';
import { enterpriseTimelineControllers } from './timeline/enterprise-timeline-controllers.ts';
import {
  licenceTimelineContributor,
  reviewTimelineContributor,
} from './timeline/review-and-licence-timeline-contributors.ts';
import { enterpriseWallPanelReaders } from './wall/enterprise-wall-panel-readers.ts';
import { enterprisesByStatusGroupOnWallMap } from './wall/enterprises-by-status-group-on-wall-map.ts';
import { enterpriseFeedApiCallDescriptions } from './wall/wall-feed-api-call-descriptions.ts';

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
    'enterprise/deposit': qualityDepositWriteHooks,
    'enterprise/staff': staffWriteHooks,
    'enterprise/claim': ownershipClaimWriteHooks,
    'enterprise/person': personOfEnterpriseWriteHooks,
  },
  subscribers: licenceClaimAndDeletedAccountSubscribers,
  controllers: () => [
    acceptInvitationLeaveAndTransferOwnershipController,
    ...publicRegistrationAndSupervisionCodeControllers,
    ...enterpriseTimelineControllers(() => parts.flatMap(({ timelineContributors = [] }) => timelineContributors)),
  ],
  keep: { enterprise_draft: { days: draftDays, from: 'updatetime' } },
  feeds: enterpriseWallPanelReaders,
  mapLayers: { enterprise: enterprisesByStatusGroupOnWallMap },
  panelFigures: enterpriseWallFigures,
  riskContributors: [expiredLicenceRiskContributor],
  timelineContributors: [reviewTimelineContributor, licenceTimelineContributor],
});
