import { incidentWallFigures } from '#modules/incident/contract/wall/incident-wall-figures.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { incidentActionsOnMemberHome, incidentLinesOnMemberHome } from '../contract/member-home-lines-and-actions.ts';
import * as messages from '../contract/message-templates.ts';
import { incidentApiCallDescriptions } from './api-call-descriptions.ts';
import { incidentEventSubscribers } from './incident-event-subscribers.ts';
import { incidentInstructionWriteHooks } from './incident-instruction-write-hooks.ts';
import { incidentWriteHooks } from './incident-write-hooks.ts';
import { incidentsOnMap } from './incidents-on-map.ts';
import { nearbyResourcesController } from './nearby-resources-controller.ts';
import { publicRiskNoticesInForceController } from './public-risk-notices-in-force-controller.ts';
import { readIncidentWallPanel } from './read-incident-wall-panel.ts';
import { reportIncidentController } from './report-incident-controller.ts';
import { liftEndedRiskNotices, riskNoticeWriteHooks } from './risk-notice-write-hooks.ts';

export const incidentServer: ServerModule = {
  name: 'incident',
  controllers: () => [nearbyResourcesController, reportIncidentController, publicRiskNoticesInForceController],
  home: incidentLinesOnMemberHome,
  homeActs: incidentActionsOnMemberHome,
  messages: Object.values(messages),
  calls: incidentApiCallDescriptions,
  feeds: { incident: readIncidentWallPanel },
  mapLayers: { incident: incidentsOnMap },
  panelFigures: incidentWallFigures,
  hooks: {
    'incident/incident': incidentWriteHooks,
    'incident/instruction': incidentInstructionWriteHooks,
    'incident/riskNotice': riskNoticeWriteHooks,
  },
  subscribers: incidentEventSubscribers,
  scheduled: { lift_ended_risk_notices: liftEndedRiskNotices },
};
