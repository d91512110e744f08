import { type Condition, operatorSlugs } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';

/** Path of a list page with these conditions, below `/admin` or `/user`. */
export const urlPathOfFilteredList = (
  { name }: Pick<AnyResource, 'name'>,
  conditions: readonly Condition[],
  order?: string,
) =>
  `${name}?${[
    ...conditions.map(
      ({ field, operator, value }) => `${field}.${operatorSlugs[operator]}=${encodeURIComponent(value)}`,
    ),
    ...(order === undefined ? [] : [`order=${encodeURIComponent(order)}`]),
  ].join('&')}`;
