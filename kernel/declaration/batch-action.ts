import type { Text } from '../text/text.ts';

/**
 * An action on selected rows through a call of the module's own (`<resource>/<act> {ids}`), for all of them or none:
 * restoring deleted rows, resending messages. It has its own permission node and appears as a button above the list and
 * on the page of a row, and in the command palette.
 */
export interface BatchAction {
  readonly label: Text;
  /** Question before the action; `{n}` is the number of rows. */
  readonly confirm: Text;
  /** Message after the action; `{n}` is the number of rows. */
  readonly done: Text;
  /** Offered only for rows whose field has this value. The server decides for each row. */
  readonly on?: readonly [field: string, value: string];
}

export type BatchActions = Readonly<Record<string, BatchAction>>;
