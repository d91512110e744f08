import type { OwnInput } from '#web/form/own-input.ts';

/** Days and stops of whatever has a plan: products, templates, itineraries. */
export const planInputs: readonly OwnInput[] = [
  { fields: ['days', 'stops'], wide: true, load: () => import('./builder/itinerary-input.tsx') },
];
