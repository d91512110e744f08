import type { AnyResource } from '#kernel/declaration/resource.ts';
import { groupFields } from '#kernel/resource/grouping.ts';
import { operatorsOf } from '#web/resource/list-query.ts';
import type { ColumnTools } from '#web/table/list-head.tsx';

/** Filtering and grouping by a column, from the menu of its head, where the list can be. */
export const columnToolsOf = (
  resource: AnyResource,
  onFilter: (name: string) => void,
  onGroup: (name: string) => void,
): Pick<ColumnTools, 'filter' | 'group'> => ({
  filter: (name) => (operatorsOf(resource, name).length > 0 ? () => onFilter(name) : undefined),
  group: (name) => (groupFields(resource).includes(name) ? () => onGroup(name) : undefined),
});
