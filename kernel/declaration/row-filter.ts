import type { AnyField } from './field.ts';

/** A filter by what rows of a list say, which the row itself does not: teams by the plates of their vehicles. */
export interface RowFilter {
  /** What it is called, and the kind its values are compared as. */
  readonly field: AnyField;
  /** The field of the resource that holds the list. */
  readonly list: string;
  /** Fields of its rows, one of which has to fulfil the condition: `plate`, or through a reference `driver_id.name`. */
  readonly by: readonly string[];
}
