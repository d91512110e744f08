import { text } from '#kernel/text/text.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';
import { incidentReportScreen } from '../contract/incident-report-screen-and-fields.ts';

export const incidentWeb: WebModule = {
  name: 'incident',
  screens: { member: { [incidentReportScreen.name]: () => import('./report/report-incident-screen.tsx') } },
  recordPanels: {
    'incident/incident': [
      {
        name: 'command',
        label: text('指挥', 'Command'),
        at: 'head',
        load: () => import('./command/incident-clocks-instructions-and-help-panel.tsx'),
      },
    ],
  },
  tiles: () => import('./wall/incident-wall-tiles-figures-and-drawer-by-panel.ts'),
};
