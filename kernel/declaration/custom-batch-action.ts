import type { Text } from '../text/text.ts';

/**
 * An action on selected rows that a module implements by a call of its own (`<resource>/<act> {ids}`): restoring
 * deleted rows, resending messages. It applies to all selected rows or to none. It has its own permission node. It
 * appears as a button above the list and on the page of a row, and in the command palette.
 */
export interface CustomBatchAction {
  readonly label: Text;
  /** Question before the action; `{n}` is the number of rows. */
  readonly confirm: Text;
  /** Message after the action; `{n}` is the number of rows. */
  readonly done: Text;
  /**
   * If given, the action is offered only for rows whose field has one of these values. Whether it is allowed is for the server
   * to check, row by row.
   */
  readonly on?: readonly [field: string, ...values: string[]];
}

export type CustomBatchActions = Readonly<Record<string, CustomBatchAction>>;
