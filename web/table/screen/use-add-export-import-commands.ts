import { useCallback, useMemo } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import type { MoveRunner } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import { refreshResource } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import type { TableSettings } from '#web/table/columns/column-settings.ts';
import type { ListAddress } from '#web/table/rows/use-list-state-in-url.ts';
import { useListInCommandPalette } from '#web/table/screen/use-list-in-command-palette.ts';

interface ScreenCommandOptions {
  readonly resource: AnyResource;
  readonly query: ListQuery;
  readonly settings: TableSettings;
  readonly setParams: ListAddress['setParams'];
  readonly selected: ReadonlyMap<number, WireRow>;
  /** The row with the focus. */
  readonly active: WireRow | undefined;
  readonly openId: number | undefined;
  readonly moves: MoveRunner;
  setImporting(importing: boolean): void;
}

/** Commands of a list screen: add, refresh, export, import; also in the command palette. */
export function useAddExportImportCommands(options: ScreenCommandOptions) {
  const { resource, query, settings, setParams, selected, active, openId, moves, setImporting } = options;
  const add = useCallback(() => setParams({ form: 'add' }), [setParams]);
  const refresh = useCallback(() => void refreshResource(resource.name), [resource.name]);
  const exportAs = useCallback(
    (format: 'xlsx' | 'csv') =>
      void import('#web/table/rows/export-list.ts')
        .then(({ exportList: exportScreen }) => exportScreen(resource, query, settings, format))
        .catch(() => undefined),
    [resource, query, settings],
  );
  const exportSheet = useCallback(() => exportAs('xlsx'), [exportAs]);
  const importSheet = useCallback(() => setImporting(true), [setImporting]);
  const rows = useMemo(
    // An open record registers its moves itself.
    () => (selected.size > 0 ? [...selected.values()] : active && openId === undefined ? [active] : []),
    [selected, active, openId],
  );
  useListInCommandPalette({
    resource,
    rows,
    moves,
    onAdd: add,
    onRefresh: refresh,
    onExport: exportSheet,
    onImport: importSheet,
  });
  return { add, refresh, exportAs, importSheet };
}
