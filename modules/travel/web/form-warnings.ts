import type { FormValues } from '#web/form/state/form-values.ts';
import type { FormWarnings } from '#web/form/state/form-warnings.ts';

const lengthOf = (rows: unknown): number => (Array.isArray(rows) ? rows.length : 0);
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const tripQuery = ({ days, destination_areas }: FormValues, kind: unknown, from: unknown) => ({
  kind: stringOf(kind),
  days: lengthOf(days),
  from: stringOf(from),
  destinations: Array.isArray(destination_areas) ? destination_areas.join(',') : '',
});

/** Warns in the form of a team that its kind, length and destination contradict each other. */
export const itineraryWarnings: FormWarnings = {
  call: 'travel.itinerary/tripFaults',
  query: (values) =>
    values.kind
      ? {
          ...tripQuery(values, values.kind, values.area_code),
          start_at: numberOf(values.start_at),
          end_at: numberOf(values.end_at),
        }
      : undefined,
};

/** The same for products. */
export const productWarnings: FormWarnings = {
  call: 'travel.product/tripFaults',
  query: (values) => (values.category ? tripQuery(values, values.category, values.departure_area) : undefined),
};
