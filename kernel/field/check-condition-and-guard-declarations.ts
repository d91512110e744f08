import type { AnyField } from '../declaration/field.ts';
import { operators } from '../declaration/list-filter-operators-and-conditions.ts';
import type { Guard, RowCondition } from '../declaration/row-condition-and-move-guard.ts';
import { hasColumn, kindOf } from './field.ts';

/** Throws if a guard has no conditions, or compares something that rows do not have. */
export function checkGuardDeclaration(guard: Guard, fields: Readonly<Record<string, AnyField>>): void {
  if (guard.if.length === 0 || guard.or?.length === 0) throw new Error('a guard needs a condition');
  checkConditionDeclarations('a guard', [...guard.if, ...(guard.or ?? [])], fields);
}

/**
 * Throws if declared conditions compare something that rows do not have, or personal data. `who` is the subject of the
 * error message.
 */
export function checkConditionDeclarations(
  who: string,
  checks: readonly RowCondition[],
  fields: Readonly<Record<string, AnyField>>,
): void {
  for (const [name, operator, value] of checks) {
    const one = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!one) throw new Error(`${who} names ${name}, which is not a field`);
    if (!hasColumn(one)) throw new Error(`${who} names ${name}, which has no column`);
    // The result is visible to everybody who sees the row.
    if (one.privacy || kindOf(one).sealed) throw new Error(`${who} names ${name}, which is personal data`);
    if (!operators.includes(operator))
      throw new Error(`${who} compares ${name} by the unknown operator ${String(operator)}`);
    // A filter without a value is ignored, so the condition would hold for every row.
    if (
      operator !== 'NULL' &&
      operator !== 'NOT NULL' &&
      (value === undefined || value === '' || `${String(value)}` === '')
    )
      throw new Error(`${who} compares ${name} without a value`);
  }
}
