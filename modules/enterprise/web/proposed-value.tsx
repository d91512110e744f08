import type { AnyField } from '#kernel/field.ts';
import { CellValue } from '#web/cell/cell-value.tsx';

/** Areas, places and personal data wait as people read them; everything else in the form of its kind. */
const asRead: ReadonlySet<AnyField['kind']> = new Set(['area', 'place', 'mobile', 'idNumber', 'email', 'reference']);

/** A value of a requested change. */
export function ProposedValue({ name, value, field }: { name: string; value: string; field: AnyField }) {
  if (value !== '' && asRead.has(field.kind)) return value;
  return <CellValue name={name} field={field} row={{ id: 0, [name]: value }} roomy />;
}
