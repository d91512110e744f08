import type { WebModule } from '#web/shell/web-module.ts';
import { publicKeysCall } from '../contract/pages.ts';
import { guideScreen } from '../contract/road-options.ts';
import { itineraryInputs, planInputs, productInputs } from './form-inputs.ts';
import { planPanels, productPanels, teamCodePanel, teamPapersPanel } from './record-panels.ts';
import { thresholdLenses } from './rules/lenses.ts';

const itineraries = () => import('./quick/itineraries.tsx');

export const travelWeb: WebModule = {
  name: 'travel',
  screens: {
    admin: { 'travel/itinerary': itineraries },
    member: { 'travel/itinerary': itineraries, [guideScreen.name]: () => import('./road/road-screen.tsx') },
  },
  recordPanels: {
    'travel/itinerary': [...planPanels, teamCodePanel, teamPapersPanel],
    'travel/product': productPanels,
    'travel/template': planPanels,
  },
  lenses: { 'travel/threshold': thresholdLenses },
  formInputs: { 'travel/itinerary': itineraryInputs, 'travel/product': productInputs, 'travel/template': planInputs },
  offlineScreens: [guideScreen.name],
  offlineAnswers: [publicKeysCall],
  tiles: () => import('./wall/tiles.ts'),
};
