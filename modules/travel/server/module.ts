import type { ServerModule } from '#server/platform/server-module.ts';
import { travelBeginnings, travelHome, travelHomeActs, travelHomeRows } from '../contract/home.ts';
import * as messages from '../contract/messages.ts';
import { teamRules } from '../contract/rules-settings.ts';
import { touristRetention } from '../contract/tourist-retention.ts';
import { anomalyTasks } from './anomaly-tasks.ts';
import { availableCalls, availableControllers } from './available.ts';
import { checkTeam } from './check-team.ts';
import { codeCalls, codeControllers, codeScheduled } from './code/calls.ts';
import { codeWithin } from './code/code.ts';
import { dispatchHooks } from './dispatch-hooks.ts';
import { readFilingRules } from './filing-rules.ts';
import { guidanceHooks } from './guidance-hooks.ts';
import { itineraryHooks } from './itinerary-hooks.ts';
import { paperCalls, paperControllers } from './paper/calls.ts';
import { productHooks, productPriceHooks } from './product-hooks.ts';
import { productScheduled, productSubscribers } from './product-work.ts';
import { quickAddControllers } from './quick-add.ts';
import { quickAddCalls } from './quick-add-calls.ts';
import { roadCalls, roadControllers } from './road/calls.ts';
import { changeRequestHooks } from './road/change-request-hooks.ts';
import { roadSubscribers, sosHooks } from './road/help.ts';
import { ratingCalls, ratingControllers } from './road/rating-calls.ts';
import { ratingSubscribers } from './road/rating-link.ts';
import { assignedGuideHooks, assignedVehicleHooks, itineraryStopHooks, touristHooks } from './row-hooks.ts';
import { ruleCalls, ruleControllers } from './rule-calls.ts';
import { teamTasks } from './tasks.ts';
import type { TeamServices } from './team-services.ts';
import { templateHooks } from './template-hooks.ts';
import { thresholdHooks } from './threshold-hooks.ts';
import { travelFeedCalls, travelFeeds } from './wall/calls.ts';

const teamServices: TeamServices = { readRules: readFilingRules, checkTeam, readCode: codeWithin };

export const travelServer: ServerModule = {
  name: 'travel',
  home: travelHome,
  homeRows: travelHomeRows,
  homeActs: travelHomeActs,
  begins: travelBeginnings,
  settings: [teamRules, touristRetention],
  messages: Object.values(messages),
  calls: {
    ...quickAddCalls,
    ...availableCalls,
    ...codeCalls,
    ...paperCalls,
    ...roadCalls,
    ...ratingCalls,
    ...travelFeedCalls,
    ...ruleCalls,
  },
  feeds: travelFeeds,
  controllers: () => [
    ...quickAddControllers(),
    ...availableControllers,
    ...codeControllers,
    ...paperControllers,
    ...roadControllers,
    ...ratingControllers,
    ...ruleControllers,
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
  subscribers: { ...productSubscribers, ...roadSubscribers, ...ratingSubscribers },
  scheduled: { ...productScheduled, ...teamTasks, ...anomalyTasks, ...codeScheduled },
};
