import type { Hooks } from '#server/write/hooks.ts';
import type { itinerary } from '../contract/itinerary.ts';
import { checkTrip, countList, numberTeam } from './itinerary-values.ts';
import { countUse } from './template-use.ts';

/** What is special about itineraries: their number, what their list comes to, and what is held against each other. */
export const itineraryHooks: Hooks<typeof itinerary> = {
  async add(context) {
    checkTrip(context);
    numberTeam(context);
    await countUse(context);
    await countList(context);
  },
  async edit(context) {
    checkTrip(context);
    await countList(context);
  },
};
