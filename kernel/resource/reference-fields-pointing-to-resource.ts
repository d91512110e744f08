import type { AnyField } from '../declaration/field.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { isPolymorphicReference, targetsOf } from '../field/field.ts';
import { formatRowReference } from '../kind/linked/one-of-reference.ts';
import { isReference } from '../kind/linked/reference.ts';
import { type Text, text } from '../text/text.ts';

/** Whether a field can refer to rows of this resource, be it the only one or one of several. */
export const refersTo = (one: AnyField, resource: Pick<AnyResource, 'name'>): boolean =>
  (isReference(one) || isPolymorphicReference(one)) &&
  targetsOf(one).some((target) => target.resource === resource.name);

/** The rows of another resource that refer to a record through one field. */
export interface ReferringRows {
  readonly other: AnyResource;
  /** The name of the reference field. */
  readonly field: string;
  /**
   * The label of the rows. If the resource has several such fields or refers to itself, it includes that of the field.
   */
  readonly label: Text;
}

/**
 * All references of other resources to this one, in the order of the modules. References with `related: false` and rows
 * that are edited in the record's own form are left out.
 */
export function rowsReferringTo(resource: AnyResource, resources: readonly AnyResource[]): ReferringRows[] {
  const held = new Set(
    Object.values<AnyField>(resource.fields).flatMap((one) => (one.options.of ? [String(one.options.of)] : [])),
  );
  return resources.flatMap((other) => {
    const fields = Object.entries<AnyField>(other.fields).filter(
      ([, one]) =>
        refersTo(one, resource) && one.options.related !== false && one.filter !== false && one.through === undefined,
    );
    if (held.has(other.name)) return [];
    const several = fields.length > 1 || other.name === resource.name;
    return fields.map(([field, one]) => ({
      other,
      field,
      label: several
        ? text(
            `${other.label['zh-cn']}（${one.label['zh-cn']}）`,
            `${other.label.en} (${one.label.en.charAt(0).toLowerCase()}${one.label.en.slice(1)})`,
          )
        : other.label,
    }));
  });
}

/** The value with which a reference field points at a record, for filters and new rows. */
export const referringValue = (field: AnyField, to: AnyResource, id: number): number | string =>
  isPolymorphicReference(field) ? formatRowReference(to.name, id) : id;
