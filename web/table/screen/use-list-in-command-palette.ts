import { useMemo } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { batchMoves, offeredMoveKey, offeredMoves } from '#web/lifecycle/move/moves-offered-to-user.ts';
import type { MoveRunner } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import { customBatchActionsOnRows, runCustomBatchAction } from '#web/record/action/custom-batch-actions-on-rows.ts';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import {
  type PaletteAction,
  useRegisterPaletteActions,
} from '#web/tab/command-palette-and-shortcut-action-registry.ts';

const texts = {
  add: text('添加{label}', 'Add: {label}'),
  refresh: text('刷新列表', 'Refresh list'),
  export: text('导出 Excel', 'Export Excel'),
  import: text('导入…', 'Import…'),
  one: text('{move}：{title}', '{move}: {title}'),
  many: text('{move}：已选 {n} 条', '{move}: {n} selected'),
};

interface ListPaletteActions {
  readonly resource: AnyResource;
  /** The selected rows, else the one with the focus. */
  readonly rows: readonly WireRow[];
  readonly moves: MoveRunner;
  onAdd(): void;
  onRefresh(): void;
  onExport(): void;
  onImport(): void;
}

/** Registers the buttons of a list in the command palette. */
export function useListInCommandPalette({
  resource,
  rows,
  moves,
  onAdd,
  onRefresh,
  onExport,
  onImport,
}: ListPaletteActions): void {
  const { start } = moves;
  const actions = useMemo(() => {
    const label = translate(resource.label);
    const action = (name: string, actionLabel: string, run: () => void): PaletteAction => ({
      id: `${resource.name}/${name}`,
      label: actionLabel,
      section: label,
      run,
    });
    const [first] = rows;
    const offered = rows.length > 1 ? batchMoves(resource, rows) : first ? offeredMoves(resource, first) : [];
    return [
      ...offered.map((one) => {
        const move = translate(one.label);
        const moveLabel =
          first && rows.length === 1
            ? translate(texts.one, { move, title: titleOf(resource, first) })
            : translate(texts.many, { move, n: rows.length });
        return action(offeredMoveKey(one), moveLabel, () => start(one, rows));
      }),
      ...customBatchActionsOnRows(resource, rows).map((one) =>
        action(one.name, translate(texts.many, { move: translate(one.act.label), n: one.rows.length }), () => {
          void runCustomBatchAction(resource, one);
        }),
      ),
      ...(mayPerform(resource, 'add') ? [action('add', translate(texts.add, { label }), onAdd)] : []),
      action('refresh', translate(texts.refresh), onRefresh),
      ...(mayPerform(resource, 'export') ? [action('export', translate(texts.export), onExport)] : []),
      ...(mayPerform(resource, 'import') ? [action('import', translate(texts.import), onImport)] : []),
    ];
  }, [resource, rows, start, onAdd, onRefresh, onExport, onImport]);
  useRegisterPaletteActions(actions);
}
