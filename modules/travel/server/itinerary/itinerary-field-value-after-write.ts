import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { itinerary } from '../../contract/itinerary/team-itinerary.ts';

export type ItineraryWriteContext = WriteContext<typeof itinerary>;

/** Value of a field once this write is stored. */
export const itineraryFieldValueAfterWrite = <N extends keyof ItineraryWriteContext['values']>(
  { values, before }: Pick<ItineraryWriteContext, 'values' | 'before'>,
  name: N,
): ItineraryWriteContext['values'][N] | null =>
  values[name] === undefined ? ((before as ItineraryWriteContext['values'] | undefined)?.[name] ?? null) : values[name];
