import { type ComponentType, type HTMLAttributes, lazy, memo, type ReactNode, Suspense } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { CellValue } from '#web/cell/cell-value.tsx';
import { DueCountdown } from '#web/cell/due-countdown.tsx';
import { dueUnitOf } from '#web/cell/format/due.ts';
import { translate } from '#web/i18n/locale.ts';
import { stateOf } from '#web/lifecycle/move/offered-moves.ts';
import { fieldOf } from '#web/resource/list-query.ts';
import { englishTitleOf, numberOf, titleOf, type WireRow } from '#web/resource/wire-row.ts';
import type { TableColumn } from '#web/table/columns/table-columns.ts';
import type { CellEnd } from '#web/table/edit/cell-editor.tsx';

const CellEditor = lazy(() => import('#web/table/edit/cell-editor.tsx'));

const texts = {
  select: text('选择 {title}', 'Select {title}'),
  open: text('打开 {title}', 'Open {title}'),
  unfold: text('展开 {title}', 'Expand {title}'),
  fold: text('收起 {title}', 'Collapse {title}'),
};

/** What a row tells of what is done with it. The same object as long as the table stands, so that rows are not drawn anew. */
export interface RowHandlers {
  onActive(row: WireRow): void;
  onOpen(row: WireRow): void;
  onSelect(row: WireRow, on: boolean, through: boolean): void;
  onFold(row: WireRow): void;
  onPress(index: number, column: number, extend: boolean): void;
  onCross(index: number, column: number): void;
  onBegin(row: WireRow, index: number, column: number): void;
  onEnd(end: CellEnd): void;
}

export type RowElement = ComponentType<HTMLAttributes<HTMLTableRowElement> & { 'data-row-key'?: string | number }>;

export interface ListRowProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  /** Among the rows of the table. */
  readonly index: number;
  /** Rows on pages before. */
  readonly before: number;
  readonly depth: number;
  /** Of a row with others below it: whether they are in sight. */
  readonly unfolded: boolean | undefined;
  readonly columns: readonly TableColumn[];
  readonly active: boolean;
  readonly focusable: boolean;
  /** Undefined where rows cannot be chosen. */
  readonly selected: boolean | undefined;
  /** The first and the last chosen cell, and the one the keyboard is at; -1: none in this row. */
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly editing: boolean;
  readonly on: RowHandlers;
  /** What can be done with it, where there is anything. */
  readonly actions: ((row: WireRow) => ReactNode) | undefined;
  /** What the row is drawn as: rows that are dragged know how. */
  readonly as: RowElement | undefined;
}

/** A row of a table. Drawn anew only when something of it changes. */
export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { resource, row, index, depth, unfolded, columns, active, selected, from, to, at, editing, on, actions } =
    props;
  const Line = props.as ?? 'tr';
  const title = titleOf(resource, row);
  return (
    <Line
      {...{ 'data-row': row.id, 'data-row-key': row.id, 'data-index': index }}
      className={active ? 'xj-row-active' : ''}
      aria-rowindex={props.before + index + 2}
      aria-selected={selected ?? active}
      tabIndex={props.focusable ? 0 : -1}
      onFocus={() => on.onActive(row)}
      onClick={() => on.onActive(row)}
    >
      {selected !== undefined && (
        <td className="xj-select-cell" data-stays style={{ insetInlineStart: 0 }}>
          <input
            type="checkbox"
            checked={selected}
            aria-label={translate(texts.select, { title })}
            // with Shift everything since the one before
            onClick={(event) => on.onSelect(row, event.currentTarget.checked, event.shiftKey)}
            onChange={() => undefined}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.name}
          data-align={column.align}
          data-stays={column.stays === undefined ? undefined : true}
          data-chosen={(place >= from && place <= to) || undefined}
          data-here={place === at || undefined}
          style={column.stays === undefined ? undefined : { insetInlineStart: column.stays }}
          onMouseDown={(event) => {
            if (event.button === 0 && !(editing && place === at)) on.onPress(index, place, event.shiftKey);
          }}
          onMouseEnter={(event) => {
            if (event.buttons === 1) on.onCross(index, place);
          }}
          onDoubleClick={(event) => {
            if (event.target instanceof Element && event.target.closest('a, button, input, label')) return;
            on.onBegin(row, index, place);
          }}
        >
          {editing && place === at ? (
            <Suspense fallback={<CellOf {...{ resource, row, column }} />}>
              <CellEditor resource={resource} row={row} name={column.name} onEnd={on.onEnd} />
            </Suspense>
          ) : column.opens ? (
            <div className="xj-cell" style={depth > 0 ? { paddingInlineStart: depth * 18 } : undefined}>
              {resource.tree && <FoldButton {...{ title, unfolded }} onFold={() => on.onFold(row)} />}
              <TitleCell resource={resource} row={row} by={column.name} onOpen={on.onOpen}>
                <CellOf {...{ resource, row, column }} />
              </TitleCell>
            </div>
          ) : (
            <div className="xj-cell">
              <CellOf {...{ resource, row, column }} />
            </div>
          )}
        </td>
      ))}
      {actions && <td className="xj-actions-cell">{actions(row)}</td>}
    </Line>
  );
});

function CellOf({ resource, row, column }: { resource: AnyResource; row: WireRow; column: TableColumn }) {
  if (column.name === 'due_at' && resource.life) return <DueCell resource={resource} row={row} />;
  return <CellValue name={column.name} field={column.field} row={row} />;
}

function FoldButton({ title, unfolded, onFold }: { title: string; unfolded: boolean | undefined; onFold(): void }) {
  if (unfolded === undefined) return <span className="xj-fold" />;
  return (
    <button
      type="button"
      className="xj-fold"
      aria-expanded={unfolded}
      aria-label={translate(unfolded ? texts.fold : texts.unfold, { title })}
      onClick={onFold}
    >
      <span aria-hidden="true">▸</span>
    </button>
  );
}

interface TitleCellProps {
  resource: AnyResource;
  row: WireRow;
  /** The field that stands for the row; its name, unless told. */
  by?: string;
  onOpen(row: WireRow): void;
  children: ReactNode;
}

/** The name of a row opens it. */
export function TitleCell({ resource, row, by = resource.title, onOpen, children }: TitleCellProps) {
  const title = titleOf(resource, row);
  const number = numberOf(resource, row);
  // what stands in sight is part of what it is called
  const opens = translate(texts.open, { title: number === undefined ? title : `${number} ${title}` });
  const named = by === resource.title;
  return (
    <button
      type="button"
      className="xj-title-link"
      title={title}
      aria-label={named ? opens : undefined}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(row);
      }}
    >
      {named && (typeof row[by] !== 'string' || row[by] === '' || englishTitleOf(resource, row)) ? title : children}
      {/* what stands there is no part of its name, and has to be said with it */}
      {!named && <span className="xj-visually-hidden"> {opens}</span>}
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
