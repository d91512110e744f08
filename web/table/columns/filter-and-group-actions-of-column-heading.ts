import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldsToGroupListBy } from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import { type ListQuery, operatorsOf } from '#kernel/list/list-query-in-url.ts';

/** What a column heading can do: sort, resize, move, pin, hide, filter, group. */
export interface ColumnHeadingActions {
  onOrder(order: ListQuery['order']): void;
  /** `done`: the width is final, and stored. */
  onWidth(name: string, width: number, done: boolean): void;
  onMove(name: string, to: string): void;
  onStep(name: string, by: 1 | -1): void;
  onPin(name: string, pinned: boolean): void;
  onHide(name: string): void;
  /** Undefined: the list cannot be filtered, or grouped, by the column. */
  filter?(name: string): (() => void) | undefined;
  group?(name: string): (() => void) | undefined;
}

/** Filtering and grouping from the menu of a column heading, if the list can be filtered or grouped. */
export const filterAndGroupActionsOfColumnHeading = (
  resource: AnyResource,
  onFilter: (name: string) => void,
  onGroup: (name: string) => void,
): Pick<ColumnHeadingActions, 'filter' | 'group'> => ({
  filter: (name) => (operatorsOf(resource, name).length > 0 ? () => onFilter(name) : undefined),
  group: (name) => (fieldsToGroupListBy(resource).includes(name) ? () => onGroup(name) : undefined),
});
