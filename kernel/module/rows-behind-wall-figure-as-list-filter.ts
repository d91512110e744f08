import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { type Text, text } from '#kernel/text/text.ts';

/** At most so many rows are named by their ids. */
export const maxRowIds = 1_000;

/** The rows behind a number of the wall, with the same filter as the list. */
export interface RowsBehindFigure {
  /** Name of their resource. */
  of: string;
  title: Text;
  /** The number. */
  n: number;
  /** Set when the number is a sum over the rows instead of their count. */
  sum?: SumOfRows;
  /** Unit of the rows. */
  unit?: Text;
  /** Field shown below a row, next to its area. */
  more?: string;
  conditions: readonly Condition[];
  order?: readonly [field: string, direction: 'asc' | 'desc'];
  /**
   * Ids of rows that no filter describes (a cluster of the map); used instead of conditions. Of `n` rows they are those
   * that the caller's list has, at most {@link maxRowIds}.
   */
  ids?: readonly number[];
  /** A feed that answers the ids, and the number of all rows as `total`. */
  source?: { feed: string; query: Readonly<Record<string, string>> };
}

/** The sum: the measure of the resource that sums its rows, and their number. */
interface SumOfRows {
  measure: string;
  /** Unit of the sum; a countable one as `{n|tourist|tourists}`. */
  unit?: Text;
  rows?: number;
}

export const joinFigureTitles = (one: Text, other: Text): Text =>
  text(`${one['zh-cn']} · ${other['zh-cn']}`, `${one.en} · ${other.en}`);
