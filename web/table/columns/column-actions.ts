import type { AnyResource } from '#kernel/declaration/resource.ts';
import { groupFields } from '#kernel/list/grouping.ts';
import { type ListQuery, operatorsOf } from '#web/resource/list-query.ts';

/** What the head of a table does with its columns. */
export interface ColumnActions {
  onOrder(order: ListQuery['order']): void;
  /** `done` once, when the width is to be kept. */
  onWidth(name: string, width: number, done: boolean): void;
  onMove(name: string, to: string): void;
  onStep(name: string, by: 1 | -1): void;
  onPin(name: string, pinned: boolean): void;
  onHide(name: string): void;
  /** Where the list can be filtered, or grouped, by the column. */
  filter?(name: string): (() => void) | undefined;
  group?(name: string): (() => void) | undefined;
}

/** Filtering and grouping by a column, from the menu of its head, where the list can be. */
export const filterAndGroupActions = (
  resource: AnyResource,
  onFilter: (name: string) => void,
  onGroup: (name: string) => void,
): Pick<ColumnActions, 'filter' | 'group'> => ({
  filter: (name) => (operatorsOf(resource, name).length > 0 ? () => onFilter(name) : undefined),
  group: (name) => (groupFields(resource).includes(name) ? () => onGroup(name) : undefined),
});
