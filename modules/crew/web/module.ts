import type { WebModule } from '#web/shell/module/web-module.ts';
import { ratingReplyPanels } from './rating-reply-record-panel.ts';

export const crewWeb: WebModule = {
  name: 'crew',
  recordPanels: { 'crew/rating': ratingReplyPanels },
};
