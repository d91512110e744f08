import { Table } from 'antd';
import type { ColumnsType, TableRef } from 'antd/es/table';
import { type HTMLAttributes, type Key, lazy, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { kindOf } from '#kernel/field.ts';
import { type AnyResource, actionsOf } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { CellValue } from '#web/cell/cell-value.tsx';
import { dueUnitOf } from '#web/cell/due.ts';
import { DueCountdown } from '#web/cell/due-countdown.tsx';
import { currentLocale, speak } from '#web/i18n/locale.ts';
import { stateOf } from '#web/lifecycle/offered-moves.ts';
import { fieldOf, isOrderable, type ListQuery } from '#web/resource/list-query.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { type TableSettings, withColumn } from '#web/table/column-settings.ts';
import { comfortableWidth } from '#web/table/column-width.ts';
import { ResizableHeader, type ResizableHeaderProps } from '#web/table/resizable-header.tsx';
import './table.css';

const DragRows = lazy(() => import('#web/table/drag-rows.tsx'));

const words = {
  actions: text('操作', 'Actions'),
  select: text('选择 {title}', 'Select {title}'),
  selectAll: text('全选本页', 'Select this page'),
  list: text('{label}列表', 'List of {label}'),
  open: text('打开 {title}', 'Open {title}'),
};

/** Rows above this many are drawn only where they are in sight. */
const virtualFrom = 100;
const actionsWidth = 176;

/** Rows of a skeleton: as many as a first page holds. */
const bones: readonly WireRow[] = Array.from({ length: 10 }, (_, index) => ({ id: -index - 1 }));

export interface ListTableProps {
  readonly resource: AnyResource;
  readonly rows: readonly WireRow[];
  readonly first: boolean;
  readonly fetching: boolean;
  readonly query: ListQuery;
  readonly settings: TableSettings;
  readonly selected: ReadonlyMap<number, WireRow>;
  readonly activeId: number | undefined;
  readonly expanded: readonly number[] | undefined;
  readonly empty: ReactNode;
  readonly selectable: boolean;
  readonly draggable: boolean;
  onExpand(ids: readonly number[]): void;
  onOrder(order: ListQuery['order']): void;
  onSettings(settings: TableSettings): void;
  onSelect(rows: ReadonlyMap<number, WireRow>): void;
  onActive(row: WireRow): void;
  onOpen(row: WireRow): void;
  onEdit(row: WireRow): void;
  onSwap(moved: WireRow, target: WireRow): void;
  actions(row: WireRow): ReactNode;
}

/** Rows as a table. */
export function ListTable(props: ListTableProps) {
  const { resource, rows, first, settings, selected, activeId, query, draggable } = props;
  // Widths follow the pointer at once; they are kept when it lets go.
  const [dragged, setDragged] = useState<{ name: string; width: number }>();
  const columns = useColumns(props, dragged, setDragged);
  const width = columns.reduce((sum, one) => sum + Number(one.width ?? 0), props.selectable ? 48 : 0);
  const shown = first ? bones : rows;
  const virtual = !first && countRows(rows, props.expanded) > virtualFrom;

  const onRow = (row: WireRow, index?: number): HTMLAttributes<HTMLElement> & { 'data-row': number } => ({
    'data-row': row.id,
    tabIndex: row.id === activeId || (activeId === undefined && index === 0) ? 0 : -1,
    'aria-selected': row.id === activeId,
    onFocus: () => props.onActive(row),
    onClick: () => props.onActive(row),
    onDoubleClick: (event) => {
      if (event.target instanceof Element && event.target.closest('a, button, input, label, .xj-row-actions')) return;
      props.onEdit(row);
    },
  });
  const host = useRef<TableRef>(null);
  const empty = shown.length === 0;
  // its rows are what the keyboard moves through; where there are none, it has to reach the columns beyond the edge
  useEffect(() => {
    const body = host.current?.nativeElement.querySelector('.ant-table-body, .ant-table-content');
    if (empty) body?.setAttribute('tabindex', '0');
    else body?.removeAttribute('tabindex');
  }, [empty]);
  const table = (
    <Table<WireRow>
      ref={host}
      className="xj-list-table"
      rowKey="id"
      size={settings.density}
      columns={columns}
      dataSource={shown as WireRow[]}
      pagination={false}
      virtual={virtual}
      sticky={!virtual}
      tableLayout="fixed"
      scroll={{ x: width, ...(virtual ? { y: Math.max(320, window.innerHeight - 320) } : {}) }}
      showSorterTooltip={false}
      locale={{ emptyText: props.empty }}
      components={{ header: { cell: ResizableHeader } }}
      rowClassName={(row) => (row.id === activeId ? 'xj-row-active' : '')}
      onRow={first ? () => ({}) : onRow}
      {...(resource.tree
        ? {
            expandable: {
              expandedRowKeys: props.expanded ?? [],
              onExpandedRowsChange: (keys: readonly Key[]) => props.onExpand(keys.map(Number)),
            },
          }
        : {})}
      {...(props.selectable && !first
        ? {
            rowSelection: {
              fixed: true,
              columnWidth: 48,
              preserveSelectedRowKeys: true,
              checkStrictly: !resource.tree,
              selectedRowKeys: [...selected.keys()],
              getTitleCheckboxProps: () => ({ 'aria-label': speak(words.selectAll) }),
              getCheckboxProps: (row: WireRow) => ({
                'aria-label': speak(words.select, { title: titleOf(resource, row) }),
              }),
              onChange: (keys: Key[], chosen: (WireRow | undefined)[]) =>
                props.onSelect(
                  new Map(
                    keys.flatMap((key, at) => {
                      const row = chosen[at] ?? selected.get(Number(key));
                      return row ? [[Number(key), row] as const] : [];
                    }),
                  ),
                ),
            },
          }
        : {})}
      onChange={(_page, _filters, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return;
        const name = String(sorter.columnKey ?? '');
        props.onOrder(sorter.order ? [name, sorter.order === 'ascend' ? 'asc' : 'desc'] : undefined);
      }}
    />
  );
  return (
    <section
      data-list
      className="xj-list"
      data-fetching={props.fetching && !first ? true : undefined}
      aria-label={speak(words.list, { label: speak(resource.label) })}
      aria-busy={props.fetching}
    >
      {draggable && !first && !virtual && !query.order ? (
        <DragRows rows={rows} pid={resource.tree} onSwap={props.onSwap}>
          {table}
        </DragRows>
      ) : (
        table
      )}
    </section>
  );
}

function useColumns(
  { resource, first, query, settings, onSettings, onOpen, actions }: ListTableProps,
  dragged: { name: string; width: number } | undefined,
  setDragged: (dragged: { name: string; width: number } | undefined) => void,
): ColumnsType<WireRow> {
  return useMemo(() => {
    const columns: ColumnsType<WireRow> = [];
    for (const { name, shown, width: kept } of settings.columns) {
      const field = fieldOf(resource, name);
      if (!field || !shown) continue;
      const kind = kindOf(field);
      const isTitle = name === resource.title;
      const width =
        dragged?.name === name ? dragged.width : (kept ?? comfortableWidth(resource, name, field, currentLocale()));
      columns.push({
        key: name,
        dataIndex: name,
        title: speak(field.label),
        width,
        ellipsis: { showTitle: false },
        align: kind.align ?? 'left',
        ...(isTitle ? { fixed: 'left' as const } : {}),
        ...(isOrderable(resource, name)
          ? {
              sorter: true,
              sortDirections: ['ascend' as const, 'descend' as const],
              sortOrder:
                query.order?.[0] === name
                  ? query.order[1] === 'asc'
                    ? ('ascend' as const)
                    : ('descend' as const)
                  : null,
            }
          : {}),
        onHeaderCell: () =>
          headerProps(width, (next, done) => {
            setDragged(done ? undefined : { name, width: next });
            if (done) onSettings(withColumn(settings, name, { width: next }));
          }),
        render: (_value: unknown, row: WireRow) => {
          if (first) return <span className="xj-bone" />;
          if (name === 'due_at' && resource.life) return <DueCell resource={resource} row={row} />;
          const cell = <CellValue name={name} field={field} row={row} />;
          return isTitle ? <TitleCell {...{ resource, row, onOpen }}>{cell}</TitleCell> : cell;
        },
      });
    }
    if (!hasActions(resource)) return columns;
    columns.push({
      key: '_actions',
      title: speak(words.actions),
      width: actionsWidth,
      fixed: 'right',
      render: (_value: unknown, row: WireRow) => (first ? <span className="xj-bone" /> : actions(row)),
    });
    return columns;
  }, [resource, first, query.order, settings, dragged, setDragged, onSettings, onOpen, actions]);
}

/** Whether there is anything to be done with a row at all: of a log there is not. */
const hasActions = (resource: AnyResource): boolean =>
  resource.life !== undefined ||
  actionsOf(resource).some((action) => action === 'edit' || action === 'del' || action === 'sortable');

/** Props of our own header cell; antd hands on whatever a column gives. */
const headerProps = (
  columnWidth: number,
  onColumnResize: ResizableHeaderProps['onColumnResize'],
): HTMLAttributes<HTMLElement> & Pick<ResizableHeaderProps, 'columnWidth' | 'onColumnResize'> => ({
  columnWidth,
  ...(onColumnResize ? { onColumnResize } : {}),
});

interface TitleCellProps {
  resource: AnyResource;
  row: WireRow;
  onOpen(row: WireRow): void;
  children: ReactNode;
}

/** The name of a row opens it. */
export function TitleCell({ resource, row, onOpen, children }: TitleCellProps) {
  const title = titleOf(resource, row);
  return (
    <button
      type="button"
      className="xj-title-link"
      title={title}
      aria-label={speak(words.open, { title })}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(row);
      }}
    >
      {typeof row[resource.title] === 'string' && row[resource.title] !== '' ? children : title}
    </button>
  );
}

/** The time left, while there is something to be done. */
export function DueCell({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const field = fieldOf(resource, 'due_at');
  if (typeof row.due_at === 'number' && !stateOf(resource, row)?.final)
    return <DueCountdown due={row.due_at} unit={dueUnitOf(row.due_unit)} />;
  return field ? <CellValue name="due_at" field={field} row={{ ...row, due_at: null }} /> : null;
}

/** Rows a tree shows as it is unfolded. */
function countRows(rows: readonly WireRow[], expanded: readonly number[] | undefined): number {
  return rows.reduce(
    (sum, row) => sum + 1 + (row.children && expanded?.includes(row.id) ? countRows(row.children, expanded) : 0),
    0,
  );
}
