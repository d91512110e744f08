import type { WebModule } from '#web/shell/module/web-module.ts';
import { ratingsOfEnforcementChecksScreen } from '../contract/check/enforcement-check-rating-form-and-screen.ts';
import { drawCeremonyScreen } from '../contract/draw/draw-ceremony-screen.ts';
import { roadsideLookupScreen } from '../contract/roadside-lookup-screen-and-answer-types.ts';
import { officerScheduleAndFiguresViewsOfCheckList } from './board/lazy-officer-schedule-and-figures-views-of-check-list.ts';
import {
  checkPanels,
  cyclePanels,
  drawPanels,
  expertDrawPanels,
  frequencyCapPanels,
  planPanels,
} from './check-draw-plan-and-cycle-record-panels.ts';

export const enforcementWeb: WebModule = {
  name: 'enforcement',
  screens: {
    admin: {
      [roadsideLookupScreen.name]: () => import('./roadside-lookup-screen.tsx'),
      [ratingsOfEnforcementChecksScreen.name]: () => import('./check/ratings-of-enforcement-checks-screen.tsx'),
      [drawCeremonyScreen.name]: () => import('./draw/ceremony/draw-ceremony-screen.tsx'),
    },
  },
  recordPanels: {
    'enforcement/check': checkPanels,
    'enforcement/cycle': cyclePanels,
    'enforcement/frequencyCap': frequencyCapPanels,
    'enforcement/plan': planPanels,
    'enforcement/draw': drawPanels,
    'enforcement/expertDraw': expertDrawPanels,
  },
  lenses: { 'enforcement/check': officerScheduleAndFiguresViewsOfCheckList },
  offlineScreens: [roadsideLookupScreen.name],
  tiles: () => import('./wall/enforcement-wall-tiles-and-figures-by-panel.ts'),
};
