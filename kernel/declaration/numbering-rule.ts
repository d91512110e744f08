/** How the server numbers the rows of a resource. A pattern alone is short for `{ pattern }`. */
export interface NumberingRule {
  /**
   * Text with placeholders: `{seq}` once (`{seq:6}`: at least six digits), `{yyyy}`, `{yy}`, `{mm}` and `{dd}` of the day,
   * and required fields of the row, whole or from their beginning: `{area_code:4}`. With a year, numbers begin at 1 each
   * year.
   */
  readonly pattern: string;
  /** The move that assigns it, once: a row that has a number keeps it. Default: when the row is added. */
  readonly on?: string;
  /** A required date or datetime field with the day of the placeholders. Default: today in Shanghai. */
  readonly day?: string;
  /**
   * No number is skipped: a row of `number_counter` is locked until the write is committed, so that writes queue. Only
   * where the law asks for it. Default: a sequence, where refused writes leave gaps.
   */
  readonly gapless?: true;
}
