import type { WebModule } from '#web/shell/module/web-module.ts';
import { ratingPanels } from './record-panels.ts';

export const crewWeb: WebModule = {
  name: 'crew',
  recordPanels: { 'crew/rating': ratingPanels },
};
