import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { anomalySettings } from '../contract/anomaly/anomaly-settings.ts';
import { touristRetentionSettings } from '../contract/itinerary/tourist-retention-settings.ts';
import { travelFirstSteps, travelHomeActions, travelHomeLines, travelHomeRows } from '../contract/member-home-page.ts';
import * as messages from '../contract/message-templates.ts';
import { createAnomalyChecker } from './anomaly/anomaly-checker.ts';
import { anomalyRuleListControllers } from './anomaly/anomaly-rule-list-controllers.ts';
import { anomalyTasks } from './anomaly/anomaly-tasks.ts';
import { areaThresholdHooks } from './anomaly/area-threshold-hooks.ts';
import { checkTeam } from './anomaly/check-team-and-store-findings.ts';
import { itineraryRiskContributor } from './anomaly/itinerary-risk-contributor.ts';
import {
  assignedGuideHooks,
  assignedVehicleHooks,
  itineraryStopHooks,
  touristHooks,
} from './itinerary/child-row-hooks.ts';
import { coachRequestConfirmAndDeclineHooks } from './itinerary/coach-request-confirm-and-decline-hooks.ts';
import { crewAvailabilityControllers } from './itinerary/crew/crew-availability-controllers.ts';
import type { ItineraryDependencies } from './itinerary/itinerary-dependencies.ts';
import { itineraryHooks } from './itinerary/itinerary-hooks.ts';
import { itineraryTimelineContributor } from './itinerary/itinerary-timeline-contributor.ts';
import { quickItineraryControllers } from './itinerary/quick/quick-itinerary-controllers.ts';
import { teamScheduledTasks } from './itinerary/start-and-finish-teams.ts';
import { tripContradictionControllers } from './itinerary/trip-contradiction-controllers.ts';
import { changeRequestHooks } from './on-the-road/change-request-hooks.ts';
import { guideOnRoadControllers } from './on-the-road/guide-on-road-controllers.ts';
import { sosHooks, sosSubscribers } from './on-the-road/sos.ts';
import { teamPrintControllers } from './print/team-print-controllers.ts';
import { dailyPriceComparison } from './product/daily-price-comparison.ts';
import { guidancePriceHooks } from './product/guidance-price-hooks.ts';
import { productHooks, productPriceHooks } from './product/product-hooks.ts';
import { productTemplateHooks } from './product/product-template-hooks.ts';
import { takeProductsOfClosedAgencyOffSale } from './product/take-products-of-closed-agency-off-sale.ts';
import { ratingLinkControllers } from './rating/rating-link-controllers.ts';
import { ratingSubscribers } from './rating/rating-links-and-calls.ts';
import { signedTeamCode } from './team-code/team-code.ts';
import { signingKeyScheduled, teamCodeControllers } from './team-code/team-code-controllers.ts';
import { travelFeedApiCallDescriptions } from './wall/api-call-descriptions.ts';
import { travelWallPanelReaders } from './wall/travel-wall-panel-readers.ts';

const teamServices: ItineraryDependencies = { readRules: createAnomalyChecker, checkTeam, readCode: signedTeamCode };

export const travelServer: ServerModule = {
  name: 'travel',
  home: travelHomeLines,
  homeRows: travelHomeRows,
  homeActs: travelHomeActions,
  begins: travelFirstSteps,
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
    'travel/product': productHooks,
    'travel/productPrice': productPriceHooks,
    'travel/template': productTemplateHooks,
    'travel/guidancePrice': guidancePriceHooks,
    'travel/itinerary': itineraryHooks(teamServices),
    'travel/itineraryStop': itineraryStopHooks,
    'travel/tourist': touristHooks,
    'travel/assignedGuide': assignedGuideHooks,
    'travel/assignedVehicle': assignedVehicleHooks,
    'travel/dispatch': coachRequestConfirmAndDeclineHooks(teamServices),
    'travel/threshold': areaThresholdHooks,
    'travel/changeRequest': changeRequestHooks,
    'travel/sos': sosHooks,
  },
  subscribers: { ...takeProductsOfClosedAgencyOffSale, ...sosSubscribers, ...ratingSubscribers },
  // no valid code depends on them
  keep: { travel_code_key: { days: 1, from: 'published_until' } },
  scheduled: { ...dailyPriceComparison, ...teamScheduledTasks, ...anomalyTasks, ...signingKeyScheduled },
};
