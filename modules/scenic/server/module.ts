import { spotCapacityWallFigures } from '#modules/scenic/contract/wall/spot-capacity-wall-figures.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { visitorForecastSettings } from '../contract/forecast/visitor-forecast-settings.ts';
import { scenicActionsOnMemberHome, scenicToDoLines } from '../contract/member-home-to-dos-and-actions.ts';
import {
  crowdWarning,
  flowDataLost,
  forecastUnconfirmed,
  forecastWarning,
  warningUnconfirmed,
} from '../contract/visitor-flow-time-series-and-warning-messages.ts';
import { spotCapacityWriteHooks } from './calculate-and-validate-carrying-capacity-of-spot.ts';
import { closeSpotsOfClosedEnterprise } from './close-spots-of-closed-enterprise.ts';
import { spotsTodayController } from './crowds-at-spots-today-controller.ts';
import { spotForecastControllers } from './forecast/spot-forecast-controller.ts';
import { forecastCronJobs } from './forecast-cron-jobs.ts';
import { readCapacityWallPanel } from './read-capacity-wall-panel.ts';
import { resetVisitorsInsideAtMidnight } from './reset-visitors-inside-at-midnight.ts';
import {
  setSpotLimitsToCapacityInForceAtMidnight,
  setSpotLimitsToPublishedCapacity,
} from './set-spot-limits-to-capacity-in-force.ts';
import { spotsByCrowdLevelOnMap } from './spots-by-crowd-level-on-map.ts';
import {
  manualVisitorCountWriteHooks,
  storeManualVisitorCountsAsReadings,
} from './validate-manual-visitor-counts-and-store-as-readings.ts';
import { spotWriteHooks } from './validate-spot-opening-seasons-and-operator-upon-reopening.ts';
import { scenicFeedApiCallDescriptions } from './wall-feed-api-call-descriptions.ts';
import {
  notifyOfLostData,
  notifyOfUnconfirmedWarning,
  notifyOfWarnings,
} from './warning/notify-of-crowd-warnings-and-lost-flow-data.ts';
import { updateWarningsOnLevelEvents } from './warning/raise-replace-and-clear-warnings.ts';
import { crowdWarningWriteHooks } from './warning/record-measures-and-late-confirmation-of-crowd-warning.ts';
import { visitorCurveAndMeasuresOfCrowdWarningControllers } from './warning/visitor-curve-and-measures-of-crowd-warning-controllers.ts';
import { dailyTotalWarningCronJob } from './warning/warn-of-daily-visitor-totals.ts';

export const scenicServer: ServerModule = {
  name: 'scenic',
  home: scenicToDoLines,
  homeActs: scenicActionsOnMemberHome,
  calls: scenicFeedApiCallDescriptions,
  feeds: { capacity: readCapacityWallPanel },
  mapLayers: { spot: spotsByCrowdLevelOnMap },
  panelFigures: spotCapacityWallFigures,
  controllers: () => [
    spotsTodayController,
    ...visitorCurveAndMeasuresOfCrowdWarningControllers,
    ...spotForecastControllers,
  ],
  settings: [visitorForecastSettings],
  keep: {
    scenic_day_curve: { days: 1100, from: 'day' },
    scenic_forecast_error: { days: 90, from: 'day' },
    scenic_forecast_past: { days: 31, from: 'made_at' },
  },
  hooks: {
    'scenic/spot': spotWriteHooks,
    'scenic/capacity': spotCapacityWriteHooks,
    'scenic/count': manualVisitorCountWriteHooks,
    'scenic/warning': crowdWarningWriteHooks,
  },
  messages: [crowdWarning, forecastWarning, warningUnconfirmed, forecastUnconfirmed, flowDataLost],
  subscribers: {
    follow_published_capacity: setSpotLimitsToPublishedCapacity,
    close_spots_of_closed_enterprise: closeSpotsOfClosedEnterprise,
    store_entered_counts: storeManualVisitorCountsAsReadings,
    follow_levels_of_flow: updateWarningsOnLevelEvents,
    notify_of_warnings: notifyOfWarnings,
    notify_of_unconfirmed_warning: notifyOfUnconfirmedWarning,
    notify_of_lost_data: notifyOfLostData,
  },
  scheduled: {
    follow_capacities_at_midnight: setSpotLimitsToCapacityInForceAtMidnight,
    reset_flow_at_midnight: resetVisitorsInsideAtMidnight,
    ...forecastCronJobs,
    follow_daily_totals: dailyTotalWarningCronJob,
  },
};
