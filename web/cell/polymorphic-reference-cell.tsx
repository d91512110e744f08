import type { AnyField } from '#kernel/declaration/field.ts';
import { type OneOfOptions, parseRowReference, type RelatedRow } from '#kernel/kind/linked/one-of-reference.ts';
import type { AddedRowProperties } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { LabelledRecordLink } from '#web/cell/labelled-record-link.tsx';

/** A reference to a row of one of several resources: its label here, its title, and a link. */
export function PolymorphicReferenceCell({
  field,
  value,
  related,
}: {
  field: AnyField;
  value: unknown;
  related: unknown;
}) {
  const { type, id, title, _heading } = (related ?? {}) as Partial<RelatedRow & AddedRowProperties>;
  const named = parseRowReference(value);
  if (!named) return String(value);
  const label = (field.options as unknown as OneOfOptions).to[named.to];
  // a timeline carries no title of the row
  const loadedTitle = type === named.to && id === named.id ? (_heading ?? title ?? null) : null;
  return <LabelledRecordLink subject={{ resource: named.to, id: named.id, title: loadedTitle }} label={label} />;
}
