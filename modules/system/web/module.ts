import { withAllDeclarations } from '#web/resource/declaration-loader.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';
import {
  areaListViews,
  calendarListViews,
  deadlineRuleListViews,
} from './calendar-area-and-deadline-rule-list-views.ts';
import { deadlineRuleVersionsPanels, optionUsesPanels } from './record-panels.ts';

export const systemWeb: WebModule = {
  name: 'system',
  screens: {
    admin: {
      'system/setting': () => import('./settings/settings-screen.tsx'),
      'system/schedule': () => import('./scheduled-tasks/scheduled-tasks-screen.tsx'),
      openapi: withAllDeclarations(() => import('./api-reference/api-reference-screen.tsx')),
    },
  },
  recordPanels: { 'system/timeRule': deadlineRuleVersionsPanels, 'system/word': optionUsesPanels },
  lenses: {
    'system/area': areaListViews,
    'system/calendar': calendarListViews,
    'system/timeRule': deadlineRuleListViews,
  },
};
