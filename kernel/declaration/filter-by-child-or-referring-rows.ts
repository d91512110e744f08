import type { AnyField } from './field.ts';

/** A filter of a list by what the child rows contain: teams by the plates of their vehicles. */
export interface FilterByChildRows {
  /** The label of the filter, and the kind of field that decides how values are compared. */
  readonly field: AnyField;
  /** The field of the resource that lists the child rows. */
  readonly list: string;
  /**
   * The fields of the child rows that are compared, one of which must match: `plate`, or through a reference
   * `driver_id.name`.
   */
  readonly by: readonly string[];
}

/** A filter of a list by rows that refer to its rows: enterprises by the days on which they were checked. */
export interface FilterByReferringRows {
  /** The label of the filter, and the kind of field that decides how values are compared. */
  readonly field: AnyField;
  /** The resource that refers. Of its rows, those that the caller may list take part. */
  readonly of: string;
  /** Its reference to the filtered resource. */
  readonly by: string;
  /** Its field that is compared. */
  readonly at: string;
}

export type FilterByRelatedRows = FilterByChildRows | FilterByReferringRows;
