import type { AnyField } from '../declaration/field.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { namesOneOf, targetsOf } from '../field/field.ts';
import { nameRow } from '../kind/linked/one-of-reference.ts';
import { isReference } from '../kind/linked/reference.ts';
import { type Text, text } from '../text/text.ts';

/** Whether a field refers to rows of a resource, alone or among several. */
export const refersTo = (one: AnyField, resource: Pick<AnyResource, 'name'>): boolean =>
  (isReference(one) || namesOneOf(one)) && targetsOf(one).some((target) => target.resource === resource.name);

/** Rows of another resource that refer to a record. */
export interface RelatedRows {
  readonly other: AnyResource;
  /** Their reference to the record. */
  readonly field: string;
  /** Their label; includes the reference if a resource has several, or refers to itself. */
  readonly label: Text;
}

/**
 * All resources that refer to this one, in the order of the modules. Left out: references with `related: false`, and
 * rows edited in the record's own form.
 */
export function relatedTo(resource: AnyResource, resources: readonly AnyResource[]): RelatedRows[] {
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

/** The value of the reference for a record, for filtering and adding. */
export const referringValue = (field: AnyField, to: AnyResource, id: number): number | string =>
  namesOneOf(field) ? nameRow(to.name, id) : id;
