import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { holdsSeveralValues } from '#kernel/field/field.ts';
import { parentsOf } from '#kernel/resource/parent-resource.ts';
import { columnThroughParentSql, ownOrParentColumnSql, parentValueSql } from './columns-read-through-parent-row-sql.ts';

/** SQL of the area of a row of alias `t`, its own or its parent's; undefined: resources without area. */
export const areaOfRowSql = (resource: AnyResource, find: FindResource): string | undefined =>
  ownOrParentColumnSql(resource, find, (one) => (Object.hasOwn(one.fields, 'area_code') ? 'area_code' : undefined));

/**
 * SQL array of all areas in which a row of alias `t` is seen: its own area, or those of its parent and of `alsoIn`.
 * Undefined: rows are not seen by area. It is the counterpart of `scopeOf`, for a row instead of a caller.
 */
export function areasOfRowSql(resource: AnyResource, find: FindResource, alias = 't'): string | undefined {
  if (resource.scope === 'area') return `array[${columnThroughParentSql(resource, 'area_code', find, alias)}]`;
  if (resource.scope !== 'parent') return undefined;
  const above = parentsOf(resource, find).some((parent) => areasOfRowSql(parent, find) !== undefined)
    ? [parentValueSql(resource, find, alias, (parent, at) => areasOfRowSql(parent, find, at) ?? 'null::text[]')]
    : [];
  const own = (resource.alsoIn ?? []).map((name) =>
    holdsSeveralValues(resource.fields[name] as AnyField)
      ? `(select array_agg(l.code) from system_area l where l.id = any(${alias}."${name}"))`
      : `array[${alias}."${name}"]`,
  );
  return above.length + own.length === 0 ? undefined : [...above, ...own].join(' || ');
}

/** {@link areasOfRowSql} without empty codes; null where rows are seen only in their own area. */
export const areasWhereRowIsSeenSql = (resource: AnyResource, find: FindResource): string => {
  const areas = isSeenElsewhere(resource, find) ? areasOfRowSql(resource, find) : undefined;
  return areas === undefined ? 'null::text[]' : `array_remove(${areas}, null)`;
};

/** Whether rows are seen in areas other than their own. */
const isSeenElsewhere = (one: AnyResource, find: FindResource): boolean =>
  one.scope === 'parent' &&
  (one.alsoIn !== undefined ||
    (Object.hasOwn(one.fields, 'area_code') && one.fields.area_code?.through === undefined) ||
    parentsOf(one, find).some((parent) => isSeenElsewhere(parent, find)));
