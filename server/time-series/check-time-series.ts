import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import type { AnyTimeSeries } from '#kernel/module/time-series.ts';

/** Column type of a value. */
export const columnTypeOf = (one: AnyField): string => kindOf(one).column;

/** Throws if a series refers to no declared resource, or uses the table of a resource or of another series. */
export function checkTimeSeries(all: readonly AnyTimeSeries[], find: FindResource): void {
  const names = new Set<string>();
  for (const one of all) {
    parentOfSeries(one, find);
    const name = one.name.toLowerCase();
    if (find(name) || names.has(name)) throw new Error(`series ${one.name}: the name is taken`);
    names.add(name);
  }
}

/** The resource whose rows the readings belong to. Throws if it is not declared. */
export function parentOfSeries(one: AnyTimeSeries, find: FindResource): AnyResource {
  const parent = find(one.of);
  if (!parent) throw new Error(`series ${one.name}: ${one.of} is not declared`);
  return parent;
}
