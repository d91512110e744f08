import {
  type ComponentProps,
  type CSSProperties,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { ListQuery } from '#web/resource/list-query.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { mayTypeIn } from '#web/table/cell-field.ts';
import { moveColumnTo, stepColumn, type TableSettings, withColumn } from '#web/table/column-settings.ts';
import { type ColumnTools, ListHead } from '#web/table/list-head.tsx';
import { ListRow, type RowElement } from '#web/table/list-row.tsx';
import { placeRows } from '#web/table/row-tree.ts';
import { isDrawn, type RowWindow, rowHeights, windowOf } from '#web/table/row-window.ts';
import { selectWidth, type TableColumn, tableColumns } from '#web/table/table-columns.ts';
import { chosenIn, type PastedCells, useCells } from '#web/table/use-cells.ts';
import { useFillHeight } from '#web/table/use-fill-height.ts';
import { shareOf, useRowHandlers, withChosen } from '#web/table/use-row-handlers.ts';
import { useRowWidths } from '#web/table/use-row-widths.ts';

import './list-table.css';

const DragRows = lazy(() => import('#web/table/drag-rows.tsx'));

const texts = { list: text('{label}列表', '{label} list') };

/** Rows of a skeleton: as many as a first page holds. */
const bones = Array.from({ length: 10 }, (_, index) => index);
/** What stands below the rows: the pager, and the edge of the page. In px. */
const below = 72;

export interface ListTableProps {
  readonly resource: AnyResource;
  /** Rows that are not there yet are left out. */
  readonly rows: readonly (WireRow | undefined)[];
  /** Of all that match, how many come before the first of these. */
  readonly before: number;
  readonly total: number;
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
  /** Filtering and grouping by a column, from its menu. */
  readonly columnTools?: Pick<ColumnTools, 'filter' | 'group'>;
  onExpand(ids: readonly number[]): void;
  onOrder(order: ListQuery['order']): void;
  onSettings(settings: TableSettings): void;
  onSelect(rows: ReadonlyMap<number, WireRow>): void;
  onActive(row: WireRow): void;
  onOpen(row: WireRow): void;
  onEdit(row: WireRow): void;
  onSwap(moved: WireRow, target: WireRow): void;
  onPaste?(pasted: PastedCells, columns: readonly string[]): void;
  /** Which rows are in sight. */
  onSight?(window: RowWindow): void;
  actions(row: WireRow): ReactNode;
}

/** Rows as a table that fills the window. Only those in sight are drawn, however many there are. */
export function ListTable(props: ListTableProps) {
  const { resource, rows, first, settings, selected, activeId, query, draggable, selectable } = props;
  const box = useRef<HTMLDivElement>(null);
  const room = useFillHeight(box, below);
  const [dragged, setDragged] = useState<{ name: string; width: number }>();
  const placed = useMemo(
    () => (resource.tree ? placeRows(rows, props.expanded ?? []) : rows.map((row) => row && { row, depth: 0 })),
    [resource.tree, rows, props.expanded],
  );
  const lines = useMemo(() => placed.map((one) => one?.row), [placed]);
  const height = rowHeights[settings.density];
  const [top, setTop] = useState(0);
  const drags = draggable && !first && !query.order && lines.length <= 200;
  const { actions, names } = useRowWidths({ ...props, lines, drags });
  const acts = actions > 0;
  const columns = useMemo(
    () => tableColumns({ resource, settings, dragged, selectable, actions, names, room: room.width }),
    [resource, settings, dragged, selectable, actions, names, room.width],
  );
  const width = columns.reduce((sum, one) => sum + one.width, 0) + (selectable ? selectWidth : 0) + actions;
  // what is dragged past the edge must be there
  const shown = drags ? { first: 0, end: lines.length } : windowOf(top, room.height, height, lines.length);
  const { onSight } = props;
  useEffect(() => onSight?.({ first: shown.first, end: shown.end }), [onSight, shown.first, shown.end]);

  const goTo = useRef<(index: number) => void>(() => undefined);
  const { onPaste } = props;
  const cells = useCells({
    rows: lines,
    columns,
    box,
    mayEdit: (row, column) => mayTypeIn(resource, row, column.name, column.field),
    onGo: (index) => goTo.current(index),
    onPaste:
      onPaste &&
      ((pasted) =>
        onPaste(
          pasted,
          columns.map(({ name }) => name),
        )),
  });
  const { clear } = cells.moves;
  // other rows are other cells
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is what the call asked
  useEffect(clear, [query, clear]);

  const reveal = useCallback(
    (index: number) => {
      const element = box.current;
      if (!element || index < 0) return;
      const y = index * height;
      const head = element.querySelector('thead')?.clientHeight ?? 0;
      if (y < element.scrollTop) element.scrollTop = y;
      else if (y + height + head > element.scrollTop + element.clientHeight)
        element.scrollTop = y + height + head - element.clientHeight;
    },
    [height],
  );
  const activeAt = useMemo(
    // a row that is not there yet is not the one nobody is at
    () => (activeId === undefined ? -1 : lines.findIndex((row) => row?.id === activeId)),
    [lines, activeId],
  );
  useLayoutEffect(() => reveal(activeAt), [reveal, activeAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [query]);
  goTo.current = (index) => {
    const row = lines[index];
    if (!row) return;
    reveal(index);
    props.onActive(row);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-row="${row.id}"]`)?.focus({ preventScroll: true }),
    );
  };

  const on = useRowHandlers({ ...props, lines, cells });
  const chosen = selectable ? shareOf(lines, selected) : undefined;
  const expanded = new Set(props.expanded);
  // the row that is typed in stays, also where the list lets go of what is far out of sight
  const typedAt = cells.editing && cells.at ? cells.at.row : -1;
  const typed = useRef<{ at: number; one: (typeof placed)[number] }>(undefined);
  if (typedAt < 0) typed.current = undefined;
  else if (placed[typedAt]) typed.current = { at: typedAt, one: placed[typedAt] };

  const drawRow = (index: number, as: RowElement | undefined) => {
    const one = placed[index] ?? (typed.current?.at === index ? typed.current.one : undefined);
    if (!one)
      return (
        <tr key={`gap-${index}`} aria-rowindex={props.before + index + 2} className="xj-row-bone">
          <td colSpan={columns.length + (selectable ? 1 : 0) + (acts ? 1 : 0)}>
            <span className="xj-bone" />
          </td>
        </tr>
      );
    const { row, depth } = one;
    const chosen = chosenIn(cells.range, index);
    const here = cells.at?.row === index;
    const active = row.id === activeId;
    return (
      <ListRow
        key={row.id}
        {...{ resource, row, index, depth, columns, active, as, on }}
        before={props.before}
        unfolded={row.children && row.children.length > 0 ? expanded.has(row.id) : undefined}
        focusable={active || (activeAt < 0 && index === 0)}
        selected={selectable ? selected.has(row.id) : undefined}
        from={chosen.from}
        to={chosen.to}
        at={here ? (cells.at?.column ?? -1) : -1}
        editing={here && cells.editing}
        actions={acts ? props.actions : undefined}
      />
    );
  };
  const latest = useRef({ ...props, lines });
  latest.current = { ...props, lines };
  // the same object as long as the table stands: its heads are not drawn anew while rows pass below them
  const tools = useMemo(() => headTools(latest, setDragged), []);
  /** The rows in sight and one that is typed in, with room for the others; in one list, so that none begins anew where it goes out of sight. */
  const drawLines = (as: RowElement | undefined): ReactNode[] => {
    const drawn = Array.from({ length: shown.end - shown.first }, (_, at) => shown.first + at);
    if (typedAt >= 0 && typedAt < shown.first) drawn.unshift(typedAt);
    else if (typedAt >= shown.end && typedAt < lines.length) drawn.push(typedAt);
    const parts: ReactNode[] = [];
    let at = 0;
    for (const index of [...drawn, lines.length]) {
      if (index > at) parts.push(<Gap key={`room-${at}`} height={(index - at) * height} />);
      if (index < lines.length) parts.push(drawRow(index, as));
      at = index + 1;
    }
    return parts;
  };

  const table = (as?: RowElement) => (
    <table
      className="xj-list-table"
      style={{ width, ...edgesOf(columns, { selectable, actions, beyond: room.width > 0 ? width - room.width : 0 }) }}
      data-density={settings.density}
      aria-label={translate(texts.list, { label: translate(resource.label) })}
      aria-rowcount={props.total + 1}
    >
      <colgroup>
        {selectable && <col style={{ width: selectWidth }} />}
        {columns.map(({ name, width: own }) => (
          <col key={name} style={{ width: own }} />
        ))}
        {acts && <col style={{ width: actions }} />}
      </colgroup>
      <ListHead
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
        {!first && drawLines(as)}
      </tbody>
    </table>
  );
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
        // its rows are what the keyboard moves through; where there are none, it has to reach the columns beyond the edge
        {...(none ? { tabIndex: 0 } : {})}
        onScroll={(event) => {
          const { scrollTop: at, scrollLeft } = event.currentTarget;
          event.currentTarget.toggleAttribute('data-aside', scrollLeft !== 0);
          const next = windowOf(at, room.height, height, lines.length);
          if (next.first === shown.first && next.end === shown.end) return;
          // the rows in sight are there already: those that come next are drawn beside the frames, not within one
          if (isDrawn(shown, at, room.height, height, lines.length)) startTransition(() => setTop(at));
          else setTop(at);
        }}
        onKeyDown={cells.onKeyDown}
        onCopy={cells.onCopy}
        onPaste={cells.onPaste}
      >
        {drags ? (
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

interface Edges {
  readonly selectable: boolean;
  readonly actions: number;
  readonly beyond: number;
}

/** How much of the table lies beyond the edge, and what its pinned columns cover on either side, in px. */
const edgesOf = (columns: readonly TableColumn[], { selectable, actions, beyond }: Edges): CSSProperties => {
  const pinned = columns.reduce((sum, one) => (one.stays === undefined ? sum : sum + one.width), 0);
  const edges = { beyond: Math.max(0, beyond), pinned: pinned + (selectable ? selectWidth : 0), actions };
  return Object.fromEntries(Object.entries(edges).map(([name, px]) => [`--xj-${name}`, `${px}px`]));
};

/** Rows stand while what drags them is fetched. */
const DragOf = ({ fallback, ...rest }: ComponentProps<typeof DragRows> & { fallback: ReactNode }) => (
  <Suspense fallback={fallback}>
    <DragRows {...rest} />
  </Suspense>
);

/** Where rows would be that are not in sight. */
const Gap = ({ height }: { height: number }) => (
  <tr className="xj-row-gap">
    <td style={{ height }} />
  </tr>
);

/** What the heads do, of the table as it stands when they do it. */
const headTools = (
  table: RefObject<ListTableProps & { readonly lines: readonly (WireRow | undefined)[] }>,
  setDragged: (dragged: { name: string; width: number } | undefined) => void,
): ColumnTools & { onAll(on: boolean): void } => {
  const apply = (change: (resource: AnyResource, settings: TableSettings) => TableSettings) => {
    const { resource, settings, onSettings } = table.current;
    onSettings(change(resource, settings));
  };
  return {
    filter: (name) => table.current.columnTools?.filter?.(name),
    group: (name) => table.current.columnTools?.group?.(name),
    onOrder: (order) => table.current.onOrder(order),
    onWidth: (name, width, done) => {
      // widths follow the pointer at once; they are kept when it lets go
      setDragged(done ? undefined : { name, width });
      if (done) apply((_, settings) => withColumn(settings, name, { width }));
    },
    onMove: (name, to) => apply((resource, settings) => moveColumnTo(resource, settings, name, to)),
    onStep: (name, by) => apply((resource, settings) => stepColumn(resource, settings, name, by)),
    onPin: (name, pinned) => apply((_, settings) => withColumn(settings, name, { pinned })),
    onHide: (name) => apply((_, settings) => withColumn(settings, name, { shown: false })),
    onAll: (on) => {
      const { selected, lines, onSelect } = table.current;
      onSelect(withChosen(selected, lines, on));
    },
  };
};
