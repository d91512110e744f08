import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isMaskedOrWithheldFromBrowser } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { writableFieldsInState } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { hasPanelReplacingStateAndForm } from '#web/record/record-panel-registry.ts';
import { isEditableInPlace, type WireRow } from '#web/resource/wire-row.ts';

/**
 * How a field is edited in a cell: `typed` and saved by Enter, or `chosen` and saved with the choice. Undefined: it can
 * be edited only in the form.
 */
export function cellEditMode(field: AnyField): 'typed' | 'chosen' | undefined {
  const { typed, chosen } = kindOf(field);
  if (isMaskedOrWithheldFromBrowser(field)) return undefined;
  return typed ? 'typed' : chosen === 'once' ? 'chosen' : undefined;
}

/** Whether a cell can be edited, as far as the row shows. The server decides when editing begins. */
export function isCellEditable(resource: AnyResource, row: WireRow, name: string, field: AnyField): boolean {
  if (hasPanelReplacingStateAndForm(resource) || cellEditMode(field) === undefined) return false;
  return isEditableInPlace(resource, row) && Object.hasOwn(writableFieldsInState(resource, row), name);
}
