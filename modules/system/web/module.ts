import { withAllDeclarations } from '#web/resource/declaration-loader.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';
import {
  calendarYearViews,
  deadlineCalculatorViews,
  divisionTreeViews,
} from './calendar-year-division-tree-and-deadline-calculator-views.ts';
import {
  deadlineRuleVersionsPanels,
  listOptionUsesPanels,
} from './list-option-uses-and-deadline-rule-versions-panels.ts';

export const systemWeb: WebModule = {
  name: 'system',
  screens: {
    admin: {
      'system/setting': () => import('./settings/settings-screen.tsx'),
      'system/schedule': () => import('./scheduled-tasks/scheduled-tasks-screen.tsx'),
      openapi: withAllDeclarations(() => import('./api-reference/api-reference-screen.tsx')),
    },
  },
  recordPanels: { 'system/timeRule': deadlineRuleVersionsPanels, 'system/word': listOptionUsesPanels },
  lenses: {
    'system/area': divisionTreeViews,
    'system/calendar': calendarYearViews,
    'system/timeRule': deadlineCalculatorViews,
  },
};
