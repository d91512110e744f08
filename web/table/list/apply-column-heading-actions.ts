import type { RefObject } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { moveColumnTo, stepColumn, type TableSettings, withColumnSetting } from '#web/table/columns/column-settings.ts';
import type { ColumnHeadingActions } from '#web/table/columns/filter-and-group-actions-of-column-heading.ts';
import type { ListTableProps } from '#web/table/list/list-table-props.ts';
import { withRowsSelected } from '#web/table/list/use-row-event-handlers.ts';

/** The actions of column headings, on the latest state of the table. */
export const applyColumnHeadingActions = (
  table: RefObject<ListTableProps & { readonly lines: readonly (WireRow | undefined)[] }>,
  setDragged: (dragged: { name: string; width: number } | undefined) => void,
): ColumnHeadingActions & { onAll(on: boolean): void } => {
  const apply = (change: (resource: AnyResource, settings: TableSettings) => TableSettings) => {
    const { resource, settings, onSettings } = table.current;
    onSettings(change(resource, settings));
  };
  return {
    filter: (name) => table.current.columnTools?.filter?.(name),
    group: (name) => table.current.columnTools?.group?.(name),
    onOrder: (order) => table.current.onOrder(order),
    onWidth: (name, width, done) => {
      // widths follow the pointer at once; they are saved when it lets go
      setDragged(done ? undefined : { name, width });
      if (done) apply((_, settings) => withColumnSetting(settings, name, { width }));
    },
    onMove: (name, to) => apply((resource, settings) => moveColumnTo(resource, settings, name, to)),
    onStep: (name, by) => apply((resource, settings) => stepColumn(resource, settings, name, by)),
    onPin: (name, pinned) => apply((_, settings) => withColumnSetting(settings, name, { pinned })),
    onHide: (name) => apply((_, settings) => withColumnSetting(settings, name, { shown: false })),
    onAll: (on) => {
      const { selected, lines, onSelect } = table.current;
      onSelect(withRowsSelected(selected, lines, on));
    },
  };
};
