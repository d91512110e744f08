import type { AnyResource } from '../declaration/resource.ts';
import { kindOf } from '../field/field.ts';

/**
 * The fields whose values of several rows can be added up: numbers and amounts that are declared as a `quantity`, those
 * that a measure sums, and those computed as a number or a sum of referring rows. A total of keys, versions, percentages
 * or status codes would mean nothing.
 */
export function quantitiesOf({ fields, measures = {} }: Pick<AnyResource, 'fields' | 'measures'>): string[] {
  const measured = new Set(Object.values(measures).map(({ sum }) => sum));
  return Object.entries(fields).flatMap(([name, field]) => {
    const isAggregate = field.from?.how === 'count' || field.from?.how === 'sum';
    return kindOf(field).sums && (field.options.quantity === true || isAggregate || measured.has(name)) ? [name] : [];
  });
}
