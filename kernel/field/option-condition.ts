import type { AnyField } from '../declaration/field.ts';
import type { OptionCondition } from '../kind/select.ts';

const fittingOf = (one: AnyField): OptionCondition | undefined => one.options.fits as OptionCondition | undefined;

/** Whether an option of a field goes with what the row holds beside it. */
export function isOptionAllowed(one: AnyField, option: string, values: Readonly<Record<string, unknown>>): boolean {
  const fits = fittingOf(one);
  if (!fits || !Object.values(fits.only).some((list) => list.includes(option))) return true;
  const given = String(values[fits.by] ?? '');
  return Object.hasOwn(fits.only, given) && (fits.only[given]?.includes(option) ?? false);
}

/** Throws where a field's options go with what cannot be chosen. */
export function checkOptionConditions(who: string, fields: Readonly<Record<string, AnyField>>): void {
  for (const [name, one] of Object.entries(fields)) {
    const fits = fittingOf(one);
    if (!fits) continue;
    const beside = fields[fits.by];
    if (!beside?.options.options) throw new Error(`${who}.${name} goes by ${fits.by}, which has no options`);
    const known = (of: AnyField, option: string) => Object.hasOwn(of.options.options as object, option);
    for (const [given, list] of Object.entries(fits.only)) {
      const wrong = known(beside, given) ? list.find((option) => !known(one, option)) : given;
      if (wrong !== undefined) throw new Error(`${who}.${name}: ${wrong} is no option`);
    }
  }
}
