import { travelWallFigures } from '#modules/travel/contract/wall/travel-wall-figures-for-text-and-pdf.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { anomalySettings } from '../contract/anomaly/anomaly-settings.ts';
import { touristRetentionSettings } from '../contract/itinerary/tourist-retention-settings.ts';
import {
  travelActionsOnMemberHome,
  travelFirstStepsOnMemberHome,
  travelListsOnMemberHome,
  travelToDoLines,
} from '../contract/member-home-to-dos-and-actions.ts';
import * as messages from '../contract/message-templates.ts';
import { anomalyFindingsRiskContributor } from './anomaly/anomaly-findings-risk-contributor.ts';
import { createAnomalyCheckerForFiling } from './anomaly/find-anomalies-and-lateness-of-team-at-filing.ts';
import { listAnomalyRulesWithThresholdsAndPrecisionControllers } from './anomaly/list-anomaly-rules-with-thresholds-and-precision-controllers.ts';
import { nightlyAnomalyCronJobs } from './anomaly/nightly-anomaly-cron-jobs.ts';
import { checkTeamAndRefuseWriteOrStoreFindings } from './anomaly/refuse-write-or-store-anomaly-findings-of-team.ts';
import { areaThresholdWriteHooks } from './anomaly/validate-anomaly-threshold-of-area.ts';
import { checkTripKindInFormControllers } from './itinerary/check-trip-kind-against-days-and-destinations-in-form-controllers.ts';
import { coachDispatchRequestWriteHooks } from './itinerary/confirm-or-return-team-when-coach-firm-answers.ts';
import { crewAvailabilityControllers } from './itinerary/crew/crew-availability-controllers.ts';
import { itineraryWriteHooks } from './itinerary/itinerary-filing-and-change-write-hooks.ts';
import type { ItineraryWriteHookDependencies } from './itinerary/itinerary-write-hook-dependencies.ts';
import { createItineraryDraftFromTemplateControllers } from './itinerary/quick/create-itinerary-draft-from-template-controllers.ts';
import { teamScheduledTasks } from './itinerary/start-and-finish-teams.ts';
import { teamsOfAgencyTimelineContributor } from './itinerary/teams-of-agency-enterprise-timeline-contributor.ts';
import {
  assignedGuideWriteHooks,
  assignedVehicleWriteHooks,
  itineraryStopWriteHooks,
  touristWriteHooks,
} from './itinerary/validate-and-complete-itinerary-tourists-crew-and-stops.ts';
import { guideOnTheRoadControllers } from './on-the-road/guide-on-the-road-controllers.ts';
import { sosSubscribers, sosWriteHooks } from './on-the-road/make-and-acknowledge-sos-emergency-call.ts';
import { changeRequestWriteHooks } from './on-the-road/notify-agency-of-change-request-and-refuse-early-settling.ts';
import { teamItineraryAndTouristListPdfControllers } from './print/team-itinerary-and-tourist-list-pdf-controllers.ts';
import { nightlyGuidancePriceComparison } from './product/nightly-guidance-price-comparison.ts';
import {
  productPriceWriteHooks,
  productWriteHooks,
} from './product/product-review-sale-and-daily-price-write-hooks.ts';
import { takeProductsOfClosedAgencyOffSale } from './product/take-products-of-closed-agency-off-sale.ts';
import { guidancePriceWriteHooks } from './product/validate-guidance-price-and-recheck-product-prices.ts';
import { productTemplateWriteHooks } from './product/validate-plan-crew-and-product-of-template.ts';
import { guideRatingLinkControllers } from './rating/guide-rating-link-controllers.ts';
import { guideRatingLinkSubscribers } from './rating/send-guide-rating-links-and-receive-ratings.ts';
import { signedTeamCode } from './team-code/answer-team-and-guide-card-code-calls.ts';
import { signingKeyRotationCronJob, teamCodeControllers } from './team-code/team-code-controllers.ts';
import { travelWallPanelReaders } from './wall/travel-wall-panel-readers.ts';
import { travelFeedApiCallDescriptions } from './wall/wall-feed-api-call-descriptions.ts';

const teamServices: ItineraryWriteHookDependencies = {
  readRules: createAnomalyCheckerForFiling,
  checkTeam: checkTeamAndRefuseWriteOrStoreFindings,
  readCode: signedTeamCode,
};

export const travelServer: ServerModule = {
  name: 'travel',
  home: travelToDoLines,
  homeRows: travelListsOnMemberHome,
  homeActs: travelActionsOnMemberHome,
  begins: travelFirstStepsOnMemberHome,
  settings: [anomalySettings, touristRetentionSettings],
  messages: Object.values(messages),
  calls: travelFeedApiCallDescriptions,
  feeds: travelWallPanelReaders,
  panelFigures: travelWallFigures,
  riskContributors: [anomalyFindingsRiskContributor],
  timelineContributors: [teamsOfAgencyTimelineContributor],
  controllers: () => [
    ...createItineraryDraftFromTemplateControllers,
    ...crewAvailabilityControllers,
    ...checkTripKindInFormControllers,
    ...teamCodeControllers,
    ...teamItineraryAndTouristListPdfControllers,
    ...guideOnTheRoadControllers,
    ...guideRatingLinkControllers,
    ...listAnomalyRulesWithThresholdsAndPrecisionControllers,
  ],
  hooks: {
    'travel/product': productWriteHooks,
    'travel/productPrice': productPriceWriteHooks,
    'travel/template': productTemplateWriteHooks,
    'travel/guidancePrice': guidancePriceWriteHooks,
    'travel/itinerary': itineraryWriteHooks(teamServices),
    'travel/itineraryStop': itineraryStopWriteHooks,
    'travel/tourist': touristWriteHooks,
    'travel/assignedGuide': assignedGuideWriteHooks,
    'travel/assignedVehicle': assignedVehicleWriteHooks,
    'travel/dispatch': coachDispatchRequestWriteHooks(teamServices),
    'travel/threshold': areaThresholdWriteHooks,
    'travel/changeRequest': changeRequestWriteHooks,
    'travel/sos': sosWriteHooks,
  },
  subscribers: { ...takeProductsOfClosedAgencyOffSale, ...sosSubscribers, ...guideRatingLinkSubscribers },
  // no valid code depends on them
  keep: { travel_code_key: { days: 1, from: 'published_until' } },
  scheduled: {
    ...nightlyGuidancePriceComparison,
    ...teamScheduledTasks,
    ...nightlyAnomalyCronJobs,
    ...signingKeyRotationCronJob,
  },
};
