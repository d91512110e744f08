import type { Text } from '../text/text.ts';

/**
 * What is done with chosen rows by a call of the module's own (`<resource>/<act> {ids}`), to all of them or to none:
 * deleted rows are put back, messages sent again. It is a permission of its own, a button above the list and on the page
 * of a row, and stands in the palette.
 */
export interface BatchAction {
  readonly label: Text;
  /** Asked before, with how many `{n}` it will be. */
  readonly confirm: Text;
  /** Said after, with how many `{n}` it were. */
  readonly done: Text;
  /** The rows it is for: those whose field holds this. The server has the last word on each. */
  readonly on?: readonly [field: string, value: string];
}

export type BatchActions = Readonly<Record<string, BatchAction>>;
