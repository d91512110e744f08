import type { Text } from '../text/text.ts';
import type { FieldCheck } from './field-check.ts';

/**
 * A figure the bureau goes by, declared once: charts above lists, reports and panels of the wall all ask for it by its
 * name, so that no two of them can disagree.
 */
export interface Measure {
  readonly label: Text;
  /** The field added up; rows are counted unless told. */
  readonly sum?: string;
  /**
   * Told in percent, to one place: the share of its rows that fulfil these as well, or one sum by another. It stands above the
   * list; in reports, whose lines are added up, it does not.
   */
  readonly percent?: { readonly where: readonly FieldCheck[] } | { readonly sum: string; readonly of: string };
  /** Fields that tell rows apart: choices, switches, the area, the state of a life. The first is the usual one. */
  readonly by: readonly string[];
  /** The moment or day that puts a row into a month; when it was added unless told. */
  readonly at?: string;
  /** Only rows that fulfil all of these. */
  readonly where?: readonly FieldCheck[];
  /**
   * Kept up with every write instead of being counted when asked: for tables of millions of rows. Costs each write a
   * row of its own.
   */
  readonly materialised?: true;
}
