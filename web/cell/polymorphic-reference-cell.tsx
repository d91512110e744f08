import type { AnyField } from '#kernel/declaration/field.ts';
import { type OneOfOptions, type RelatedRow, readNamedRow } from '#kernel/kind/linked/one-of-reference.ts';
import type { Presented } from '#kernel/wire/envelope.ts';
import { LabelledRecordLink } from '#web/cell/labelled-record-link.tsx';

/** A row of one of several resources: what it is called here, its name, and the way to it. */
export function PolymorphicReferenceCell({
  field,
  value,
  related,
}: {
  field: AnyField;
  value: unknown;
  related: unknown;
}) {
  const { type, id, title, _heading } = (related ?? {}) as Partial<RelatedRow & Presented>;
  const named = readNamedRow(value);
  if (!named) return String(value);
  const label = (field.options as unknown as OneOfOptions).to[named.to];
  // what a timeline tells carries no words of the row
  const loadedTitle = type === named.to && id === named.id ? (_heading ?? title ?? null) : null;
  return <LabelledRecordLink subject={{ resource: named.to, id: named.id, title: loadedTitle }} label={label} />;
}
