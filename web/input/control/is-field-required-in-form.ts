import type { AnyField } from '#kernel/declaration/field.ts';
import { isRequired } from '#kernel/field/is-field-required.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';

/** Columns of child rows that are required, in every row or in one of those present. */
export const requiredChildRowColumns = (
  columns: readonly (readonly [name: string, field: AnyField])[],
  rows: readonly (Readonly<Record<string, unknown>> & { readonly id?: unknown })[],
): ReadonlySet<string> =>
  new Set(
    columns.flatMap(([name, one]) => {
      const inOne = () => rows.some((row) => isRequiredInForm(one, row.id === undefined ? 'add' : 'edit', row));
      return isRequiredInForm(one, 'add') || (one.requiredWhen?.by !== undefined && inOne()) ? [name] : [];
    }),
  );

/** Whether a field is required in a form that adds, edits or prompts, or in a child row of one. */
export const isRequiredInForm = (
  field: AnyField,
  mode: 'add' | 'edit' | 'prompt',
  values: Readonly<Record<string, unknown>> = {},
): boolean =>
  field.requiredWhen === undefined
    ? field.required === true
    : isRequired(field, { adding: mode === 'add', actor: currentArea(), values });
