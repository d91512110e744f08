import type { ServerModule } from '#server/platform/server-module.ts';
import { anomalySettings } from '../contract/anomaly/anomaly-settings.ts';
import { travelFirstSteps, travelHomeActions, travelHomeLines, travelHomeRows } from '../contract/home.ts';
import { touristRetentionSettings } from '../contract/itinerary/tourist-retention-settings.ts';
import * as messages from '../contract/messages.ts';
import { createAnomalyChecker } from './anomaly/anomaly-checker.ts';
import { anomalyTasks } from './anomaly/anomaly-tasks.ts';
import { checkTeam } from './anomaly/check-team.ts';
import { ruleListCalls, ruleListControllers } from './anomaly/rule-list-calls.ts';
import { thresholdHooks } from './anomaly/threshold-hooks.ts';
import { codeCalls, codeControllers, codeScheduled } from './code/calls.ts';
import { paperCalls, paperControllers } from './code/paper/calls.ts';
import { ratingCalls, ratingControllers } from './code/rating-calls.ts';
import { ratingSubscribers } from './code/rating-link.ts';
import { signedTeamCode } from './code/team-code.ts';
import { crewAvailabilityCalls, crewAvailabilityControllers } from './itinerary/crew/crew-availability.ts';
import { dispatchHooks } from './itinerary/dispatch-hooks.ts';
import type { ItineraryDependencies } from './itinerary/itinerary-dependencies.ts';
import { itineraryHooks } from './itinerary/itinerary-hooks.ts';
import { quickAddControllers } from './itinerary/quick-add.ts';
import { quickAddCalls } from './itinerary/quick-add-calls.ts';
import { assignedGuideHooks, assignedVehicleHooks, itineraryStopHooks, touristHooks } from './itinerary/row-hooks.ts';
import { teamTasks } from './itinerary/team-tasks.ts';
import { tripFaultCalls, tripFaultControllers } from './itinerary/trip-fault-calls.ts';
import { guidanceHooks } from './product/guidance-price-hooks.ts';
import { productHooks, productPriceHooks } from './product/product-hooks.ts';
import { productScheduled, productSubscribers } from './product/product-subscribers.ts';
import { templateHooks } from './product/template-hooks.ts';
import { roadCalls, roadControllers } from './road/calls.ts';
import { changeRequestHooks } from './road/change-request-hooks.ts';
import { sosHooks, sosSubscribers } from './road/sos.ts';
import { travelFeedCalls, travelFeeds } from './wall/calls.ts';

const teamServices: ItineraryDependencies = { readRules: createAnomalyChecker, checkTeam, readCode: signedTeamCode };

export const travelServer: ServerModule = {
  name: 'travel',
  home: travelHomeLines,
  homeRows: travelHomeRows,
  homeActs: travelHomeActions,
  begins: travelFirstSteps,
  settings: [anomalySettings, touristRetentionSettings],
  messages: Object.values(messages),
  calls: {
    ...quickAddCalls,
    ...crewAvailabilityCalls,
    ...tripFaultCalls,
    ...codeCalls,
    ...paperCalls,
    ...roadCalls,
    ...ratingCalls,
    ...travelFeedCalls,
    ...ruleListCalls,
  },
  feeds: travelFeeds,
  controllers: () => [
    ...quickAddControllers(),
    ...crewAvailabilityControllers,
    ...tripFaultControllers,
    ...codeControllers,
    ...paperControllers,
    ...roadControllers,
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
  scheduled: { ...productScheduled, ...teamTasks, ...anomalyTasks, ...codeScheduled },
};
