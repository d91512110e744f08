import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { WireError } from '#web/http/client.ts';
import type { MoveRunner } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import { hasPanelReplacingStateAndForm } from '#web/record/record-panel-registry.ts';
import {
  defaultLimit,
  emptyListQuery,
  isFilteredOrSearched,
  withConditions,
  withGroup,
  withOrder,
} from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';
import { refreshResource, swapRows } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { filterAndGroupActionsOfColumnHeading } from '#web/table/columns/filter-and-group-actions-of-column-heading.ts';
import { loadPastedChanges, type PastedChanges } from '#web/table/edit/lazy-load-changes-pasted-into-table.ts';
import { GroupsBoardCalendarOrMapLens } from '#web/table/lens/groups-board-calendar-or-map-lens.tsx';
import { ModuleLensView } from '#web/table/lens/module-lens-view.tsx';
import { ListTable } from '#web/table/list/list-table.tsx';
import type { ListTableProps } from '#web/table/list/list-table-props.ts';
import { RowActionButtons } from '#web/table/list/row-action-buttons.tsx';
import type { ListAddress } from '#web/table/rows/use-list-state-in-url.ts';
import { mayChooseRows } from '#web/table/rows/use-row-selection.ts';
import { EmptyState } from '#web/table/screen/lazy-empty-state.tsx';
import type { LensFromAddress } from '#web/table/screen/use-lens-from-address.ts';
import type { ListScreenRows } from '#web/table/screen/use-list-screen-rows.ts';
import type { RowCommands } from '#web/table/screen/use-open-edit-and-delete-row-commands.ts';

const CardLens = lazy(async () => ({
  default: (await import('#web/table/lens/phone-card-list-and-card-lens.tsx')).CardLens,
}));
const PhoneCardList = lazy(() => import('#web/table/lens/phone-card-list-and-card-lens.tsx'));

interface RowsInLensProps {
  readonly resource: AnyResource;
  readonly address: ListAddress;
  readonly lens: LensFromAddress;
  readonly rows: ListScreenRows;
  readonly commands: RowCommands;
  readonly moves: MoveRunner;
  readonly phone: boolean;
  /** The active row: that of the open record, else the one with the focus. */
  readonly activeId: number | undefined;
  onActive(id: number): void;
  onAdd(): void;
  /** Filters by a column from its menu. */
  onFilter(name: string): void;
  onPasted(pasted: PastedChanges): void;
}

/** The rows of a list screen in its lens, or why they could not be loaded. */
export function RowsInChosenLens(props: RowsInLensProps) {
  const { resource, moves, rows, lens, commands } = props;
  const { list } = rows.table;
  const { editOne, remove } = commands;
  const actions = useCallback(
    (row: WireRow): ReactNode => (
      <RowActionButtons
        resource={resource}
        row={row}
        moves={moves}
        onEdit={editOne}
        onDelete={(one) => remove([one])}
      />
    ),
    [resource, moves, editOne, remove],
  );
  if (list.error && lens.listed) return <LoadErrorWithRetry error={list.error} onRetry={list.refresh} />;
  return (
    <Suspense fallback={null}>
      <LensRows {...props} actions={actions} />
    </Suspense>
  );
}

function LensRows(props: RowsInLensProps & { actions(row: WireRow): ReactNode }) {
  const { resource, address, lens, commands, moves, actions } = props;
  const { query, setQuery, setParams } = address;
  const { table, selection, noteGroups } = props.rows;
  const { list, rows, settings } = table;
  // A page past the end goes to the last one.
  const empty =
    list.error || (query.page ?? 1) > 1 ? null : (
      <EmptyState
        resource={resource}
        filtered={isFilteredOrSearched(query)}
        onClear={() => setQuery(emptyListQuery)}
        {...(mayPerform(resource, 'add') ? { onAdd: props.onAdd } : {})}
      />
    );
  const choosing = {
    selectable: mayChooseRows(resource),
    selected: selection.rows,
    onSelect: selection.select,
    onEdit: commands.editOne,
    onActive: (row: WireRow) => props.onActive(row.id),
  };
  const { first, fetching } = list;
  const common = { resource, rows, first, fetching, settings, empty, onOpen: commands.open, actions, ...choosing };
  const lensProps = {
    resource,
    query,
    settings,
    moves,
    onOpen: commands.open,
    actions,
    onOnly: (condition: Condition) => {
      const others = query.conditions.filter((one) => one.field !== condition.field);
      setQuery(withConditions(query, [...others, condition]), { params: { lens: undefined } });
    },
  };
  return (
    <>
      {lens.own && (
        <ModuleLensView
          lens={lens.own}
          {...{ resource, setParams }}
          param={address.param}
          onOpen={(row) => setParams({ id: String(row.id) })}
        />
      )}
      <GroupsBoardCalendarOrMapLens
        {...lensProps}
        lens={lens.lens}
        address={address}
        groups={{ ...choosing, empty, activeId: props.activeId, onRows: noteGroups }}
      />
      {lens.lens === 'cards' && (rows.length > 0 ? <CardLens {...lensProps} rows={rows} /> : !list.first && empty)}
      {lens.lens === 'table' &&
        (props.phone ? <PhoneCardList {...common} /> : <ScreenTable screen={props} {...common} />)}
    </>
  );
}

type TableProps = Omit<
  ListTableProps,
  | 'rows'
  | 'before'
  | 'total'
  | 'query'
  | 'activeId'
  | 'expanded'
  | 'draggable'
  | `on${'Expand' | 'Order' | 'Settings' | 'Swap' | 'Paste' | 'Sight'}`
  | 'columnTools'
>;

/** The table of a list screen, with its page in the address and its columns in the person's preferences. */
function ScreenTable({ screen, ...common }: TableProps & { screen: RowsInLensProps }) {
  const { resource, address } = screen;
  const { query, setQuery } = address;
  const { table, tree } = screen.rows;
  const { list, onSight } = table;
  const mayPaste = mayPerform(resource, 'edit') && !hasPanelReplacingStateAndForm(resource);
  const pastedOver = resource.tree ? tree.inSight : list.rows;
  return (
    <ListTable
      {...common}
      rows={list.rows}
      before={onSight ? 0 : ((query.page ?? 1) - 1) * (query.limit ?? defaultLimit)}
      total={list.total}
      {...(onSight ? { onSight } : {})}
      query={query}
      activeId={screen.activeId}
      expanded={tree.unfolded}
      draggable={mayPerform(resource, 'sortable')}
      onExpand={tree.onExpand}
      onOrder={(order) => setQuery(withOrder(query, order))}
      onSettings={table.saveSettings}
      columnTools={filterAndGroupActionsOfColumnHeading(resource, screen.onFilter, (name) =>
        setQuery(withGroup(query, name)),
      )}
      onSwap={(moved, target) => void swapAndShow(resource, moved, target)}
      {...(mayPaste
        ? {
            onPaste: (cells, shown) => void loadPastedChanges(resource, pastedOver, shown, cells).then(screen.onPasted),
          }
        : {})}
    />
  );
}

async function swapAndShow(resource: AnyResource, moved: WireRow, target: WireRow): Promise<void> {
  await swapRows(resource, moved.id, target.id).catch((error: unknown) => {
    if (!(error instanceof WireError)) throw error;
  });
  await refreshResource(resource.name);
}
