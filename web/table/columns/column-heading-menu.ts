import type { MenuProps } from 'antd';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { ColumnHeadingActions } from '#web/table/columns/filter-and-group-actions-of-column-heading.ts';
import type { TableColumn } from '#web/table/columns/table-columns.ts';

const texts = {
  ascending: text('升序', 'Sort ascending'),
  descending: text('降序', 'Sort descending'),
  unordered: text('取消排序', 'Clear sorting'),
  pin: text('固定在左侧', 'Pin to the left'),
  unpin: text('取消固定', 'Unpin'),
  before: text('左移', 'Move left'),
  after: text('右移', 'Move right'),
  hide: text('隐藏此列', 'Hide this column'),
  filter: text('按此列筛选…', 'Filter by this column…'),
  group: text('按此列分组', 'Group by this column'),
};

interface ColumnMenuOptions {
  readonly column: TableColumn;
  readonly columns: readonly TableColumn[];
  /** The index of the column among all columns. */
  readonly place: number;
  readonly order: ListQuery['order'];
  readonly tools: ColumnHeadingActions;
}

/** The menu of a column heading: sort, filter, group, move, pin, hide. */
export function columnHeadingMenu({ column, columns, place, order, tools }: ColumnMenuOptions): MenuProps {
  const { name, orderable } = column;
  const pinned = column.stays !== undefined;
  const sorted = order?.[0] === name;
  const neighbour = (by: 1 | -1) => (columns[place + by]?.stays !== undefined) === pinned && columns[place + by];
  const entries: readonly (readonly [keyof typeof texts, (() => void) | undefined | false])[] = [
    ['ascending', orderable && (() => tools.onOrder([name, 'asc']))],
    ['descending', orderable && (() => tools.onOrder([name, 'desc']))],
    ['unordered', sorted && (() => tools.onOrder(undefined))],
    ['filter', tools.filter?.(name)],
    ['group', tools.group?.(name)],
    [pinned ? 'unpin' : 'pin', () => tools.onPin(name, !pinned)],
    ['before', neighbour(-1) && (() => tools.onStep(name, -1))],
    ['after', neighbour(1) && (() => tools.onStep(name, 1))],
    ['hide', columns.length > 1 && (() => tools.onHide(name))],
  ];
  const offered = entries.filter((one): one is readonly [keyof typeof texts, () => void] => Boolean(one[1]));
  return {
    items: offered.map(([key]) => ({ key, label: translate(texts[key]) })),
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation();
      offered.find(([one]) => one === key)?.[1]();
    },
  };
}
