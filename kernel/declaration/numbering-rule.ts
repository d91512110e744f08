/** How the server numbers the rows of a resource. A pattern alone is short for `{ pattern }`. */
export interface NumberingRule {
  /**
   * Text with placeholders: `{seq}` exactly once (`{seq:6}`: at least six digits); `{yyyy}`, `{yy}`, `{mm}` and `{dd}`
   * of the day; and required fields of the row, whole or cut to their first characters (`{area_code:4}`). If the
   * pattern contains a year, numbers begin at 1 each year.
   */
  readonly pattern: string;
  /**
   * The move that assigns the number, or several of which the first that is made does. A row that has a number keeps it.
   * Default: the number is assigned when the row is added.
   */
  readonly on?: string | readonly string[];
  /** The required date or datetime field whose day fills the placeholders. Default: today in Shanghai. */
  readonly day?: string;
  /**
   * No number is skipped. A row of `number_counter` is locked until the write is committed, so that writes wait for
   * each other; use this only where the law requires it. Default: a sequence, in which refused writes leave gaps.
   */
  readonly gapless?: true;
}
