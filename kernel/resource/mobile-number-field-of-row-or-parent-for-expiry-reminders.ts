import type { AnyField, Fields } from '../declaration/field.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { checkConditionDeclarations } from '../field/check-condition-and-guard-declarations.ts';
import { hasColumn, kindOf } from '../field/field.ts';
import { allColumnsOf } from './all-columns-of-resource.ts';
import { parentOf } from './parent-resource.ts';

/**
 * Throws if reminders of expiring documents (`ends`) have no mobile number, or if the rows of `unless` do not refer to
 * the row.
 */
export function checkMobileForExpiryReminders(resources: readonly AnyResource[], find: FindResource): void {
  for (const one of resources) {
    if (!one.ends) continue;
    if (!reminderMobileFieldInRowOrParent(one, find))
      throw new Error(`${one.name}: ${one.ends.mobile} is not a mobile field of the resource or its parent`);
    const { unless } = one.ends;
    if (!unless) continue;
    const other = find(unless.of);
    const [by, day]: (AnyField | undefined)[] = [other?.fields[unless.by], other?.fields[unless.day]];
    if (!other || by?.options.to !== one.name || !day || kindOf(day).column !== 'date')
      throw new Error(`${one.name}: ${unless.of} does not refer to its documents`);
    checkConditionDeclarations(`${one.name}: ${unless.of}`, unless.where, allColumnsOf(other));
  }
}

/** Where the mobile number for reminders is: in the row itself, or in its parent (`above`). Undefined: nowhere. */
export function reminderMobileFieldInRowOrParent(one: AnyResource, find: FindResource): 'row' | 'above' | undefined {
  const is = (fields: Fields) => {
    const field = fields[one.ends?.mobile ?? ''];
    return field !== undefined && hasColumn(field) && kindOf(field).keyboard === 'tel';
  };
  if (is(one.fields)) return 'row';
  return one.partOf !== undefined && is(parentOf(one, find).fields) ? 'above' : undefined;
}
