import type { ServerModule } from '#server/platform/server-module.ts';
import { anomalySettings } from '../contract/anomaly/anomaly-settings.ts';
import { touristRetentionSettings } from '../contract/itinerary/tourist-retention-settings.ts';
import { travelFirstSteps, travelHomeActions, travelHomeLines, travelHomeRows } from '../contract/member-home-page.ts';
import * as messages from '../contract/message-templates.ts';
import { createAnomalyChecker } from './anomaly/anomaly-checker.ts';
import { anomalyTasks } from './anomaly/anomaly-tasks.ts';
import { checkTeam } from './anomaly/check-team.ts';
import { ruleListControllers } from './anomaly/rule-list-calls.ts';
import { thresholdHooks } from './anomaly/threshold-hooks.ts';
import {
  assignedGuideHooks,
  assignedVehicleHooks,
  itineraryStopHooks,
  touristHooks,
} from './itinerary/child-row-hooks.ts';
import { crewAvailabilityControllers } from './itinerary/crew/crew-availability.ts';
import { dispatchHooks } from './itinerary/dispatch-hooks.ts';
import type { ItineraryDependencies } from './itinerary/itinerary-dependencies.ts';
import { itineraryHooks } from './itinerary/itinerary-hooks.ts';
import { quickItineraryControllers } from './itinerary/quick/quick-itinerary-controllers.ts';
import { teamTasks } from './itinerary/team-tasks.ts';
import { tripContradictionControllers } from './itinerary/trip-contradiction-calls.ts';
import { changeRequestHooks } from './on-the-road/change-request-hooks.ts';
import { guideOnRoadControllers } from './on-the-road/guide-calls.ts';
import { sosHooks, sosSubscribers } from './on-the-road/sos.ts';
import { teamPaperControllers } from './paper/team-paper-calls.ts';
import { guidanceHooks } from './product/guidance-price-hooks.ts';
import { productHooks, productPriceHooks } from './product/product-hooks.ts';
import { productScheduled, productSubscribers } from './product/product-subscribers.ts';
import { templateHooks } from './product/template-hooks.ts';
import { ratingControllers } from './rating/rating-calls.ts';
import { ratingSubscribers } from './rating/rating-link.ts';
import { signedTeamCode } from './team-code/team-code.ts';
import { signingKeyScheduled, teamCodeControllers } from './team-code/team-code-calls.ts';
import { travelFeedApiCallDescriptions } from './wall/api-call-descriptions.ts';
import { travelPanelReaders } from './wall/panel-readers.ts';

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
  feeds: travelPanelReaders,
  controllers: () => [
    ...quickItineraryControllers,
    ...crewAvailabilityControllers,
    ...tripContradictionControllers,
    ...teamCodeControllers,
    ...teamPaperControllers,
    ...guideOnRoadControllers,
    ...ratingControllers,
    ...ruleListControllers,
  ],
  hooks: {
    'travel/product': productHooks,
    'travel/productPrice': productPriceHooks,
    'travel/template': templateHooks,
    'travel/guidancePrice': guidanceHooks,
    'travel/itinerary': itineraryHooks(teamServices),
    'travel/itineraryStop': itineraryStopHooks,
    'travel/tourist': touristHooks,
    'travel/assignedGuide': assignedGuideHooks,
    'travel/assignedVehicle': assignedVehicleHooks,
    'travel/dispatch': dispatchHooks(teamServices),
    'travel/threshold': thresholdHooks,
    'travel/changeRequest': changeRequestHooks,
    'travel/sos': sosHooks,
  },
  subscribers: { ...productSubscribers, ...sosSubscribers, ...ratingSubscribers },
  scheduled: { ...productScheduled, ...teamTasks, ...anomalyTasks, ...signingKeyScheduled },
};
