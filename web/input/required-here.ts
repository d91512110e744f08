import type { AnyField } from '#kernel/field.ts';
import { isRequired } from '#kernel/required.ts';
import { currentArea } from '#web/session/area.ts';

/** Whether a field must be given where it stands: in a form that adds, edits or asks, or in a row of a list in one. */
export const isRequiredHere = (
  field: AnyField,
  mode: 'add' | 'edit' | 'ask',
  values: Readonly<Record<string, unknown>> = {},
): boolean =>
  field.requiredWhen === undefined
    ? field.required === true
    : isRequired(field, { adding: mode === 'add', actor: currentArea(), values });
