import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { emergencyResource } from './emergency-resource.ts';
import { incident } from './incident.ts';
import { incidentInstruction } from './incident-instruction.ts';
import { incidentReportScreen } from './incident-report-screen-and-fields.ts';
import { incidentMapLayer, incidentWallPanels } from './incident-wall-panels.ts';
import { riskNotice } from './risk-notice.ts';
import { publicRiskNoticesPage } from './risk-notices-answer-types-and-path-of-public-page.ts';

/** Safety incidents, from calls for help and reports to the account given of them, and notices of risk (domain reference §2.AC). */
export const incidentModule = module_({
  name: 'incident',
  label: text('应急', 'Emergencies'),
  icon: 'alert',
  weigh: 82,
  entries: [incident, incidentInstruction, riskNotice, emergencyResource],
  member: [incidentReportScreen],
  pages: [publicRiskNoticesPage],
  panels: incidentWallPanels,
  mapLayers: [incidentMapLayer],
});
