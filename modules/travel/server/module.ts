import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { anomalySettings } from '../contract/anomaly/anomaly-settings.ts';
import { touristRetentionSettings } from '../contract/itinerary/tourist-retention-settings.ts';
import {
  travelActionsOnMemberHome,
  travelFirstStepsOnMemberHome,
  travelListsOnMemberHome,
  travelToDoLines,
} from '../contract/member-home-lines-and-actions.ts';
import * as messages from '../contract/message-templates.ts';
import { createAnomalyChecker } from './anomaly/anomaly-checker.ts';
import { anomalyRuleListControllers } from './anomaly/anomaly-rule-list-controllers.ts';
import { areaThresholdWriteHooks } from './anomaly/check-area-threshold-bounds.ts';
import { itineraryRiskContributor } from './anomaly/itinerary-risk-contributor.ts';
import { nightlyAnomalyTasks } from './anomaly/nightly-anomaly-tasks.ts';
import { refuseOrStoreFindings } from './anomaly/refuse-or-store-findings-of-team.ts';
import { itineraryWriteHooks } from './itinerary/check-file-and-change-itinerary.ts';
import {
  assignedGuideWriteHooks,
  assignedVehicleWriteHooks,
  itineraryStopWriteHooks,
  touristWriteHooks,
} from './itinerary/check-tourists-crew-and-stops.ts';
import { coachDispatchRequestWriteHooks } from './itinerary/confirm-or-decline-coach-dispatch-request.ts';
import { crewAvailabilityControllers } from './itinerary/crew/crew-availability-controllers.ts';
import { itineraryTimelineContributor } from './itinerary/itinerary-timeline-contributor.ts';
import type { ItineraryWriteDependencies } from './itinerary/itinerary-write-dependencies.ts';
import { quickItineraryControllers } from './itinerary/quick/quick-itinerary-controllers.ts';
import { teamScheduledTasks } from './itinerary/start-and-finish-teams.ts';
import { tripContradictionControllers } from './itinerary/trip-contradiction-controllers.ts';
import { guideOnRoadControllers } from './on-the-road/guide-on-road-controllers.ts';
import { changeRequestWriteHooks } from './on-the-road/settle-or-refuse-change-request.ts';
import { sosHooks, sosSubscribers } from './on-the-road/sos.ts';
import { teamPrintControllers } from './print/team-print-controllers.ts';
import { productTemplateWriteHooks } from './product/check-days-and-stops-of-template.ts';
import { guidancePriceWriteHooks } from './product/check-guidance-price-and-compare-products.ts';
import { productPriceWriteHooks, productWriteHooks } from './product/check-product-and-decide-its-sale.ts';
import { nightlyGuidancePriceComparison } from './product/nightly-guidance-price-comparison.ts';
import { takeProductsOfClosedAgencyOffSale } from './product/take-products-of-closed-agency-off-sale.ts';
import { ratingLinkControllers } from './rating/rating-link-controllers.ts';
import { ratingSubscribers } from './rating/rating-links-and-calls.ts';
import { signedTeamCode } from './team-code/team-and-guide-card-code-calls.ts';
import { signingKeyScheduled, teamCodeControllers } from './team-code/team-code-controllers.ts';
import { travelFeedApiCallDescriptions } from './wall/api-call-descriptions.ts';
import { travelWallPanelReaders } from './wall/travel-wall-panel-readers.ts';

const teamServices: ItineraryWriteDependencies = {
  readRules: createAnomalyChecker,
  checkTeam: refuseOrStoreFindings,
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
  riskContributors: [itineraryRiskContributor],
  timelineContributors: [itineraryTimelineContributor],
  controllers: () => [
    ...quickItineraryControllers,
    ...crewAvailabilityControllers,
    ...tripContradictionControllers,
    ...teamCodeControllers,
    ...teamPrintControllers,
    ...guideOnRoadControllers,
    ...ratingLinkControllers,
    ...anomalyRuleListControllers,
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
    'travel/sos': sosHooks,
  },
  subscribers: { ...takeProductsOfClosedAgencyOffSale, ...sosSubscribers, ...ratingSubscribers },
  // no valid code depends on them
  keep: { travel_code_key: { days: 1, from: 'published_until' } },
  scheduled: {
    ...nightlyGuidancePriceComparison,
    ...teamScheduledTasks,
    ...nightlyAnomalyTasks,
    ...signingKeyScheduled,
  },
};
