import type { AnyField } from '#kernel/declaration/field.ts';
import { citationDayField, isCitation } from '#kernel/version/citation-of-version.ts';
import { currentArea } from '#web/session/area.ts';

/**
 * The `of` parameter of an options call: the reference that is chosen for. Officers choose among the rows they see
 * unless the reference says otherwise; for members the options depend on it.
 */
export const referenceFieldParamOfOptionsCall = (
  field: AnyField,
  name: string,
  of: string | undefined,
): { of?: string } =>
  of && (currentArea() === 'member' || field.options.reach || field.options.among || isCitation(field))
    ? { of: `${of}.${name}` }
    : {};

/** The `on` parameter: of a citation, the day in the form on which the cited version must be in force. */
export function citationDayParamOfOptionsCall(
  field: AnyField,
  values: Readonly<Record<string, unknown>> = {},
): { on?: string } {
  const day = values[citationDayField(field) ?? ''];
  return typeof day === 'string' && day !== '' ? { on: day } : {};
}
