import type { RowCondition } from './row-condition-and-move-guard.ts';

/** A number, or the name of the setting that contains it: `auth/security.log_months`. */
export type RetentionLength = number | `${string}.${string}`;

/**
 * How many days or months rows are kept, counted from a date or moment in the row. Older ones are removed every night.
 * Rows without that date are never removed.
 */
export type Retention =
  | { readonly days: RetentionLength; readonly months?: never }
  | { readonly days?: never; readonly months: RetentionLength };

/** How long the rows of a table are kept. */
export type TableRetention = Retention & {
  /** The column with the date or moment from which the time counts. Default: `createtime`. */
  readonly from?: string;
  /** The largest number of rows that are kept, whatever their age: those with the highest keys. */
  readonly most?: number;
};

/** How long the rows of a resource are kept. */
export type RowRetention = TableRetention & {
  /** Only rows that meet these conditions. */
  readonly where?: readonly RowCondition[];
};
