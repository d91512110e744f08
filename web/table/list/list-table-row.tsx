import { type ComponentType, type HTMLAttributes, lazy, memo, type ReactNode, Suspense } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { DueCountdown } from '#web/cell/countdown-to-deadline.tsx';
import { dueUnitOf } from '#web/cell/format/format-time-left-until-deadline.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { translate } from '#web/i18n/locale.ts';
import { stateOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import { englishTitleOf, recordNumberOf, titleOf, type WireRow } from '#web/resource/wire-row.ts';
import type { TableColumn } from '#web/table/columns/table-columns.ts';
import type { CellEnd } from '#web/table/edit/table-cell-editor.tsx';

const CellEditor = lazy(() => import('#web/table/edit/table-cell-editor.tsx'));

const texts = {
  select: text('选择 {title}', 'Select {title}'),
  open: text('打开 {title}', 'Open {title}'),
  unfold: text('展开 {title}', 'Expand {title}'),
  fold: text('收起 {title}', 'Collapse {title}'),
};

/**
 * Event handlers of rows. The object stays the same while the table is mounted, so that rows are not rendered again.
 */
export interface ListRowHandlers {
  onActive(row: WireRow): void;
  onOpen(row: WireRow): void;
  onSelect(row: WireRow, on: boolean, through: boolean): void;
  onFold(row: WireRow): void;
  onPress(index: number, column: number, extend: boolean): void;
  onCross(index: number, column: number): void;
  onBegin(row: WireRow, index: number, column: number): void;
  onEnd(end: CellEnd): void;
}

export type TableRowElement = ComponentType<HTMLAttributes<HTMLTableRowElement> & { 'data-row-key'?: string | number }>;

interface ListRowProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  /** Index of the row in the table. */
  readonly index: number;
  /** Number of rows on previous pages. */
  readonly before: number;
  readonly depth: number;
  /** For a row with children: whether they are unfolded. */
  readonly unfolded: boolean | undefined;
  readonly columns: readonly TableColumn[];
  readonly active: boolean;
  readonly focusable: boolean;
  /** Undefined where rows cannot be selected. */
  readonly selected: boolean | undefined;
  /** First and last selected cell, and the current one; -1: none in this row. */
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly editing: boolean;
  readonly on: ListRowHandlers;
  /** Renders its actions; undefined where there are none. */
  readonly actions: ((row: WireRow) => ReactNode) | undefined;
  /** Element of the row; dragged rows have their own. */
  readonly as: TableRowElement | undefined;
}

/** A row of a table. Rendered again only when something of it changes. */
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
            // with Shift all rows since the last selected one
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
  /** The field shown as title. Default: the title field. */
  by?: string;
  onOpen(row: WireRow): void;
  children: ReactNode;
}

/** The title of a row, which opens it. */
export function TitleCell({ resource, row, by = resource.title, onOpen, children }: TitleCellProps) {
  const title = titleOf(resource, row);
  const number = recordNumberOf(resource, row);
  // the accessible name has to contain the visible text
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
      {/* the visible text is not part of the title, and has to be read with it */}
      {!named && <span className="xj-visually-hidden"> {opens}</span>}
    </button>
  );
}

/** The time left, unless the row is in a final state. */
export function DueCell({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const field = fieldOf(resource, 'due_at');
  if (typeof row.due_at === 'number' && !stateOf(resource, row)?.final)
    return <DueCountdown due={row.due_at} unit={dueUnitOf(row.due_unit)} />;
  return field ? <CellValue name="due_at" field={field} row={{ ...row, due_at: null }} /> : null;
}
