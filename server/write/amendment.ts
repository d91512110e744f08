import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { amendmentsIn, kindAndReasons, statedKinds } from '#kernel/lifecycle/amendment.ts';
import { messages } from '#kernel/text/message.ts';
import { textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { isUnchanged } from './locked-fields.ts';
import { type FieldErrors, isAbsent } from './validate.ts';

type Values = Readonly<Record<string, unknown>>;

interface Attempt {
  readonly resource: AnyResource;
  readonly caller: Caller;
  readonly before: Values | undefined;
  readonly input: Values;
  /** What would be written, checked. */
  readonly checked: Values;
  /** Whether a list of rows would be another. */
  readonly isListChanged: boolean;
}

/**
 * Refuses to change what is on file but by an amendment: of which kind it is, and why, is said with it, and it changes something.
 * The platform itself is bound by nothing. What its kinds do not open is refused where what is closed is (`locked.ts`).
 */
export function refusePlain({ resource, caller, before, input, checked, isListChanged }: Attempt): FieldErrors {
  const amendments = caller.type === 'system' || !before ? undefined : amendmentsIn(resource, before.status);
  if (!amendments) return {};
  const { locale } = caller;
  const { by, label, reasons } = amendments;
  const labelOf = (name: string) => resource.fields[name]?.label[locale] ?? name;
  const errors: FieldErrors = {};
  const told = statedKinds(amendments, input);
  if (told.length === 0) {
    const state = resource.life?.states[String(before?.status)]?.[locale];
    const words = { state, by: label[locale], reasons: reasons.map(labelOf).join(locale === 'en' ? ', ' : '、') };
    errors[by] = [textIn(messages.amendment_kinds, locale, words)];
  }
  for (const name of reasons) {
    const one = resource.fields[name];
    if (isAbsent(input[name])) errors[name] = [textIn(messages.required, locale)];
    else if (one && kindOf(one).typed === 'lines' && isUnchanged(one, input[name], before?.[name]))
      errors[name] = [textIn(messages.amendment_again, locale, { label: labelOf(name) })];
  }
  const own = new Set(kindAndReasons(amendments));
  const isChanged = Object.entries(checked).some(
    ([name, value]) =>
      !own.has(name) && resource.fields[name] && !isUnchanged(resource.fields[name], value, before?.[name]),
  );
  if (Object.keys(errors).length === 0 && !isChanged && !isListChanged) {
    const one = resource.fields[by];
    const words = { kinds: one ? (kindOf(one).toText?.(told, one.options, locale) ?? told.join()) : '' };
    errors[by] = [textIn(messages.amendment_empty, locale, words)];
  }
  return errors;
}
