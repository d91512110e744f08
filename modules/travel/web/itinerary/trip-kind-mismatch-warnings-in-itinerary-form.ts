import type { FormContradictionWarnings } from '#web/form/state/form-contradiction-warnings-registry.ts';
import { tripKindMismatchCallParams } from '../product/trip-kind-mismatch-call-params.ts';

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Warns in the form of a team that its kind, length and destination contradict each other. */
const itineraryWarnings: FormContradictionWarnings = {
  call: 'travel.itinerary/tripFaults',
  query: (values) =>
    values.kind
      ? {
          ...tripKindMismatchCallParams(values, values.kind, values.area_code),
          start_at: numberOf(values.start_at),
          end_at: numberOf(values.end_at),
        }
      : undefined,
};

export default itineraryWarnings;
