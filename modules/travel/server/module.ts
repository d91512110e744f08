import type { ServerModule } from '#server/module.ts';
import { itineraryHooks } from './itinerary-hooks.ts';
import { assignedGuideHooks, assignedVehicleHooks, itineraryStopHooks, touristHooks } from './row-hooks.ts';

export const travelServer: ServerModule = {
  name: 'travel',
  hooks: {
    'travel/itinerary': itineraryHooks,
    'travel/itineraryStop': itineraryStopHooks,
    'travel/tourist': touristHooks,
    'travel/assignedGuide': assignedGuideHooks,
    'travel/assignedVehicle': assignedVehicleHooks,
  },
};
