/** The fields with the first and the last day on which a version is in force. */
export interface FieldsOfDaysInForce<F extends string = string> {
  readonly from: F;
  /** Empty while no end is known. */
  readonly until: F;
}

/**
 * Rows that are changed by new versions: a move copies a row into a draft of its next version, and publishing that
 * replaces the row. The resource has the fields `revision`, `previous_id` and `next_id`, which the server writes.
 */
export interface RowVersionFieldsAndMoves<
  F extends string = string,
  M extends string = string,
  S extends string = string,
> {
  /** The field that is the same in all versions of a row, such as a code. No form changes it. */
  readonly of: F;
  /** The move that copies a row into a draft of its next version. */
  readonly revise: M;
  /** The moves with which a version takes the place of the earlier ones. */
  readonly publish: readonly M[];
  /** The move that the platform makes on the versions that are replaced (`by: []`). */
  readonly replace: M;
  /** The states of published versions, which can be cited and are never deleted. */
  readonly published: readonly S[];
  /**
   * Declares that versions are in force from one day to another. When a version is published, the previous one ends the
   * day before.
   */
  readonly inForce?: FieldsOfDaysInForce<F>;
}
