import type { AnyField, Fields } from './field.ts';
import type { Text } from './text.ts';

/**
 * What is done with chosen rows by a call of the module's own (`<resource>/<act> {ids}`), to all of them or to none:
 * deleted rows are put back, messages sent again. It is a permission of its own, a button above the list and on the page
 * of a row, and stands in the palette.
 */
export interface BatchAction {
  readonly label: Text;
  /** Asked before, with how many `{n}` it will be. */
  readonly asks: Text;
  /** Said after, with how many `{n}` it were. */
  readonly done: Text;
  /** The rows it is for: those whose field holds this. The server has the last word on each. */
  readonly on?: readonly [field: string, value: string];
}

export type BatchActions = Readonly<Record<string, BatchAction>>;

/** Throws where an act is called what something else is, or is for rows that cannot be told. */
export function checkBatchActions(who: string, acts: BatchActions, fields: Fields, taken: readonly string[]): void {
  for (const [name, { on }] of Object.entries(acts)) {
    if (!/^[a-z]\w*$/i.test(name) || taken.includes(name))
      throw new Error(`${who}: an act cannot be called ${name}, another node is`);
    const one: AnyField | undefined = on && Object.hasOwn(fields, on[0]) ? fields[on[0]] : undefined;
    if (on && (!one || one.privacy || one.reads))
      throw new Error(`${who}: act ${name} is for rows told by ${on[0]}, which not everybody reads`);
  }
}
