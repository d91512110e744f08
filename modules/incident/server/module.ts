import { incidentWallFigures } from '#modules/incident/contract/wall/incident-wall-figures-for-text-and-pdf.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { incidentToDoLines, reportIncidentActionOnMemberHome } from '../contract/member-home-to-dos-and-actions.ts';
import * as messages from '../contract/message-templates.ts';
import { incidentInstructionWriteHooks } from './address-incident-instruction-and-notify-addressee.ts';
import { incidentWriteHooks } from './incident-report-area-casualties-and-closing-write-hooks.ts';
import { incidentEventSubscribers } from './open-incident-on-sos-and-notify-of-grave-overdue-and-risk-notice.ts';
import { openIncidentsOnWallMap } from './open-incidents-on-wall-map.ts';
import { publicRiskNoticesInForceController } from './public-risk-notices-in-force-controller.ts';
import { readIncidentWallPanel } from './read-incident-wall-panel.ts';
import { reportIncidentController } from './report-incident-controller.ts';
import { resourcesGuidesAndCoachesNearIncidentController } from './resources-guides-and-coaches-near-incident-controller.ts';
import { liftEndedRiskNotices, riskNoticeWriteHooks } from './validate-risk-notice-period-and-lift-ended-ones.ts';
import { incidentFeedApiCallDescriptions } from './wall-feed-api-call-descriptions.ts';

export const incidentServer: ServerModule = {
  name: 'incident',
  controllers: () => [
    resourcesGuidesAndCoachesNearIncidentController,
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
