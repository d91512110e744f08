import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';

const lengthOf = (rows: unknown): number => (Array.isArray(rows) ? rows.length : 0);
const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What of a trip is compared: type, length, departure place and destinations. */
export const tripKindMismatchCallParams = ({ days, destination_areas }: FormValues, kind: unknown, from: unknown) => ({
  kind: stringOf(kind),
  days: lengthOf(days),
  from: stringOf(from),
  destinations: Array.isArray(destination_areas) ? destination_areas.join(',') : '',
});
