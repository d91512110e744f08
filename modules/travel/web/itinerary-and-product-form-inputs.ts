import type { CustomInput } from '#web/form/state/custom-input-registry.ts';

/** Planner for days and stops, in the forms of templates, itineraries and products. */
export const planFormInputs: readonly CustomInput[] = [
  { fields: ['days', 'stops'], wide: true, load: () => import('./itinerary/builder/itinerary-builder-input.tsx') },
];

/** Inputs of itineraries: planner and crew. */
export const itineraryFormInputs: readonly CustomInput[] = [
  ...planFormInputs,
  {
    fields: ['guides', 'vehicles'],
    partly: true,
    wide: true,
    load: () => import('./itinerary/crew/crew-assignment-input.tsx'),
  },
];

/** Inputs of products: planner and price calendar. */
export const productFormInputs: readonly CustomInput[] = [
  ...planFormInputs,
  { fields: ['prices'], wide: true, load: () => import('./product/price/price-calendar-input.tsx') },
];
