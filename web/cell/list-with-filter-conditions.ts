import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';

/** A list and the conditions under which it shows the rows of a figure. */
export interface ListWithFilterConditions {
  /** Name of the resource. */
  readonly of: string;
  readonly conditions: readonly Condition[];
}
