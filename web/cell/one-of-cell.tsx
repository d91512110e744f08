import type { AnyField } from '#kernel/field.ts';
import { type OneOfOptions, type RelatedRow, readNamedRow } from '#kernel/kind/one-of.ts';
import { SubjectCell } from '#web/cell/subject-cell.tsx';

/** A row of one of several resources: what it is called here, its name, and the way to it. */
export function OneOfCell({ field, value, related }: { field: AnyField; value: unknown; related: unknown }) {
  const { type, id, title } = (related ?? {}) as Partial<RelatedRow>;
  const named = readNamedRow(value);
  if (!named) return String(value);
  const label = (field.options as unknown as OneOfOptions).to[named.to];
  // what a timeline tells carries no words of the row
  const known = type === named.to && id === named.id ? (title ?? null) : null;
  return <SubjectCell subject={{ resource: named.to, id: named.id, title: known }} label={label} />;
}
