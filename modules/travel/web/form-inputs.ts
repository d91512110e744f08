import type { CustomInput } from '#web/form/state/custom-inputs.ts';

/** Days and stops of whatever has a plan: templates, itineraries. */
export const planInputs: readonly CustomInput[] = [
  { fields: ['days', 'stops'], wide: true, load: () => import('./itinerary/builder/itinerary-input.tsx') },
];

/** A team has a plan, and those who guide and drive it. */
export const itineraryInputs: readonly CustomInput[] = [
  ...planInputs,
  { fields: ['guides', 'vehicles'], partly: true, wide: true, load: () => import('./itinerary/crew/crew-input.tsx') },
];

/** A product has a plan, and prices by day. */
export const productInputs: readonly CustomInput[] = [
  ...planInputs,
  { fields: ['prices'], wide: true, load: () => import('./product/price/price-input.tsx') },
];
