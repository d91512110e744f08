import type { AnyField } from '#kernel/declaration/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { type FieldErrors, validateField } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import { childResourceOf, childRowFields, childRowsIn } from '#web/resource/child-rows-in-form.ts';

const texts = { wrong: text('有 {n} 处需要更正', '{n} {n|item|items} {n|needs|need} correction') };

/** The errors in the rows of a list, by place within it: `3.name`, `3.stops.0.name`. */
export function validateRows(field: AnyField, value: unknown, initial: unknown, locale: Locale): FieldErrors {
  const child = childResourceOf(field);
  const began = new Map(childRowsIn(initial).map((row) => [row.id, row]));
  const errors: Record<string, readonly string[]> = {};
  childRowsIn(value).forEach((row, place) => {
    const old = row.id === undefined ? undefined : began.get(row.id);
    for (const [name, one] of Object.entries(childRowFields(child, row))) {
      const mode = old ? 'edit' : 'add';
      for (const message of validateField(one, row[name], { locale, mode, initial: old?.[name], values: row }).slice(
        0,
        1,
      ))
        errors[`${place}.${name}`] = [message];
      if (!isChildList(one)) continue;
      for (const [at, messages] of Object.entries(validateRows(one, row[name], old?.[name], locale)))
        errors[`${place}.${name}.${at}`] = messages;
    }
  });
  return errors;
}

/** The errors of a form together with those of one of its lists. The list itself gets their number. */
export function withRowErrors(errors: FieldErrors, name: string, within: FieldErrors, locale: Locale): FieldErrors {
  const others = Object.entries(errors).filter(([at]) => !at.startsWith(`${name}.`));
  const n = Object.keys(within).length;
  const places = Object.entries(within).map(([at, messages]) => [`${name}.${at}`, messages] as const);
  const counted = n > 0 ? [[name, [textIn(texts.wrong, locale, { n })]] as const] : [];
  return Object.fromEntries([...others, ...counted, ...places]);
}

/** The errors within a list, by place. */
export const errorsWithin = (errors: FieldErrors, name: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([at, messages]) =>
      at.startsWith(`${name}.`) ? [[at.slice(name.length + 1), messages]] : [],
    ),
  );
