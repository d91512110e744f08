import type { RowCondition } from './row-condition.ts';

/** A number, or the name of a setting with one: `auth/security.log_months`. */
export type Span = number | `${string}.${string}`;

/**
 * How long rows are kept: so many days or months, from a date or moment of theirs. Older ones are removed every night.
 * Rows whose date is empty stay.
 */
export type Retention =
  | { readonly days: Span; readonly months?: never }
  | { readonly days?: never; readonly months: Span };

/** A retention of a table. */
export type TableRetention = Retention & {
  /** The column with the moment it counts from. Default: `createtime`. */
  readonly from?: string;
  /** Most rows kept, however young: those with the highest keys. */
  readonly most?: number;
};

/** A retention of the rows of a resource. */
export type RowRetention = TableRetention & {
  /** Only rows that meet these conditions. */
  readonly where?: readonly RowCondition[];
};
