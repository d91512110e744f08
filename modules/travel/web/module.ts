import type { WebModule } from '#web/shell/module/web-module.ts';
import { guideOnTheRoadScreen } from '../contract/on-the-road/guide-on-the-road-screen.ts';
import { teamCodePublicKeysCall } from '../contract/team-code/team-code-public-keys-call.ts';
import { anomalyRulesViewOfThresholdList } from './anomaly/anomaly-rules-view-of-threshold-list.ts';
import { itineraryFormInputs, planFormInputs, productFormInputs } from './itinerary-and-product-form-inputs.ts';
import {
  planPanels,
  productPlanAndVersionPanels,
  teamCodePanel,
  teamItineraryAndTouristListDownloadsPanel,
} from './itinerary-and-product-record-panels.ts';

const itineraries = () => import('./itinerary/itinerary-list-with-quick-creation-screen.tsx');

export const travelWeb: WebModule = {
  name: 'travel',
  screens: {
    admin: { 'travel/itinerary': itineraries },
    member: {
      'travel/itinerary': itineraries,
      [guideOnTheRoadScreen.name]: () => import('./on-the-road/guide-on-the-road-screen.tsx'),
    },
  },
  recordPanels: {
    'travel/itinerary': [...planPanels, teamCodePanel, teamItineraryAndTouristListDownloadsPanel],
    'travel/product': productPlanAndVersionPanels,
    'travel/template': planPanels,
  },
  lenses: { 'travel/threshold': anomalyRulesViewOfThresholdList },
  formInputs: {
    'travel/itinerary': itineraryFormInputs,
    'travel/product': productFormInputs,
    'travel/template': planFormInputs,
  },
  formWarnings: {
    'travel/itinerary': () => import('./itinerary/trip-kind-mismatch-warnings-in-itinerary-form.ts'),
    'travel/product': () => import('./product/trip-kind-mismatch-warnings-in-product-form.ts'),
  },
  offlineScreens: [guideOnTheRoadScreen.name],
  offlineAnswers: [teamCodePublicKeysCall],
  tiles: () => import('./wall/travel-wall-tiles-and-figures-by-panel.ts'),
};
