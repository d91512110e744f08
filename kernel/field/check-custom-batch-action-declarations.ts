import type { CustomBatchActions } from '../declaration/custom-batch-action.ts';
import type { AnyField, Fields } from '../declaration/field.ts';

/**
 * Throws if the name of a batch action is taken, or if it depends on a field that not everybody may read. `reserved`
 * are the names of all other permission nodes.
 */
export function checkCustomBatchActionDeclarations(
  who: string,
  acts: CustomBatchActions,
  fields: Fields,
  reserved: readonly string[],
): void {
  for (const [name, { on }] of Object.entries(acts)) {
    if (!/^[a-z]\w*$/i.test(name) || reserved.includes(name))
      throw new Error(`${who}: a batch action cannot be called ${name}, the name of another node`);
    const one: AnyField | undefined = on && Object.hasOwn(fields, on[0]) ? fields[on[0]] : undefined;
    if (on && (!one || one.privacy || one.reads))
      throw new Error(`${who}: batch action ${name} depends on ${on[0]}, which not everybody may read`);
  }
}
