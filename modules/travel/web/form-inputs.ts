import type { CustomInput } from '#web/form/state/custom-input-registry.ts';

/** Planner for days and stops, in the forms of templates, itineraries and products. */
export const planInputs: readonly CustomInput[] = [
  { fields: ['days', 'stops'], wide: true, load: () => import('./itinerary/builder/itinerary-builder-input.tsx') },
];

/** Inputs of itineraries: planner and crew. */
export const itineraryInputs: readonly CustomInput[] = [
  ...planInputs,
  { fields: ['guides', 'vehicles'], partly: true, wide: true, load: () => import('./itinerary/crew/crew-input.tsx') },
];

/** Inputs of products: planner and price calendar. */
export const productInputs: readonly CustomInput[] = [
  ...planInputs,
  { fields: ['prices'], wide: true, load: () => import('./product/price/price-calendar-input.tsx') },
];
