import { type DragEvent, type KeyboardEvent, memo, type PointerEvent, useState } from 'react';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { maxColumnWidth, minColumnWidth } from '#web/table/columns/column-settings.ts';
import type { ColumnHeadingActions } from '#web/table/columns/filter-and-group-actions-of-column-heading.ts';
import type { TableColumn } from '#web/table/columns/table-columns.ts';
import { rowActionLabels } from '#web/table/list/row-actions-column-width.ts';
import { LazyDropdown } from '#web/table/popup/lazy-popup-buttons.tsx';

const texts = {
  selectAll: text('全选本页', 'Select all on this page'),
  menu: text('{label}：列菜单', '{label}: column menu'),
};

/** Step of a key press, in px. */
const widthStep = 16;

const within = (width: number) => Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)));

interface ColumnHeadingsProps {
  readonly columns: readonly TableColumn[];
  readonly order: ListQuery['order'];
  readonly tools: ColumnHeadingActions;
  readonly actions: boolean;
  /** Whether all, some or no rows are selected; undefined where they cannot be. */
  readonly chosen?: 'all' | 'some' | 'none';
  onAll(on: boolean): void;
}

/**
 * The column headings: a single tab stop with arrow keys. Enter sorts, ↓ opens the menu, Shift+← → resizes, Ctrl+← →
 * moves. By mouse, headings and their edges are dragged. Not rendered again while rows scroll.
 */
export const ColumnHeadings = memo(function ColumnHeadings({
  columns,
  order,
  tools,
  actions,
  chosen,
  onAll,
}: ColumnHeadingsProps) {
  const [at, setAt] = useState(0);
  const [held, setHeld] = useState<string>();
  const [over, setOver] = useState<string>();
  const here = Math.min(at, columns.length - 1);
  return (
    <thead>
      <tr aria-rowindex={1}>
        {chosen && (
          <th scope="col" className="xj-select-cell" data-stays style={{ insetInlineStart: 0 }}>
            <input
              type="checkbox"
              aria-label={translate(texts.selectAll)}
              checked={chosen === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = chosen === 'some';
              }}
              onChange={(event) => onAll(event.target.checked)}
            />
          </th>
        )}
        {columns.map((column, place) => (
          <HeadCell
            key={column.name}
            {...{ column, columns, place, order, tools }}
            focusable={place === here}
            over={over === column.name && held !== column.name}
            onFocus={() => setAt(place)}
            onHold={setHeld}
            onOver={() => held !== undefined && setOver(column.name)}
            onDrop={() => {
              if (held !== undefined) tools.onMove(held, column.name);
              setHeld(undefined);
              setOver(undefined);
            }}
            onLetGo={() => {
              setHeld(undefined);
              setOver(undefined);
            }}
          />
        ))}
        {actions && (
          <th scope="col" className="xj-actions-cell">
            {translate(rowActionLabels.head)}
          </th>
        )}
      </tr>
    </thead>
  );
});

interface HeadCellProps {
  column: TableColumn;
  columns: readonly TableColumn[];
  place: number;
  order: ListQuery['order'];
  tools: ColumnHeadingActions;
  focusable: boolean;
  over: boolean;
  onFocus(): void;
  onHold(name: string): void;
  onOver(): void;
  onDrop(): void;
  onLetGo(): void;
}

/** Cycles ascending, descending, unsorted. */
function nextOrder(name: string, order: ListQuery['order']): ListQuery['order'] {
  if (order?.[0] !== name) return [name, 'asc'];
  return order[1] === 'asc' ? [name, 'desc'] : undefined;
}

function HeadCell({ column, columns, place, order, tools, focusable, over, ...on }: HeadCellProps) {
  const { name, label, orderable, width } = column;
  const sorted = order?.[0] === name ? order[1] : undefined;
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const cells = [...(event.currentTarget.closest('tr')?.querySelectorAll<HTMLElement>('.xj-head-name') ?? [])];
    if (by !== 0 && event.shiftKey) tools.onWidth(name, within(width + by * widthStep), true);
    else if (by !== 0 && (event.ctrlKey || event.metaKey)) tools.onStep(name, by);
    else if (by !== 0) cells[place + by]?.focus();
    else if (event.key === 'Home') cells[0]?.focus();
    else if (event.key === 'End') cells.at(-1)?.focus();
    else if (event.key === 'ArrowDown')
      event.currentTarget.closest('th')?.querySelector<HTMLElement>('.xj-head-menu')?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <th
      scope="col"
      aria-sort={sorted === undefined ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
      data-align={column.align}
      data-over={over || undefined}
      data-stays={column.stays === undefined ? undefined : true}
      style={column.stays === undefined ? undefined : { insetInlineStart: column.stays }}
      draggable
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', label); // Firefox starts no drag without data
        on.onHold(name);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        on.onOver();
      }}
      onDrop={(event) => {
        event.preventDefault();
        on.onDrop();
      }}
      onDragEnd={on.onLetGo}
    >
      <span className="xj-head">
        <button
          type="button"
          className="xj-head-name"
          title={label}
          tabIndex={focusable ? 0 : -1}
          data-sorted={sorted}
          onFocus={on.onFocus}
          onKeyDown={onKey}
          onClick={(event) => {
            if (orderable) tools.onOrder(nextOrder(name, order));
            else event.currentTarget.closest('th')?.querySelector<HTMLElement>('.xj-head-menu')?.click();
          }}
        >
          <span className="xj-head-label">{label}</span>
        </button>
        <ColumnMenu {...{ column, columns, place, order, tools }} />
        <ColumnEdge width={width} onWidth={(next, done) => tools.onWidth(name, next, done)} />
      </span>
    </th>
  );
}

function ColumnMenu(props: Pick<HeadCellProps, 'column' | 'columns' | 'place' | 'order' | 'tools'>) {
  return (
    <LazyDropdown menu={({ columnHeadingMenu }) => columnHeadingMenu(props)}>
      <button
        type="button"
        className="xj-head-menu"
        tabIndex={-1}
        aria-label={translate(texts.menu, { label: props.column.label })}
        aria-haspopup="menu"
      />
    </LazyDropdown>
  );
}

/** The edge of a heading, dragged to resize the column. By keyboard the heading itself does that. */
function ColumnEdge({ width, onWidth }: { width: number; onWidth(width: number, done: boolean): void }) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const start = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onWidth(within(width + moved.clientX - start), false);
    const stop = (last: globalThis.PointerEvent) => {
      handle.removeEventListener('pointermove', move);
      onWidth(within(width + last.clientX - start), true);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', stop, { once: true });
  };
  return (
    <span
      className="xj-column-edge"
      aria-hidden="true"
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={drag}
    />
  );
}
