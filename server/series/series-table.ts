import { type AnyField, kindOf } from '#kernel/field.ts';
import type { FindResource } from '#kernel/part.ts';
import type { AnyResource } from '#kernel/resource.ts';
import type { AnySeries } from '#kernel/series.ts';

/** Type of the column of a value. */
export const columnOf = (one: AnyField): string => kindOf(one).column;

/** The resource whose rows the readings are of. Throws where nobody declares it. */
export function parentOfSeries(one: AnySeries, find: FindResource): AnyResource {
  const parent = find(one.of);
  if (!parent) throw new Error(`series ${one.name}: ${one.of} is not declared`);
  return parent;
}
