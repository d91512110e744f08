import type { Text } from '../text/text.ts';
import type { RowCondition } from './row-condition-and-move-guard.ts';

/**
 * A statistical figure, declared once. Charts above lists, reports and panels of the wall refer to it by name, so that
 * they always agree.
 */
export interface Measure {
  readonly label: Text;
  /** The field whose values are added up. Default: rows are counted. */
  readonly sum?: string;
  /**
   * The field whose values are averaged over the rows that have one; the figure has one decimal. Like a percentage, it is
   * not available in reports.
   */
  readonly mean?: string;
  /**
   * The figure is a percentage with one decimal: the share of rows that also meet these conditions, or one sum divided
   * by another. It is available above the list, but not in reports, because their lines are added up.
   */
  readonly percent?: { readonly where: readonly RowCondition[] } | { readonly sum: string; readonly of: string };
  /**
   * Fields to group by: selects, switches, the area, the state, and outside of reports references that everybody sees who
   * sees the row (`reach: 'all'`). The first is the default.
   */
  readonly by: readonly string[];
  /** The date or moment that decides to which month a row belongs. Default: when the row was added. */
  readonly at?: string;
  /** Conditions that a row must meet, all of them. */
  readonly where?: readonly RowCondition[];
  /**
   * The figure is updated with every write instead of being computed when it is read. For tables of millions of rows:
   * it costs one more stored row in each write.
   */
  readonly materialised?: true;
}
