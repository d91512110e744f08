import type { OwnInput } from '#web/form/own-input.ts';

/** Days and stops of whatever has a plan: templates, itineraries. */
export const planInputs: readonly OwnInput[] = [
  { fields: ['days', 'stops'], wide: true, load: () => import('./builder/itinerary-input.tsx') },
];

/** A product has a plan, and prices by day. */
export const productInputs: readonly OwnInput[] = [
  ...planInputs,
  { fields: ['prices'], wide: true, load: () => import('./price/price-input.tsx') },
];
