import type { BatchActions } from '../declaration/batch-action.ts';
import type { AnyField, Fields } from '../declaration/field.ts';

/** Throws where an act is called what something else is, or is for rows that cannot be told. */
export function checkBatchActions(who: string, acts: BatchActions, fields: Fields, reserved: readonly string[]): void {
  for (const [name, { on }] of Object.entries(acts)) {
    if (!/^[a-z]\w*$/i.test(name) || reserved.includes(name))
      throw new Error(`${who}: an act cannot be called ${name}, another node is`);
    const one: AnyField | undefined = on && Object.hasOwn(fields, on[0]) ? fields[on[0]] : undefined;
    if (on && (!one || one.privacy || one.reads))
      throw new Error(`${who}: act ${name} is for rows told by ${on[0]}, which not everybody reads`);
  }
}
