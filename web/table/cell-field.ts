import { type AnyField, kindOf } from '#kernel/field.ts';
import type { Input } from '#kernel/kind.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { isKeptHidden, takenFields } from '#web/form/form-values.ts';
import { hasOwnForm } from '#web/record/record-panels.ts';
import { isOffered, type WireRow } from '#web/resource/wire-row.ts';

/** Inputs that have room in a cell: typed and sent by Enter, or chosen and sent with the choice. */
const inCells: Partial<Record<Input, 'typed' | 'chosen'>> = {
  text: 'typed',
  textarea: 'typed',
  number: 'typed',
  money: 'typed',
  date: 'chosen',
  time: 'chosen',
  year: 'chosen',
  datetime: 'chosen',
  switch: 'chosen',
  radio: 'chosen',
  select: 'chosen',
  reference: 'chosen',
  tree: 'chosen',
  area: 'chosen',
};

/** How a field is written in a cell of the table; undefined where it needs the form. */
export const isTypedInCell = (field: AnyField): 'typed' | 'chosen' | undefined =>
  isKeptHidden(field) ? undefined : inCells[kindOf(field).input];

/** Whether a cell can be typed in, as far as the row tells; the server is asked once more when it begins. */
export function mayTypeIn(resource: AnyResource, row: WireRow, name: string, field: AnyField): boolean {
  if (hasOwnForm(resource) || isTypedInCell(field) === undefined) return false;
  return isOffered(resource, row, 'edit') && Object.hasOwn(takenFields(resource, row), name);
}
