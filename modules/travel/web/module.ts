import type { WebModule } from '#web/shell/module/web-module.ts';
import { guideScreen } from '../contract/on-the-road/guide-screen.ts';
import { publicKeysCall } from '../contract/team-code/public-keys-call.ts';
import { thresholdListLenses } from './anomaly/alternative-threshold-list-views.ts';
import { itineraryInputs, planInputs, productInputs } from './form-inputs.ts';
import { planPanels, productPanels, teamCodePanel, teamPrintsPanel } from './record-panels.ts';

const itineraries = () => import('./itinerary/itinerary-list-screen.tsx');

export const travelWeb: WebModule = {
  name: 'travel',
  screens: {
    admin: { 'travel/itinerary': itineraries },
    member: { 'travel/itinerary': itineraries, [guideScreen.name]: () => import('./on-the-road/road-screen.tsx') },
  },
  recordPanels: {
    'travel/itinerary': [...planPanels, teamCodePanel, teamPrintsPanel],
    'travel/product': productPanels,
    'travel/template': planPanels,
  },
  lenses: { 'travel/threshold': thresholdListLenses },
  formInputs: { 'travel/itinerary': itineraryInputs, 'travel/product': productInputs, 'travel/template': planInputs },
  formWarnings: {
    'travel/itinerary': () => import('./itinerary/trip-kind-warnings.ts'),
    'travel/product': () => import('./product/product-kind-warnings.ts'),
  },
  offlineScreens: [guideScreen.name],
  offlineAnswers: [publicKeysCall],
  tiles: () => import('./wall/tiles.ts'),
};
