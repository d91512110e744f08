import type { WebModule } from '#web/shell/module/web-module.ts';
import { ratingReplyPanels } from './record-panels.ts';

export const crewWeb: WebModule = {
  name: 'crew',
  recordPanels: { 'crew/rating': ratingReplyPanels },
};
