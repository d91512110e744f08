import type { AnyField } from './field.ts';

/** A filter on the rows of a list of the resource: teams by the plates of their vehicles. */
export interface FilterByChildRows {
  /** Its label, and the kind by which values are compared. */
  readonly field: AnyField;
  /** The list field of the resource. */
  readonly list: string;
  /** Fields of the list's rows, one of which must match: `plate`, or through a reference `driver_id.name`. */
  readonly by: readonly string[];
}
