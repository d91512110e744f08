import type { AnyField } from '../declaration/field.ts';
import type { OptionCondition } from '../kind/select.ts';

const conditionOf = (one: AnyField): OptionCondition | undefined => one.options.fits as OptionCondition | undefined;

/** Whether an option is allowed in view of the other values of the row (`fits`). */
export function isOptionAllowedByOtherFields(
  one: AnyField,
  option: string,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const fits = conditionOf(one);
  if (!fits || !Object.values(fits.only).some((list) => list.includes(option))) return true;
  const given = String(values[fits.by] ?? '');
  return Object.hasOwn(fits.only, given) && (fits.only[given]?.includes(option) ?? false);
}

/** Throws if options depend on a field without options, or on values that cannot be chosen there. */
export function checkDeclaredOptionDependencies(who: string, fields: Readonly<Record<string, AnyField>>): void {
  for (const [name, one] of Object.entries(fields)) {
    const fits = conditionOf(one);
    if (!fits) continue;
    const other = fields[fits.by];
    if (!other?.options.options) throw new Error(`${who}.${name} depends on ${fits.by}, which has no options`);
    const hasOption = (of: AnyField, option: string) => Object.hasOwn(of.options.options as object, option);
    for (const [given, list] of Object.entries(fits.only)) {
      const wrong = hasOption(other, given) ? list.find((option) => !hasOption(one, option)) : given;
      if (wrong !== undefined) throw new Error(`${who}.${name}: ${wrong} is not an option`);
    }
  }
}
