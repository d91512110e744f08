import type { AnyField } from '#kernel/declaration/field.ts';
import { isRequired } from '#kernel/field/required.ts';
import { currentArea } from '#web/session/area.ts';

/** The columns of a list of rows that must be given: in every row, or in one that is there as it is filled in. */
export const requiredColumns = (
  columns: readonly (readonly [name: string, field: AnyField])[],
  rows: readonly (Readonly<Record<string, unknown>> & { readonly id?: unknown })[],
): ReadonlySet<string> =>
  new Set(
    columns.flatMap(([name, one]) => {
      const inOne = () => rows.some((row) => isRequiredInForm(one, row.id === undefined ? 'add' : 'edit', row));
      return isRequiredInForm(one, 'add') || (one.requiredWhen?.by !== undefined && inOne()) ? [name] : [];
    }),
  );

/** Whether a field must be given where it stands: in a form that adds, edits or asks, or in a row of a list in one. */
export const isRequiredInForm = (
  field: AnyField,
  mode: 'add' | 'edit' | 'prompt',
  values: Readonly<Record<string, unknown>> = {},
): boolean =>
  field.requiredWhen === undefined
    ? field.required === true
    : isRequired(field, { adding: mode === 'add', actor: currentArea(), values });
