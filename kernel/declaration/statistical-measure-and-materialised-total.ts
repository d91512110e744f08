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

/**
 * A number of rows, or the sum of a field over them, that is updated with every write, by area and by further fields.
 * Panels of the wall are read from it instead of from the rows. It is not shown anywhere by itself.
 */
export interface MaterialisedTotal {
  /** Fields with few values, besides the area. A row counts for each value of a field that lists keys. */
  readonly by?: readonly string[];
  /** A field with a place: rows are counted by the cell of the map in which it lies as well, for layers of the map. */
  readonly byMapCellOf?: string;
  /** The date or moment that decides for which day a row counts. Default: totals are of all time. */
  readonly at?: string;
  /** The field whose values are added up. */
  readonly sum?: string;
  /** Conditions that a row must meet, all of them. */
  readonly where?: readonly RowCondition[];
  /**
   * Also kept for each prefecture, for each province and for the country, so that these are read without adding up all
   * counties. For totals by day or of many values: every write stores four times as much.
   */
  readonly byAreaLevel?: true;
}
