import {
  type ClipboardEvent,
  type ComponentType,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isReference } from '#kernel/kind/linked/reference.ts';
import { isList } from '#kernel/kind/linked/rows.ts';
import { text } from '#kernel/text/text.ts';
import { CellValue } from '#web/cell/cell-value.tsx';
import { translate } from '#web/i18n/locale.ts';
import { ChosenName, carriesName } from '#web/input/choice-names.tsx';
import type { InputProps } from '#web/input/input-props.ts';
import { requiredColumns } from '#web/input/required-here.ts';
import { RequiredMark } from '#web/input/required-mark.tsx';
import { clearCells, copyCells, isWithin, type Place, rangeOf } from '#web/input/rows/cell-range.ts';
import { keyOf, moveRow, readCells } from '#web/input/rows/row-values.ts';
import { TypedCell } from '#web/input/rows/typed-cell.tsx';
import type { ListRow } from '#web/resource/list-rows.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

const texts = {
  number: text('行', 'Row'),
  drag: text('拖动第 {n} 行', 'Drag row {n}'),
};

/** Rows have one height, so that of thousands only those in sight are drawn. */
const rowHeight = 36;
const tallest = 12 * rowHeight;
const beyond = 6;

export interface RowsGridProps {
  readonly id: string;
  readonly label: string;
  readonly columns: readonly (readonly [string, AnyField])[];
  readonly rows: readonly ListRow[];
  readonly at: Place;
  /** By place within the list: `3.name`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly describedBy?: string | undefined;
  readonly disabled: boolean;
  readonly inside: ComponentType<InputProps>;
  /** The resource of the rows. */
  readonly of: string;
  onPlace(at: Place): void;
  /** Changes with one name that follow each other are one step. */
  onRows(rows: readonly ListRow[], step?: string): void;
  onUndo(): void;
  onRedo(): void;
  /** From a cell on to the right and down. */
  onPaste(from: Place, cells: string[][]): void;
  /** A row at the end. */
  onAdd(): void;
  /** A row below the one that is chosen. */
  onInsert(): void;
  onDelete(): void;
}

/**
 * Rows as a table one types in: arrows move, with Shift they choose several cells, Enter or a character begins, Tab goes
 * on, Ctrl+Z takes back; cut, copy and paste speak to spreadsheets.
 */
export function RowsGrid(props: RowsGridProps) {
  const { id, label, columns, rows, at, errors, describedBy, disabled, onPlace, onRows } = props;
  const box = useRef<HTMLDivElement>(null);
  const typed = useRef<HTMLInputElement>(null);
  const [top, setTop] = useState(0);
  const [editing, setEditing] = useState(false);
  const [began, setBegan] = useState<ListRow>();
  const [anchor, setAnchor] = useState<Place>();
  const [over, setOver] = useState<number>();
  const dragged = useRef<number>(undefined);
  const pressed = useRef(false);
  const range = rangeOf(at, anchor && { ...anchor, row: Math.min(anchor.row, rows.length - 1) });
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond);
  const last = Math.min(rows.length, Math.ceil((top + tallest) / rowHeight) + beyond);
  const current = columns[at.column];
  const needed = useMemo(() => requiredColumns(columns, rows), [columns, rows]);
  const cellId = (row: number, column: number) => `${id}-cell-${row}-${column}`;

  useEffect(() => {
    const seen = box.current;
    // of an empty list only the head is there, which nothing is to be scrolled under
    if (!seen || rows.length === 0) return;
    const y = at.row * rowHeight;
    const until = y + 2 * rowHeight;
    if (y < seen.scrollTop) seen.scrollTop = y;
    else if (until > seen.scrollTop + seen.clientHeight) seen.scrollTop = until - seen.clientHeight;
  }, [at.row, rows.length]);

  const put = (row: number, name: string, value: unknown) =>
    onRows(
      rows.map((one, place) => (place === row ? { ...one, [name]: value } : one)),
      `cell ${row} ${name}`,
    );
  const choose = (to: Place, extends_ = false) => {
    setEditing(false);
    setAnchor(extends_ ? (anchor ?? at) : undefined);
    onPlace({
      row: Math.min(Math.max(0, to.row), Math.max(0, rows.length - 1)),
      column: Math.min(Math.max(0, to.column), columns.length - 1),
    });
  };
  const go = (down: number, right: number, extends_ = false) =>
    choose({ row: at.row + down, column: at.column + right }, extends_);
  const begin = (typed?: string) => {
    if (disabled || !current || !rows[at.row] || isList(current[1])) return;
    setAnchor(undefined);
    setBegan(rows[at.row]);
    if (typed !== undefined) put(at.row, current[0], typed);
    setEditing(true);
  };
  const end = (committed: boolean) => {
    setEditing(false);
    if (!committed && began && rows[at.row] !== began) props.onUndo();
    typed.current?.focus({ preventScroll: true });
  };
  const isText = current && kindOf(current[1]).typed === 'line';

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing) {
      if (event.key === 'Escape') end(false);
      else if (event.key === 'Tab') {
        end(true);
        go(0, event.shiftKey ? -1 : 1);
      } else if (event.key === 'Enter' && isText) {
        end(true);
        if (at.row === rows.length - 1) props.onAdd();
        else go(1, 0);
      } else {
        // taken by the input itself: it chooses a day or an option, and must not send the form
        if (event.key === 'Enter') event.preventDefault();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const ctrl = event.ctrlKey || event.metaKey;
    const to = Math.min(Math.max(0, at.row + (event.key === 'ArrowDown' ? 1 : -1)), rows.length - 1);
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && !disabled) {
      onRows(moveRow(rows, at.row, to));
      onPlace({ ...at, row: to });
    } else if (ctrl && event.key.toLowerCase() === 'z' && !disabled) event.shiftKey ? props.onRedo() : props.onUndo();
    else if (ctrl && event.key.toLowerCase() === 'y' && !disabled) props.onRedo();
    else if (ctrl && event.key.toLowerCase() === 'a') {
      onPlace({ row: rows.length - 1, column: columns.length - 1 });
      setAnchor({ row: 0, column: 0 });
    } else if (event.key === 'Escape' && anchor) setAnchor(undefined);
    else if (event.key === 'ArrowDown') go(1, 0, event.shiftKey);
    else if (event.key === 'ArrowUp') go(-1, 0, event.shiftKey);
    else if (event.key === 'ArrowLeft') go(0, -1, event.shiftKey);
    else if (event.key === 'ArrowRight') go(0, 1, event.shiftKey);
    else if (event.key === 'Home') choose({ row: ctrl ? 0 : at.row, column: 0 }, event.shiftKey);
    else if (event.key === 'End')
      choose({ row: ctrl ? rows.length - 1 : at.row, column: columns.length - 1 }, event.shiftKey);
    else if (event.key === 'PageDown') go(10, 0, event.shiftKey);
    else if (event.key === 'PageUp') go(-10, 0, event.shiftKey);
    else if (event.key === 'Tab' && (event.shiftKey ? at.column > 0 : at.column < columns.length - 1))
      go(0, event.shiftKey ? -1 : 1);
    else if (event.key === 'Enter' || event.key === 'F2') begin();
    else if (event.key === 'Insert' && !disabled) props.onInsert();
    else if (event.key === 'Delete' && ctrl && !disabled) props.onDelete();
    else if ((event.key === 'Delete' || event.key === 'Backspace') && !disabled)
      onRows(clearCells(rows, columns, range));
    // a letter is typed into what lies over the cell, and begins it from there
    else return;
    event.preventDefault();
  };
  // a focus that moves on while the button is down would end the dragging of a row before it began
  const onMouseDown = () => {
    pressed.current = true;
    const release = () => {
      for (const name of ['mouseup', 'dragend']) window.removeEventListener(name, release);
      pressed.current = false;
      if (document.activeElement === document.getElementById(id)) typed.current?.focus({ preventScroll: true });
    };
    for (const name of ['mouseup', 'dragend']) window.addEventListener(name, release);
  };
  const onCopy = (event: ClipboardEvent) => {
    if (editing || rows.length === 0) return;
    event.clipboardData.setData('text/plain', copyCells(rows, columns, range));
    if (event.type === 'cut' && !disabled) onRows(clearCells(rows, columns, range));
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (editing || disabled) return;
    onPlace(range.from);
    setAnchor(undefined);
    props.onPaste(range.from, readCells(event.clipboardData.getData('text/plain')));
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and clipboard are those of the inputs within
    <div
      ref={box}
      className="xj-rows-box"
      style={{ maxHeight: tallest + rowHeight + 2 }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onMouseDownCapture={onMouseDown}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onCut={onCopy}
      onPaste={onPaste}
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
          if (event.target === event.currentTarget && !pressed.current) typed.current?.focus({ preventScroll: true });
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
        <tbody>
          {first > 0 && <tr style={{ height: first * rowHeight }} />}
          {rows.slice(first, last).map((row, offset) => {
            const n = first + offset;
            return (
              <tr
                key={keyOf(row)}
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
                  onRows(moveRow(rows, dragged.current, n));
                  choose({ ...at, row: n });
                }}
              >
                <th
                  scope="row"
                  draggable={!disabled}
                  title={disabled ? undefined : translate(texts.drag, { n: n + 1 })}
                  onDragStart={(event) => {
                    dragged.current = n;
                    event.dataTransfer.effectAllowed = 'move';
                    event.dataTransfer.setData('text/plain', String(n + 1)); // Firefox drags nothing that has no data
                  }}
                  onDragEnd={() => {
                    dragged.current = undefined;
                    setOver(undefined);
                  }}
                >
                  {n + 1}
                </th>
                {columns.map(([name, one], column) => {
                  const wrong = errors[`${n}.${name}`];
                  const here = n === at.row && column === at.column;
                  return (
                    <td
                      key={name}
                      id={cellId(n, column)}
                      data-here={here || undefined}
                      data-chosen={isWithin(range, n, column) || undefined}
                      data-wrong={wrong ? true : undefined}
                      aria-invalid={wrong ? true : undefined}
                      title={wrong?.[0]}
                      onMouseDown={(event) => {
                        // what opens below an input is part of it, wherever it stands in the page
                        if (here && editing) return;
                        // a word that is being put together ends in the cell it was begun in
                        typed.current?.blur();
                        choose({ row: n, column }, event.shiftKey);
                      }}
                      onMouseEnter={(event) => {
                        if (event.buttons === 1 && !editing && dragged.current === undefined)
                          choose({ row: n, column }, true);
                      }}
                      onDoubleClick={() => begin()}
                    >
                      {here && editing ? (
                        <CellEditor
                          id={cellId(n, column)}
                          name={name}
                          field={one}
                          row={row}
                          of={props.of}
                          inside={props.inside}
                          put={(value) => put(n, name, value)}
                        />
                      ) : isReference(one) && !carriesName(row as WireRow, name) ? (
                        <ChosenName name={name} field={one} value={row[name]} of={props.of} />
                      ) : (
                        <CellValue name={name} field={one} row={row as WireRow} />
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
          {last < rows.length && <tr style={{ height: (rows.length - last) * rowHeight }} />}
        </tbody>
      </table>
      <TypedCell
        at={typed}
        label={current ? `${label} ${translate(current[1].label)}` : label}
        grid={id}
        cell={rows.length > 0 ? cellId(at.row, at.column) : undefined}
        disabled={disabled}
        onTyped={(typed) => {
          if (isText) begin(typed);
        }}
      />
    </div>
  );
}

const widthOf = (one: AnyField): number => Math.max(kindOf(one).width, 96);

interface CellEditorProps {
  id: string;
  name: string;
  field: AnyField;
  row: ListRow;
  of: string;
  inside: ComponentType<InputProps>;
  put(value: unknown): void;
}

/** The input of the field, in its cell; it has the keyboard as soon as it is there. */
function CellEditor({ id, name, field, row, of, inside: FieldInput, put }: CellEditorProps) {
  const box = useRef<HTMLSpanElement>(null);
  // at once, so that the next key is not lost; what is loaded late has it a moment later
  useLayoutEffect(() => {
    const focus = () => box.current?.querySelector<HTMLElement>('input, textarea, button, [tabindex]')?.focus();
    focus();
    if (box.current?.contains(document.activeElement)) return undefined;
    const frame = requestAnimationFrame(focus);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <span ref={box} className="xj-rows-editor">
      <FieldInput
        id={`${id}-input`}
        name={name}
        field={field}
        of={of}
        value={row[name]}
        onChange={put}
        row={row as WireRow}
        values={row}
      />
    </span>
  );
}
