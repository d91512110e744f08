import type { Text } from '../text/text.ts';
import type { RowCondition } from './row-condition.ts';

/**
 * A figure of the bureau, declared once. Charts above lists, reports and panels of the wall all refer to it by name, so
 * they cannot disagree.
 */
export interface Measure {
  readonly label: Text;
  /** The field to add up. Default: rows are counted. */
  readonly sum?: string;
  /**
   * Shown as a percentage with one decimal: the share of rows that also meet these conditions, or one sum divided by
   * another. Available above the list; not in reports, whose lines are added up.
   */
  readonly percent?: { readonly where: readonly RowCondition[] } | { readonly sum: string; readonly of: string };
  /** Fields to group by: selects, switches, the area, the state. The first is the default. */
  readonly by: readonly string[];
  /** The moment or day that assigns a row to a month. Default: when it was added. */
  readonly at?: string;
  /** Conditions that a row must meet, all of them. */
  readonly where?: readonly RowCondition[];
  /**
   * Updated with every write instead of being counted on demand, for tables of millions of rows. Costs each write one
   * more row.
   */
  readonly materialised?: true;
}
