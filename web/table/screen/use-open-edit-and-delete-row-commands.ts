import { useCallback } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { CustomBatchActionWithSelectedRows } from '#web/record/action/custom-batch-action-with-selected-rows.ts';
import { runCustomBatchAction } from '#web/record/action/custom-batch-actions-on-rows.ts';
import { confirmDelete } from '#web/record/action/lazy-confirm-and-delete.ts';
import { hasPanelReplacingStateAndForm } from '#web/record/record-panel-registry.ts';
import { isActionOffered, isEditableInPlace, type WireRow } from '#web/resource/wire-row.ts';
import type { ListAddress } from '#web/table/rows/use-list-state-in-url.ts';

export type RowCommands = ReturnType<typeof useOpenEditAndDeleteRowCommands>;

interface RowCommandOptions {
  readonly resource: AnyResource;
  readonly setParams: ListAddress['setParams'];
  /** Id of the open record. */
  readonly openId: number | undefined;
  clearSelection(): void;
  setActiveId(id: number): void;
  setQueue(ids: readonly number[]): void;
}

/** Commands on rows: open, edit, delete, and actions on the selected ones. */
export function useOpenEditAndDeleteRowCommands(options: RowCommandOptions) {
  const { resource, setParams, openId, clearSelection, setActiveId, setQueue } = options;
  const open = useCallback(
    (row: WireRow) => {
      setActiveId(row.id);
      setParams({ id: String(row.id) });
    },
    [setParams, setActiveId],
  );
  const edit = useCallback(
    (rows: readonly WireRow[]) => {
      const [first] = rows;
      if (!first || !isActionOffered(resource, first, 'edit')) return;
      if (hasPanelReplacingStateAndForm(resource)) {
        open(first);
        return;
      }
      // Rows on file are amended singly, so the queue has only rows that are edited field by field.
      const others = rows.filter((row) => isEditableInPlace(resource, row));
      setQueue((rows.length === 1 ? rows : others).map(({ id }) => id));
      setParams({ edit: String(first.id) });
    },
    [resource, setParams, open, setQueue],
  );
  const editOne = useCallback(
    (row: WireRow) => (isActionOffered(resource, row, 'edit') ? edit([row]) : open(row)),
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
    (offered: CustomBatchActionWithSelectedRows) =>
      void runCustomBatchAction(resource, offered).then((done) => done && clearSelection()),
    [resource, clearSelection],
  );
  return { open, edit, editOne, remove, act };
}
