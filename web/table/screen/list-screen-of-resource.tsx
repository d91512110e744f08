import { Button, type InputRef } from 'antd';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { useUserPreference } from '#web/http/user-preference-stored-on-server.ts';
import { translate } from '#web/i18n/locale.ts';
import { useRunMoveAtOnceOrByDialog } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import { ScreenHeading } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { BatchBar } from '#web/table/batch/lazy-batch-bar.tsx';
import type { PastedChanges } from '#web/table/edit/lazy-load-changes-pasted-into-table.ts';
import type { FilterBeingAdded } from '#web/table/filter/filter-condition-chips.tsx';
import { SearchFiltersGroupingAndViewsBar } from '#web/table/filter/quick-search-filters-grouping-and-saved-views-bar.tsx';
import { ListLensSwitch } from '#web/table/lens/list-lens-switch.tsx';
import { ListPageNavigation } from '#web/table/rows/list-page-navigation.tsx';
import { useListStateInUrl } from '#web/table/rows/use-list-state-in-url.ts';
import { ListScreenDialogs } from '#web/table/screen/list-screen-dialogs.tsx';
import { ListToolbar } from '#web/table/screen/list-toolbar.tsx';
import { RowsInChosenLens } from '#web/table/screen/rows-in-chosen-lens.tsx';
import { useAddExportImportCommands } from '#web/table/screen/use-add-export-import-commands.ts';
import { useLensFromAddress } from '#web/table/screen/use-lens-from-address.ts';
import { useListScreenRows } from '#web/table/screen/use-list-screen-rows.ts';
import { useOpenEditAndDeleteRowCommands } from '#web/table/screen/use-open-edit-and-delete-row-commands.ts';
import { useRecordAndFormOpenedByUrl } from '#web/table/screen/use-record-and-form-opened-by-url.ts';
import { useListScreenShortcutsAndRowStepping } from '#web/table/screen/use-row-stepping-and-shortcuts-of-list-screen.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';
import '#web/table/table.css';

const MeasureStrip = lazy(async () => ({
  default: (await import('#web/table/lens/measure-charts-that-filter-list.tsx')).MeasureChartsAboveList,
}));

const texts = {
  changed: text('{n} 条记录有新变化', '{n} {n|record|records} {n|has|have} changed'),
  show: text('刷新查看', 'Refresh to view'),
};

interface ResourceScreenProps {
  readonly resource: AnyResource;
  /** Tools that a module adds before those of every list. */
  readonly tools?: ReactNode;
}

/** State and commands of a list screen. */
function useListScreen(resource: AnyResource) {
  const address = useListStateInUrl(resource);
  const { query, setParams } = address;
  const lens = useLensFromAddress(resource, address);
  const strip = useUserPreference(`measures:${resource.name}`);
  const phone = useIsPhone();
  const rows = useListScreenRows(resource, address, lens, phone);
  const { table, selection } = rows;
  const clearSelection = selection.clear;

  const [lastId, setActiveId] = useState<number>();
  const [filtering, setFiltering] = useState<FilterBeingAdded>(false);
  const [importing, setImporting] = useState(false);
  const [pasted, setPasted] = useState<PastedChanges>();
  const search = useRef<InputRef>(null);
  const screen = useRef<HTMLDivElement>(null);

  const forms = useRecordAndFormOpenedByUrl(resource, address);
  const { openId, setQueue } = forms;
  const moves = useRunMoveAtOnceOrByDialog(resource, { onChanged: clearSelection });
  const commands = useOpenEditAndDeleteRowCommands({
    resource,
    setParams,
    openId,
    clearSelection,
    setActiveId,
    setQueue,
  });
  const keys = { resource, address, lens, rows, commands, openId, activeId: lastId, screen, search, setActiveId };
  const { walk, openNextAfterMove, at, active, close } = useListScreenShortcutsAndRowStepping(keys);
  const actions = useAddExportImportCommands({
    resource,
    query,
    settings: table.settings,
    setParams,
    selected: selection.rows,
    active,
    openId,
    moves,
    setImporting,
  });
  return {
    address,
    lens,
    strip,
    phone,
    rows,
    forms,
    moves,
    commands,
    actions,
    walk,
    openNextAfterMove,
    closeRecord: close,
    activeId: at,
    setActiveId,
    filtering,
    setFiltering,
    importing,
    setImporting,
    pasted,
    setPasted,
    search,
    screen,
  };
}

type ListScreen = ReturnType<typeof useListScreen>;

/** The list screen of a resource, from its declaration and its address. */
export function ResourceScreen({ resource, tools }: ResourceScreenProps) {
  const state = useListScreen(resource);
  const { address, lens, rows, strip, forms, moves, commands, actions } = state;
  const { query, setQuery } = address;
  const { table, selection } = rows;
  const { list } = table;
  return (
    <div ref={state.screen} className="xj-screen">
      <ScreenTop {...{ resource, tools, state }} />
      {resource.measures && strip.value === true && (
        <Suspense fallback={null}>
          <MeasureStrip resource={resource} query={query} onQuery={setQuery} />
        </Suspense>
      )}
      {list.changed > 0 && lens.listed && <ChangedNote n={list.changed} onShow={actions.refresh} />}
      <RowsInChosenLens
        {...{ resource, address, lens, rows, commands, moves }}
        phone={state.phone}
        activeId={state.activeId}
        onActive={state.setActiveId}
        onAdd={actions.add}
        onFilter={state.setFiltering}
        onPasted={state.setPasted}
      />
      {lens.listed && !resource.tree && list.total > 0 && (
        <ListPageNavigation
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
        total={rows.total}
        settings={table.settings}
        moves={moves}
        onAct={commands.act}
        onEdit={commands.edit}
        onDelete={commands.remove}
      />
      <ListScreenDialogs
        {...{ resource, address, forms }}
        listed={forms.openId === undefined ? undefined : rows.rowOf(forms.openId)}
        walk={state.walk}
        openNextAfterMove={state.openNextAfterMove}
        pasted={state.pasted}
        importing={state.importing}
        onEdit={commands.edit}
        onClose={() => state.closeRecord()}
        onPasteEnd={() => state.setPasted(undefined)}
        onImportEnd={() => state.setImporting(false)}
      />
      {moves.dialog}
    </div>
  );
}

/** Heading, tools, filters and lenses. */
function ScreenTop({ resource, tools, state }: ResourceScreenProps & { readonly state: ListScreen }) {
  const { address, lens, rows, strip, actions } = state;
  const { table, tree } = rows;
  const { settings, list } = table;
  const { query } = address;
  // Until the list answers with the remark of its menu rule, the declared one is shown to officers.
  const remark = list.first && resource.remark && currentArea() === 'admin' ? translate(resource.remark) : list.remark;
  return (
    <>
      <ScreenHeading title={translate(resource.label)} lead={remark}>
        <ListToolbar
          {...{ resource, query, settings }}
          printedRows={
            lens.listed && !resource.tree
              ? { total: list.total, page: table.onSight ? undefined : (query.page ?? 1) }
              : undefined
          }
          unfolded={tree.any}
          onAdd={actions.add}
          onRefresh={actions.refresh}
          onExport={actions.exportAs}
          onImport={actions.importSheet}
          onSettings={table.saveSettings}
          {...(resource.measures ? { figures: strip.value === true, onFigures: strip.save } : {})}
          onUnfold={tree.onAll}
          own={tools}
        />
      </ScreenHeading>
      <div className="xj-screen-bar">
        <SearchFiltersGroupingAndViewsBar
          {...{ resource, query, settings }}
          searchRef={state.search}
          adding={state.filtering}
          table={address.param('table')}
          grouping={lens.requested === 'table'}
          onAdding={state.setFiltering}
          onChange={address.setQuery}
        />
        <ListLensSwitch own={lens.brought} offered={lens.offered} lens={lens.requested} onChange={lens.choose} />
      </div>
    </>
  );
}

function ChangedNote({ n, onShow }: { n: number; onShow(): void }) {
  return (
    <p className="xj-changed" role="status">
      {translate(texts.changed, { n })}
      <Button type="link" size="small" onClick={onShow}>
        {translate(texts.show)}
      </Button>
    </p>
  );
}

export default ResourceScreen;
