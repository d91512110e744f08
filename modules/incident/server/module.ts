import { incidentWallFigures } from '#modules/incident/contract/wall/incident-wall-figures.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { incidentToDoLines, reportIncidentActionOnMemberHome } from '../contract/member-home-to-dos-and-actions.ts';
import * as messages from '../contract/message-templates.ts';
import { incidentWriteHooks } from './check-incident-report-and-fill-in-its-area.ts';
import { liftEndedRiskNotices, riskNoticeWriteHooks } from './check-risk-notice-and-lift-ended-ones.ts';
import { emergencyResourcesNearIncidentController } from './emergency-resources-near-incident-controller.ts';
import { incidentEventSubscribers } from './open-incident-of-sos-and-notify-of-grave-or-overdue.ts';
import { openIncidentsOnWallMap } from './open-incidents-on-wall-map.ts';
import { publicRiskNoticesInForceController } from './public-risk-notices-in-force-controller.ts';
import { readIncidentWallPanel } from './read-incident-wall-panel.ts';
import { reportIncidentController } from './report-incident-controller.ts';
import { incidentInstructionWriteHooks } from './send-instruction-to-its-officer.ts';
import { incidentFeedApiCallDescriptions } from './wall-feed-api-call-descriptions.ts';

export const incidentServer: ServerModule = {
  name: 'incident',
  controllers: () => [
    emergencyResourcesNearIncidentController,
    reportIncidentController,
    publicRiskNoticesInForceController,
  ],
  home: incidentToDoLines,
  homeActs: reportIncidentActionOnMemberHome,
  messages: Object.values(messages),
  calls: incidentFeedApiCallDescriptions,
  feeds: { incident: readIncidentWallPanel },
  mapLayers: { incident: openIncidentsOnWallMap },
  panelFigures: incidentWallFigures,
  hooks: {
    'incident/incident': incidentWriteHooks,
    'incident/instruction': incidentInstructionWriteHooks,
    'incident/riskNotice': riskNoticeWriteHooks,
  },
  subscribers: incidentEventSubscribers,
  scheduled: { lift_ended_risk_notices: liftEndedRiskNotices },
};
