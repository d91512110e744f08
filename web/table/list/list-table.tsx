import { type ComponentProps, type CSSProperties, lazy, type ReactNode, Suspense, useMemo, useRef } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { selectWidth, type TableColumn } from '#web/table/columns/table-columns.ts';
import { applyColumnHeadingActions } from '#web/table/list/apply-column-heading-actions.ts';
import { ColumnHeadings } from '#web/table/list/column-headings.tsx';
import type { ListTableProps } from '#web/table/list/list-table-props.ts';
import { renderVirtualRows, useEditedRow, type VirtualRowsProps } from '#web/table/list/render-virtual-rows.tsx';
import { useCellSelectionAndActiveRow } from '#web/table/list/use-cell-selection-and-active-row.ts';
import { selectedShareOf, useRowEventHandlers } from '#web/table/list/use-row-event-handlers.ts';
import { useTableLinesAndColumnWidths } from '#web/table/list/use-table-lines-and-column-widths.ts';
import { useVirtualRowWindow } from '#web/table/list/use-virtual-row-window.ts';
import type { TableRowElement } from './list-table-row.tsx';
import './list-table.css';

const ReorderableRows = lazy(() => import('#web/table/list/reorderable-rows.tsx'));

const texts = { list: text('{label}列表', '{label} list') };

/** Rows of the skeleton: as many as on the first page. */
const bones = Array.from({ length: 10 }, (_, index) => index);

/** Rows as a table that fills the window. Only those in view are rendered, however many there are. */
export function ListTable(props: ListTableProps) {
  const { resource, first } = props;
  const box = useRef<HTMLDivElement>(null);
  const layout = useTableLinesAndColumnWidths(props, box);
  const { room, lines } = layout;
  const { shown, onScroll } = useVirtualRowWindow(layout, props.onSight);
  const focus = useCellSelectionAndActiveRow(props, layout, box);
  const { cells } = focus;
  const on = useRowEventHandlers({ ...props, lines, cells });
  const typed = useEditedRow(focus, layout);
  const latest = useRef({ ...props, lines });
  latest.current = { ...props, lines };
  const { setDragged } = layout;
  // The same object while the table is mounted: the headings are not rendered again while rows scroll.
  const tools = useMemo(() => applyColumnHeadingActions(latest, setDragged), [setDragged]);
  const drawn = { ...focus, table: props, layout, shown, on, typed };
  const table = (as?: TableRowElement) => <Table {...drawn} tools={tools} as={as} />;
  const none = !first && lines.length === 0;
  return (
    <section
      data-list
      className="xj-list"
      data-fetching={props.fetching && !first ? true : undefined}
      aria-label={translate(texts.list, { label: translate(resource.label) })}
      aria-busy={props.fetching}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and clipboard are those of the rows within */}
      <div
        ref={box}
        className="xj-list-box"
        style={{ maxHeight: room.height }}
        // Rows scroll by keyboard; without any, the box has to take the focus to reach columns beyond the edge.
        {...(none ? { tabIndex: 0 } : {})}
        onScroll={onScroll}
        onKeyDown={cells.onKeyDown}
        onCopy={cells.onCopy}
        onPaste={cells.onPaste}
      >
        {layout.drags ? (
          <DragOf
            rows={lines.filter((row) => row !== undefined)}
            pid={resource.tree}
            onSwap={props.onSwap}
            fallback={table()}
          >
            {table}
          </DragOf>
        ) : (
          table()
        )}
        {none && <div className="xj-list-empty">{props.empty}</div>}
      </div>
    </section>
  );
}

interface TableProps extends VirtualRowsProps {
  readonly tools: ReturnType<typeof applyColumnHeadingActions>;
  readonly as: TableRowElement | undefined;
}

function Table({ tools, as, ...drawn }: TableProps) {
  const { resource, settings, query, selectable, selected, first, total } = drawn.table;
  const { columns, actions, width, room, lines } = drawn.layout;
  const acts = actions > 0;
  const chosen = selectable ? selectedShareOf(lines, selected) : undefined;
  return (
    <table
      className="xj-list-table"
      style={{ width, ...edgesOf(columns, { selectable, actions, beyond: room.width > 0 ? width - room.width : 0 }) }}
      data-density={settings.density}
      aria-label={translate(texts.list, { label: translate(resource.label) })}
      aria-rowcount={total + 1}
    >
      <colgroup>
        {selectable && <col style={{ width: selectWidth }} />}
        {columns.map(({ name, width: own }) => (
          <col key={name} style={{ width: own }} />
        ))}
        {acts && <col style={{ width: actions }} />}
      </colgroup>
      <ColumnHeadings
        columns={columns}
        order={query.order}
        tools={tools}
        actions={acts}
        onAll={tools.onAll}
        {...(chosen ? { chosen } : {})}
      />
      <tbody>
        {first
          ? bones.map((bone) => (
              <tr key={bone} className="xj-row-bone">
                <td colSpan={columns.length + 2}>
                  <span className="xj-bone" />
                </td>
              </tr>
            ))
          : null}
        {!first && renderVirtualRows(drawn, as)}
      </tbody>
    </table>
  );
}

interface Edges {
  readonly selectable: boolean;
  readonly actions: number;
  readonly beyond: number;
}

/** How far the table extends beyond its box, and the width of its pinned columns on either side, in px. */
const edgesOf = (columns: readonly TableColumn[], { selectable, actions, beyond }: Edges): CSSProperties => {
  const pinned = columns.reduce((sum, one) => (one.stays === undefined ? sum : sum + one.width), 0);
  const edges = { beyond: Math.max(0, beyond), pinned: pinned + (selectable ? selectWidth : 0), actions };
  return Object.fromEntries(Object.entries(edges).map(([name, px]) => [`--xj-${name}`, `${px}px`]));
};

/** Rows stay visible while the code for dragging is loaded. */
const DragOf = ({ fallback, ...rest }: ComponentProps<typeof ReorderableRows> & { fallback: ReactNode }) => (
  <Suspense fallback={fallback}>
    <ReorderableRows {...rest} />
  </Suspense>
);
