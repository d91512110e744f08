/** The fields with the first and the last day on which a version is in force. */
export interface DaysInForce<F extends string = string> {
  readonly from: F;
  /** Empty while no end is known. */
  readonly until: F;
}

/**
 * Rows that are changed by new versions: a move copies a row into a draft of its next version, and publishing that
 * replaces the row. The resource has the fields `revision`, `previous_id` and `next_id`, which the server writes.
 */
export interface RowVersions<F extends string = string, M extends string = string, S extends string = string> {
  /** The field that all versions of a row share, and that no form changes: a number, a code. */
  readonly of: F;
  /** The move that copies a row into a draft of its next version. */
  readonly revise: M;
  /** The moves that put a version in the place of those before it. */
  readonly publish: readonly M[];
  /** The move of the platform (`by: []`) that the replaced versions make. */
  readonly replace: M;
  /** The states of versions that have been published: these can be cited, and are never deleted. */
  readonly published: readonly S[];
  /** A version is in force from one day to another; the one before it ends the day before it begins. */
  readonly inForce?: DaysInForce<F>;
}
