import type { Fields } from '#kernel/declaration/field.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';

import { isOptionAllowedByOtherFields } from '#kernel/field/options-that-depend-on-another-field.ts';

import type { OptionCondition } from '#kernel/kind/select.ts';
import type { ListedOption } from '#kernel/option/declare-editable-option-list.ts';
import { isSelectableOnDay } from '#kernel/option/options-selectable-today.ts';
import { type Locale, textIn } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';

import { fieldsByProcessingNeededOnWrite } from './fields-grouped-by-processing-needed-on-write.ts';
import type { FieldErrors } from './validate-input-by-field-declarations.ts';

const valuesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Refuses options that are retired or not yet in force, unless the row already has them. */
export function refuseRetiredOptions(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
  errors: FieldErrors,
  locale: Locale,
): void {
  for (const { name, one: field } of fieldsByProcessingNeededOnWrite(fields).worded) {
    if (!Object.hasOwn(values, name)) continue;
    const listed = field.options.options as Readonly<Record<string, ListedOption>>;
    const held = valuesOf(before?.[name]);
    for (const one of valuesOf(values[name])) {
      if (typeof one !== 'string' || held.includes(one)) continue;
      const word = Object.hasOwn(listed, one) ? listed[one] : undefined;
      if (word && !isSelectableOnDay(word))
        errors[name] = [textIn(validationMessages.retired_option, locale, { option: word[locale] })];
    }
  }
}

/**
 * Refuses options that do not go with the other values of the row, whichever of the two was sent. A combination already
 * stored may stay.
 */
export function refuseUnfitOptions(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
  errors: FieldErrors,
  locale: Locale,
): void {
  for (const { name, one } of fieldsByProcessingNeededOnWrite(fields).fitted) {
    const fits = one.options.fits as OptionCondition;
    const row = { ...before, ...values };
    const changed = [name, fits.by].some((each) => Object.hasOwn(values, each) && values[each] !== before?.[each]);
    const value = row[name];
    if (!changed || typeof value !== 'string' || isOptionAllowedByOtherFields(one, value, row)) continue;
    const option = (one.options.options as Readonly<Record<string, Option>>)[value];
    const by = fields[fits.by]?.label[locale] ?? fits.by;
    errors[name] ??= [
      textIn(validationMessages.misfit_option, locale, {
        option: option?.[locale] ?? value,
        by: locale === 'en' ? by.toLowerCase() : by,
      }),
    ];
  }
}
