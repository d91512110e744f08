import type { Fields } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isRequired } from '#kernel/field/is-field-required.ts';
import { decodeMessage } from '#kernel/text/validation-messages.ts';
import type { Caller } from '#server/caller.ts';
import { fieldsByProcessingNeededOnWrite } from './fields-grouped-by-processing-needed-on-write.ts';
import { type FieldErrors, isAbsent } from './validate-input-by-field-declarations.ts';

/**
 * Refuses missing values of conditionally required fields (`requiredWhen`). An edit that touches neither the field nor
 * its condition is not refused.
 */
export function refuseMissingConditionallyRequiredValues(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
  errors: FieldErrors,
  caller: Pick<Caller, 'type' | 'locale'>,
): void {
  if (caller.type === 'system') return;
  for (const { name, one } of fieldsByProcessingNeededOnWrite(fields).conditional) {
    const row = { ...before, ...values };
    const by = one.requiredWhen?.by;
    const changed = !before || Object.hasOwn(values, name) || (by !== undefined && Object.hasOwn(values, by));
    if (changed && isAbsent(row[name]) && isRequired(one, { adding: !before, actor: caller.type, values: row }))
      errors[name] ??= [decodeMessage(kindOf(one).absent ?? 'required', caller.locale)];
  }
}
