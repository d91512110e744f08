import type { OwnInput } from '#web/form/own-input.ts';

/** Days and stops of whatever has a plan: templates, itineraries. */
export const planInputs: readonly OwnInput[] = [
  { fields: ['days', 'stops'], wide: true, load: () => import('./itinerary/builder/itinerary-input.tsx') },
];

/** A team has a plan, and those who guide and drive it. */
export const itineraryInputs: readonly OwnInput[] = [
  ...planInputs,
  { fields: ['guides', 'vehicles'], partly: true, wide: true, load: () => import('./itinerary/crew/crew-input.tsx') },
];

/** A product has a plan, and prices by day. */
export const productInputs: readonly OwnInput[] = [
  ...planInputs,
  { fields: ['prices'], wide: true, load: () => import('./product/price/price-input.tsx') },
];
