import { useRef, useState } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { RequiredMark } from '#web/input/control/required-mark.tsx';
import type { ChildRowsGridProps } from '#web/input/rows/child-rows-grid-props.ts';
import { ImeCaptureInput } from '#web/input/rows/ime-capture-input.tsx';
import {
  type GridState,
  gridClipboard,
  maxHeight,
  rowHeight,
  useChildRowsGrid,
  useKeepFocusWhilePressed,
} from '#web/input/rows/use-child-rows-grid.ts';
import { childRowKey, reorderRow } from './add-copy-and-reorder-child-rows.ts';
import { ChildRowsGridCell } from './child-rows-grid-cell.tsx';
import { handleKeyInChildRowsGrid } from './handle-key-in-child-rows-grid.ts';

const texts = {
  number: text('行', 'Row'),
  drag: text('拖动第 {n} 行', 'Drag row {n}'),
};

/**
 * Rows as an editable grid: arrows move, Shift+arrows select, Enter or a character edits, Tab goes on, Ctrl+Z undoes;
 * cut, copy and paste work with spreadsheets.
 */
export function ChildRowsGrid(props: ChildRowsGridProps) {
  const { id, label, columns, rows, at, describedBy, disabled } = props;
  const grid = useChildRowsGrid(props);
  const { current, isText, needed } = grid;
  const { pressed, onMouseDown } = useKeepFocusWhilePressed(id, grid.focusTyped);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and clipboard are those of the inputs within
    <div
      ref={grid.box}
      className="xj-rows-box"
      style={{ maxHeight: maxHeight + rowHeight + 2 }}
      onScroll={(event) => grid.setTop(event.currentTarget.scrollTop)}
      onMouseDownCapture={onMouseDown}
      onKeyDown={(event) => handleKeyInChildRowsGrid(event, props, grid)}
      {...gridClipboard(props, grid)}
    >
      <table
        id={id}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table one types in is a grid
        role="grid"
        tabIndex={-1}
        className="xj-rows-grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-describedby={describedBy}
        aria-readonly={disabled || undefined}
        aria-multiselectable
        onFocus={(event) => {
          if (event.target === event.currentTarget && !pressed.current) grid.focusTyped();
        }}
      >
        <colgroup>
          <col style={{ width: 48 }} />
          {columns.map(([name, one]) => (
            <col key={name} style={{ width: widthOf(one) }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{translate(texts.number)}</th>
            {columns.map(([name, one]) => (
              <th key={name} scope="col">
                {translate(one.label)}
                {needed.has(name) && <RequiredMark />}
              </th>
            ))}
          </tr>
        </thead>
        <GridBody grid={grid} table={props} />
      </table>
      <ImeCaptureInput
        at={grid.typed}
        label={current ? `${label} ${translate(current[1].label)}` : label}
        grid={id}
        cell={rows.length > 0 ? grid.cellId(at.row, at.column) : undefined}
        disabled={disabled}
        onTyped={(typed) => {
          if (isText) grid.begin(typed);
        }}
      />
    </div>
  );
}

/** The rows in view. A row is dragged by its number. */
function GridBody({ grid, table }: { grid: GridState; table: ChildRowsGridProps }) {
  const { columns, rows, at, disabled, onRows } = table;
  const { first, last, range } = grid;
  const [over, setOver] = useState<number>();
  const dragged = useRef<number>(undefined);
  return (
    <tbody>
      {first > 0 && <tr style={{ height: first * rowHeight }} />}
      {rows.slice(first, last).map((row, offset) => {
        const n = first + offset;
        return (
          <tr
            key={childRowKey(row)}
            aria-rowindex={n + 2}
            aria-selected={n >= range.from.row && n <= range.to.row}
            data-over={over === n || undefined}
            onDragOver={(event) => {
              if (dragged.current === undefined || disabled) return;
              event.preventDefault();
              setOver(n);
            }}
            onDrop={(event) => {
              if (dragged.current === undefined || disabled) return;
              event.preventDefault();
              onRows(reorderRow(rows, dragged.current, n));
              grid.choose({ ...at, row: n });
            }}
          >
            <th
              scope="row"
              draggable={!disabled}
              title={disabled ? undefined : translate(texts.drag, { n: n + 1 })}
              onDragStart={(event) => {
                dragged.current = n;
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', String(n + 1)); // Firefox starts no drag without data
              }}
              onDragEnd={() => {
                dragged.current = undefined;
                setOver(undefined);
              }}
            >
              {n + 1}
            </th>
            {columns.map(([name, field], column) => (
              <ChildRowsGridCell key={name} {...{ grid, table, row, n, name, field, column, dragged }} />
            ))}
          </tr>
        );
      })}
      {last < rows.length && <tr style={{ height: (rows.length - last) * rowHeight }} />}
    </tbody>
  );
}

const widthOf = (one: AnyField): number => Math.max(kindOf(one).width, 96);
