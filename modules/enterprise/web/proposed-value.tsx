import { type AnyField, kindOf } from '#kernel/field.ts';
import { CellValue } from '#web/cell/cell-value.tsx';

/** Areas, rows, places and personal numbers wait as people read them; everything else in the form of its kind. */
function isAsRead(field: AnyField): boolean {
  const kind = kindOf(field);
  return kind.target !== undefined || kind.column === 'point' || kind.personal === 'number';
}

/** A value of a requested change. */
export function ProposedValue({ name, value, field }: { name: string; value: string; field: AnyField }) {
  if (value !== '' && isAsRead(field)) return value;
  return <CellValue name={name} field={field} row={{ id: 0, [name]: value }} roomy />;
}
