import type { AnyField } from '../declaration/field.ts';

/** Who fills in a form, with the current values of the row. */
export interface FormSituation {
  readonly adding: boolean;
  readonly actor: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Whether a field is required in this situation. Forms mark such a field; forms and the server refuse a missing value.
 */
export function isRequired(
  { required, requiredWhen: when }: AnyField,
  { adding, actor, values }: FormSituation,
): boolean {
  if (required || !when) return required === true;
  if ((when.adding && !adding) || (when.actor && when.actor !== actor)) return false;
  if (when.by === undefined) return true;
  const value = values[when.by];
  const chosen = Array.isArray(value)
    ? value.map(String)
    : value === null || value === undefined
      ? []
      : [String(value)];
  return when.of ? chosen.some((one) => when.of?.includes(one)) : chosen.some((one) => one !== '');
}
