import { Button, type InputRef } from 'antd';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { Condition } from '#kernel/declaration/filter.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { ErrorState } from '#web/error/error-state.tsx';
import { useLoadedForm } from '#web/form/use-loaded-form.ts';
import { WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { useMoves } from '#web/lifecycle/use-moves.tsx';
import { confirmDelete } from '#web/record/delete-rows.ts';
import { type OfferedAction, runAction } from '#web/record/record-actions.ts';
import { hasOwnForm } from '#web/record/record-panels.ts';
import { pictureField } from '#web/resource/columns.ts';
import { mayTake } from '#web/resource/holder.ts';
import { defaultLimit, type ListQuery, withConditions, withGroup, withOrder } from '#web/resource/list-query.ts';
import { refreshResource, swapRows } from '#web/resource/resource-calls.ts';
import { isOffered, isPlainlyEdited, type WireRow } from '#web/resource/wire-row.ts';
import { ScreenHead } from '#web/screen/screen.tsx';
import { currentArea } from '#web/session/area.ts';
import { BatchBar } from '#web/table/batch-bar-later.tsx';
import { columnToolsOf } from '#web/table/column-tools.ts';
import { DerivedLens } from '#web/table/derived-lens.tsx';
import { EmptyState } from '#web/table/empty-state-later.tsx';
import { exportScreen } from '#web/table/export-rows.ts';
import { FilterBar } from '#web/table/filter-bar.tsx';
import type { Adding } from '#web/table/filter-chips.tsx';
import { LensSwitch, lensesOf } from '#web/table/lens-switch.tsx';
import { ListPager } from '#web/table/list-pager.tsx';
import { ListTable } from '#web/table/list-table.tsx';
import { ListTools } from '#web/table/list-tools.tsx';
import { chosenOwnLens, isSeeking, ownLensesOf } from '#web/table/own-lens.ts';
import { OwnLensView } from '#web/table/own-lens-view.tsx';
import { type Pasted, pastedLater } from '#web/table/pasted-later.ts';
import { usePreference } from '#web/table/preference.ts';
import { RowActions } from '#web/table/row-actions.tsx';
import { presetOf } from '#web/table/row-preset.ts';
import { flattenRows } from '#web/table/row-tree.ts';
import { readId, useListAddress } from '#web/table/use-list-address.ts';
import { useListKeys } from '#web/table/use-list-keys.ts';
import { useListStep } from '#web/table/use-list-step.ts';
import { useScreenActions } from '#web/table/use-screen-actions.ts';
import { mayChooseRows, useSelection } from '#web/table/use-selection.ts';
import { useSteadyRecord } from '#web/table/use-steady-record.ts';
import { useTable } from '#web/table/use-table.ts';
import { useTriage } from '#web/table/use-triage.ts';
import { useUnfolded } from '#web/table/use-unfolded.ts';
import { useIsPhone } from '#web/theme/use-media.ts';

import './table.css';

const RecordSheet = lazy(() => import('#web/record/record-sheet.tsx'));
const EditSheet = lazy(() => import('#web/record/edit-sheet.tsx'));
const PasteDialog = lazy(() => import('#web/table/paste-dialog.tsx'));
const ImportDialog = lazy(() => import('#web/table/import-dialog.tsx'));
const CardLens = lazy(async () => ({ default: (await import('#web/table/compact-list.tsx')).CardLens }));
const CompactList = lazy(() => import('#web/table/compact-list.tsx'));
const MeasureStrip = lazy(async () => ({ default: (await import('#web/table/measure-strip.tsx')).MeasureStrip }));

const texts = {
  changed: text('{n} 条记录有新变化', '{n} records have changed'),
  show: text('刷新查看', 'Refresh to view'),
};

const noGroups = { rows: [], total: 0 };
const emptyQuery: ListQuery = { conditions: [], keyword: '' };

/** The list screen of a resource, from its declaration and its address; `tools` are what a module offers before those of every list. */
export function ResourceScreen({ resource, tools }: { resource: AnyResource; tools?: ReactNode }) {
  const address = useListAddress(resource);
  const { query, setQuery, setParams } = address;
  const offered = useMemo(() => lensesOf(resource), [resource]);
  const own = chosenOwnLens(resource, address.param('lens'), isSeeking(query));
  const requested = own?.name ?? offered.find((one) => one === address.param('lens')) ?? 'table';
  const lens = requested === 'table' && query.group !== undefined ? 'groups' : requested;
  const listed = lens === 'table' || lens === 'cards';
  const strip = usePreference(`measures:${resource.name}`);
  const phone = useIsPhone();
  const table = useTable(resource, address, {
    listed,
    scrolls: lens === 'table' && !phone,
    picture: lens === 'cards' ? pictureField(resource) : undefined,
  });
  const { settings, saveSettings, list, rows } = table;
  const [grouped, setGrouped] = useState<{ rows: readonly WireRow[]; total: number }>(noGroups);
  const noteGroups = useCallback((found: readonly WireRow[], total: number) => setGrouped({ rows: found, total }), []);
  const inGroups = lens === 'groups';
  const selection = useSelection(inGroups ? grouped.rows : list.rows, query, lens);
  const { rows: selected, clear: clearSelection } = selection;

  const [lastId, setActiveId] = useState<number>();
  const [queue, setQueue] = useState<readonly number[]>([]);
  const [filtering, setFiltering] = useState<Adding>(false);
  const [importing, setImporting] = useState(false);
  const [pasted, setPasted] = useState<Pasted>();
  const searchRef = useRef<InputRef>(null);
  const screen = useRef<HTMLDivElement>(null);

  const { openId, noteTyping } = useSteadyRecord(address);
  const editId = readId(address, 'edit');
  const adding = address.param('form') === 'add' && mayTake(resource, 'add');
  const requestedForm = adding ? 'add' : editId === undefined ? undefined : String(editId);
  const { form, noteDirty } = useLoadedForm(requestedForm, (held) =>
    setParams(held === 'add' ? { form: held } : { edit: held }),
  );
  const tree = useUnfolded(rows, isSeeking(query));
  const inSight = inGroups ? grouped.rows : tree.inSight;
  const rowOf = useCallback(
    (id: number) => (inGroups ? grouped.rows : flattenRows(rows)).find((one) => one.id === id),
    [inGroups, grouped, rows],
  );

  const moves = useMoves(resource, { onChanged: clearSelection });

  const open = useCallback(
    (row: WireRow) => {
      setActiveId(row.id);
      setParams({ id: String(row.id) });
    },
    [setParams],
  );
  const edit = useCallback(
    (rows: readonly WireRow[]) => {
      const [first] = rows;
      if (!first || !isOffered(resource, first, 'edit')) return;
      if (hasOwnForm(resource)) {
        open(first);
        return;
      }
      // what is on file is changed by itself: one after another are the others
      const others = rows.filter((row) => isPlainlyEdited(resource, row));
      setQueue((rows.length === 1 ? rows : others).map(({ id }) => id));
      setParams({ edit: String(first.id) });
    },
    [resource, setParams, open],
  );
  const editOne = useCallback(
    (row: WireRow) => (isOffered(resource, row, 'edit') ? edit([row]) : open(row)),
    [resource, edit, open],
  );
  const remove = useCallback(
    (rows: readonly WireRow[]) => {
      void confirmDelete(resource, rows).then((deleted) => {
        if (!deleted) return;
        clearSelection();
        if (rows.some((row) => row.id === openId)) setParams({ id: undefined, tab: undefined }, { replace: true });
      });
    },
    [resource, clearSelection, openId, setParams],
  );
  const act = useCallback(
    (offered: OfferedAction) => void runAction(resource, offered).then((done) => done && clearSelection()),
    [resource, clearSelection],
  );

  const drawn = inGroups ? 'whole' : listed && !table.onSight ? 'pages' : undefined;
  const { step, walk, goTo, close, at, activeId } = useListStep(
    { resource, address, list, rows: inSight, drawn, openId, activeId: lastId, screen },
    setActiveId,
  );
  const triage = useTriage({ rows: inSight, openId, onGo: goTo });
  const active = activeId === undefined ? undefined : rowOf(activeId);
  useListKeys({
    onSearch: () => searchRef.current?.focus({ cursor: 'all' }),
    onFilter: () => screen.current?.querySelector<HTMLElement>('.xj-filter-add')?.click(),
    onStep: step,
    onPeek: () => {
      if (openId !== undefined) close({ replace: true });
      else if (active) open(active);
    },
    onOpen: () => active && editOne(active),
  });

  const add = useCallback(() => setParams({ form: 'add' }), [setParams]);
  const refresh = useCallback(() => void refreshResource(resource.name), [resource.name]);
  const exportAs = useCallback(
    (format: 'xlsx' | 'csv') => void exportScreen(resource, query, settings, format).catch(() => undefined),
    [resource, query, settings],
  );
  const exportSheet = useCallback(() => exportAs('xlsx'), [exportAs]);
  const importSheet = useCallback(() => setImporting(true), []);
  const chosen = useMemo(
    // of an open record its moves are offered by the record
    () => (selected.size > 0 ? [...selected.values()] : active && openId === undefined ? [active] : []),
    [selected, active, openId],
  );
  useScreenActions({
    resource,
    rows: chosen,
    moves,
    onAdd: add,
    onRefresh: refresh,
    onExport: exportSheet,
    onImport: importSheet,
  });

  const actions = useCallback(
    (row: WireRow): ReactNode => (
      <RowActions resource={resource} row={row} moves={moves} onEdit={editOne} onDelete={(one) => remove([one])} />
    ),
    [resource, moves, editOne, remove],
  );
  const filtered = isSeeking(query);
  const brought = ownLensesOf(resource);
  const showThrough = (next: string) => {
    const usual = brought.find((one) => one.first)?.name ?? 'table';
    const params = { lens: next === usual ? undefined : next };
    if (brought.some((one) => one.name === next)) setQuery(emptyQuery, { params });
    else setParams(params);
  };
  // from a page past the end one is led to the last there is
  const empty =
    list.error || (query.page ?? 1) > 1 ? null : (
      <EmptyState
        resource={resource}
        filtered={filtered}
        onClear={() => setQuery(emptyQuery)}
        {...(mayTake(resource, 'add') ? { onAdd: add } : {})}
      />
    );
  const selectable = mayChooseRows(resource);
  const mayPaste = mayTake(resource, 'edit') && !hasOwnForm(resource);
  const inTable = resource.tree ? inSight : list.rows;
  const choosing = {
    selectable,
    selected,
    onSelect: selection.select,
    onEdit: editOne,
    onActive: (row: WireRow) => setActiveId(row.id),
  };
  const { first, fetching } = list;
  const common = { resource, rows, first, fetching, settings, empty, onOpen: open, actions, ...choosing };
  const lensProps = {
    resource,
    query,
    settings,
    moves,
    onOpen: open,
    actions,
    onOnly: (condition: Condition) => {
      const others = query.conditions.filter((one) => one.field !== condition.field);
      setQuery(withConditions(query, [...others, condition]), { params: { lens: undefined } });
    },
  };
  // officers are told what the rule of the menu says; until that has come, what came with the platform
  const remark = list.first && resource.remark && currentArea() === 'admin' ? translate(resource.remark) : list.remark;
  const closeForm = () => {
    setQueue([]);
    setParams({ form: undefined, edit: undefined });
  };

  return (
    <div ref={screen} className="xj-screen">
      <ScreenHead title={translate(resource.label)} lead={remark}>
        <ListTools
          {...{ resource, query, settings }}
          unfolded={tree.any}
          onAdd={add}
          onRefresh={refresh}
          onExport={exportAs}
          onImport={importSheet}
          onSettings={saveSettings}
          {...(resource.measures ? { figures: strip.value === true, onFigures: strip.save } : {})}
          onUnfold={tree.onAll}
          own={tools}
        />
      </ScreenHead>
      <div className="xj-screen-bar">
        <FilterBar
          {...{ resource, query, searchRef, settings }}
          adding={filtering}
          table={address.param('table')}
          grouping={requested === 'table'}
          onAdding={setFiltering}
          onChange={setQuery}
        />
        <LensSwitch own={brought} offered={offered} lens={requested} onChange={showThrough} />
      </div>
      {resource.measures && strip.value === true && (
        <Suspense fallback={null}>
          <MeasureStrip resource={resource} query={query} onQuery={setQuery} />
        </Suspense>
      )}
      {list.changed > 0 && listed && (
        <p className="xj-changed" role="status">
          {translate(texts.changed, { n: list.changed })}
          <Button type="link" size="small" onClick={refresh}>
            {translate(texts.show)}
          </Button>
        </p>
      )}
      {list.error && listed ? <ErrorState error={list.error} onRetry={list.refresh} /> : null}
      {!(list.error && listed) && (
        <Suspense fallback={null}>
          {own && (
            <OwnLensView
              lens={own}
              {...{ resource, setParams }}
              param={address.param}
              onOpen={(row) => setParams({ id: String(row.id) })}
            />
          )}
          <DerivedLens
            {...lensProps}
            lens={lens}
            address={address}
            groups={{ ...choosing, empty, activeId: at, onRows: noteGroups }}
          />
          {lens === 'cards' && (rows.length > 0 ? <CardLens {...lensProps} rows={rows} /> : !list.first && empty)}
          {lens === 'table' &&
            (phone ? (
              <CompactList {...common} />
            ) : (
              <ListTable
                {...common}
                rows={list.rows}
                before={table.onSight ? 0 : ((query.page ?? 1) - 1) * (query.limit ?? defaultLimit)}
                total={list.total}
                {...(table.onSight ? { onSight: table.onSight } : {})}
                query={query}
                activeId={at}
                expanded={tree.unfolded}
                draggable={mayTake(resource, 'sortable')}
                onExpand={tree.onExpand}
                onOrder={(order) => setQuery(withOrder(query, order))}
                onSettings={saveSettings}
                columnTools={columnToolsOf(resource, setFiltering, (name) => setQuery(withGroup(query, name)))}
                onSwap={(moved, target) => void swapAndShow(resource, moved, target)}
                {...(mayPaste
                  ? { onPaste: (cells, shown) => void pastedLater(resource, inTable, shown, cells).then(setPasted) }
                  : {})}
              />
            ))}
        </Suspense>
      )}
      {listed && !resource.tree && list.total > 0 && (
        <ListPager
          query={query}
          total={list.total}
          estimated={list.estimated}
          shown={list.rows.length}
          endless={table.onSight !== undefined}
          onChange={setQuery}
        />
      )}
      <BatchBar
        resource={resource}
        selection={selection}
        query={query}
        total={inGroups ? grouped.total : list.total}
        settings={settings}
        moves={moves}
        onAct={act}
        onEdit={edit}
        onDelete={remove}
      />
      <Suspense fallback={null}>
        {pasted && <PasteDialog {...{ resource, ...pasted }} onClose={() => setPasted(undefined)} />}
        {openId !== undefined && (
          <RecordSheet
            resource={resource}
            id={openId}
            listed={rowOf(openId)}
            tab={address.param('tab')}
            onTab={(tab) => setParams({ tab: tab === 'details' ? undefined : tab }, { replace: true })}
            walk={walk}
            triage={triage}
            onDirty={noteTyping}
            onEdit={(row) => edit([row])}
            onClose={() => close()}
          />
        )}
        {form !== undefined && (
          <EditSheet
            resource={resource}
            ids={form === 'add' ? [] : queue.includes(Number(form)) ? queue : [Number(form)]}
            preset={presetOf(resource, query)}
            onDirty={noteDirty}
            onClose={closeForm}
            onDone={closeForm}
          />
        )}
        {importing && <ImportDialog resource={resource} onClose={() => setImporting(false)} />}
      </Suspense>
      {moves.dialog}
    </div>
  );
}

async function swapAndShow(resource: AnyResource, moved: WireRow, target: WireRow): Promise<void> {
  await swapRows(resource, moved.id, target.id).catch((error: unknown) => {
    if (!(error instanceof WireError)) throw error;
  });
  await refreshResource(resource.name);
}

export default ResourceScreen;
