import { kindOf } from '#kernel/field/field.ts';
import {
  amendmentKindsOfInput,
  amendmentRulesInState,
  kindAndReasonFields,
} from '#kernel/lifecycle/fields-opened-by-amendment-rules.ts';
import { joinList, textIn } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { isUnchanged } from '../field/refuse-locked-fields.ts';
import { type FieldErrors, isAbsent } from '../field/validate-input-by-field-declarations.ts';
import type { LoadedWrite } from './write-phase-and-feature-types.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Notes what is wrong with an edit of a row on file, which must name the kinds and reasons of the amendment and change
 * something. Callers of type `system` are not bound by this. `refuseLockedFields` refuses fields that the kinds do not open.
 */
export function requireKindsReasonsAndChangeInAmendment(
  { resource, caller, before, order: { input } }: LoadedWrite,
  checked: Values,
  isListChanged: boolean,
): FieldErrors {
  const amendments = caller.type === 'system' || !before ? undefined : amendmentRulesInState(resource, before.status);
  if (!amendments) return {};
  const { locale } = caller;
  const { by, label, reasons } = amendments;
  const labelOf = (name: string) => resource.fields[name]?.label[locale] ?? name;
  const errors: FieldErrors = {};
  const stated = amendmentKindsOfInput(amendments, input);
  if (stated.length === 0) {
    const state = resource.life?.states[String(before?.status)]?.[locale];
    const values = { state, by: label[locale], reasons: joinList(reasons.map(labelOf), locale) };
    errors[by] = [textIn(validationMessages.amendment_kinds, locale, values)];
  }
  for (const name of reasons) {
    const field = resource.fields[name];
    if (isAbsent(input[name])) errors[name] = [textIn(validationMessages.required, locale)];
    else if (field && kindOf(field).typed === 'lines' && isUnchanged(field, input[name], before?.[name]))
      errors[name] = [textIn(validationMessages.amendment_again, locale, { label: labelOf(name) })];
  }
  const own = new Set(kindAndReasonFields(amendments));
  const isChanged = Object.entries(checked).some(
    ([name, value]) =>
      !own.has(name) && resource.fields[name] && !isUnchanged(resource.fields[name], value, before?.[name]),
  );
  if (Object.keys(errors).length === 0 && !isChanged && !isListChanged) {
    const field = resource.fields[by];
    const values = { kinds: field ? (kindOf(field).toText?.(stated, field.options, locale) ?? stated.join()) : '' };
    errors[by] = [textIn(validationMessages.amendment_empty, locale, values)];
  }
  return errors;
}
