import type { WebModule } from '#web/shell/web-module.ts';
import { areaLenses, calendarLenses, timeRuleLenses } from './lenses.ts';
import { listOptionPanels, timeRulePanels } from './record-panels.ts';

export const systemWeb: WebModule = {
  name: 'system',
  screens: {
    admin: {
      'system/setting': () => import('./settings.tsx'),
      'system/schedule': () => import('./schedule-screen.tsx'),
      openapi: () => import('./open-api.tsx'),
    },
  },
  recordPanels: { 'system/timeRule': timeRulePanels, 'system/word': listOptionPanels },
  lenses: { 'system/area': areaLenses, 'system/calendar': calendarLenses, 'system/timeRule': timeRuleLenses },
};
