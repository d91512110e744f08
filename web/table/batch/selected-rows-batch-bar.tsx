import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { quantitiesOf } from '#kernel/list/fields-that-add-up-over-rows.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { formatAmount } from '#web/cell/format/format-amounts-and-code-groups.ts';
import { translate } from '#web/i18n/locale.ts';
import { MoveButton } from '#web/lifecycle/move/move-button.tsx';
import {
  batchMoves,
  needsMoveDialog,
  type OfferedMove,
  offeredMoveKey,
} from '#web/lifecycle/move/moves-offered-to-user.ts';
import type { MoveRunner } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import type { CustomBatchActionWithSelectedRows } from '#web/record/action/custom-batch-action-with-selected-rows.ts';
import { customBatchActionsOnRows } from '#web/record/action/custom-batch-actions-on-rows.ts';
import { typedDeleteConfirmationThreshold } from '#web/record/action/typed-delete-confirmation-threshold.ts';
import { type ChosenRows, runBatch } from '#web/resource/batch-preview-and-run-calls.ts';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';
import { reportBatchResult } from '#web/resource/report-batch-result.ts';
import { isActionOffered, isEditableInPlace, type WireRow } from '#web/resource/wire-row.ts';
import {
  conditionsOfListQuery,
  confirmIrreversibleBatch,
  runBatchOnAllMatchingRows,
} from '#web/table/batch/run-batch-on-all-matching-rows.ts';
import type { TableSettings } from '#web/table/columns/column-settings.ts';
import { exactDecimalSum } from '#web/table/columns/exact-decimal-sum.ts';
import { LazyDropdown } from '#web/table/popup/lazy-popup-buttons.tsx';
import { exportList } from '#web/table/rows/export-list.ts';
import type { RowSelection } from '#web/table/rows/use-row-selection.ts';

import '#web/table/batch-bar.css';

const BatchEditDialog = lazy(() => import('#web/table/batch/batch-edit-dialog.tsx'));
const MoveDialog = lazy(() => import('#web/lifecycle/move/move-dialog.tsx'));

const texts = {
  selected: text('已选 {n} 条', '{n} selected'),
  elsewhere: text('（其中 {n} 条未显示）', ' ({n} not shown)'),
  whole: text('已选符合条件的全部 {n} 条', 'All {n} matching {n|record|records} selected'),
  selectWhole: text('选择符合条件的全部 {n} 条', 'Select all {n} matching {n|record|records}'),
  clear: text('取消选择', 'Clear selection'),
  delete: text('删除', 'Delete'),
  edit: text('批量修改…', 'Bulk edit…'),
  each: text('逐条编辑', 'Edit one by one'),
  export: text('导出所选', 'Export selection'),
  xlsx: text('Excel（.xlsx）', 'Excel (.xlsx)'),
  csv: text('CSV', 'CSV'),
  label: text('批量操作', 'Bulk actions'),
  sum: text('{label}合计 {sum}', '{label} total: {sum}'),
};

export interface BatchBarProps {
  readonly resource: AnyResource;
  readonly selection: RowSelection;
  readonly query: ListQuery;
  readonly total: number;
  readonly settings: TableSettings;
  readonly moves: MoveRunner;
  onAct(offered: CustomBatchActionWithSelectedRows): void;
  onEdit(rows: readonly WireRow[]): void;
  onDelete(rows: readonly WireRow[]): void;
}

/** How many rows one export can name: as many as a condition can contain. */
const mostExported = 500;

/** A move to be made on all `n` rows that match. */
interface PendingMove {
  readonly offered: OfferedMove;
  readonly n: number;
}

/** A bar with what can be done with the selected rows, or with all that match, and with the totals of these rows. */
export function BatchBar(props: BatchBarProps) {
  const { resource, selection, total } = props;
  const [editing, setEditing] = useState(false);
  const [pendingMove, setPendingMove] = useState<PendingMove>();
  const rows = [...selection.rows.values()];
  if (rows.length === 0) return null;
  const { whole, clear } = selection;
  return (
    <>
      <div className="xj-batch-bar" role="toolbar" aria-label={translate(texts.label)}>
        <SelectionCount {...{ resource, selection, total }} />
        <MoveButtons {...props} rows={rows} onPending={setPendingMove} />
        <EditButtons {...props} rows={rows} onBulkEdit={() => setEditing(true)} />
        <ExportButton {...props} rows={rows} />
        <DeleteButton {...props} rows={rows} />
        <Button size="small" type="text" onClick={clear}>
          {translate(texts.clear)}
        </Button>
        {!whole && <Sums {...{ resource, rows }} settings={props.settings} />}
      </div>
      <Suspense fallback={null}>
        {editing && <BulkEdit {...props} rows={rows} onClose={() => setEditing(false)} />}
        {pendingMove && (
          <PendingMoveDialog {...props} {...pendingMove} rows={rows} onClose={() => setPendingMove(undefined)} />
        )}
      </Suspense>
    </>
  );
}

/** How many rows are selected, and selecting all that match. */
function SelectionCount({ resource, selection, total }: Pick<BatchBarProps, 'resource' | 'selection' | 'total'>) {
  const { rows, whole, elsewhere, selectWhole } = selection;
  const n = whole ? total : rows.size;
  return (
    <>
      <strong>
        {translate(whole ? texts.whole : texts.selected, { n: n.toLocaleString('en-US') })}
        {!whole && elsewhere > 0 && translate(texts.elsewhere, { n: elsewhere })}
      </strong>
      {!resource.tree && !whole && total > rows.size && (
        <button type="button" className="xj-batch-all" onClick={selectWhole}>
          {translate(texts.selectWhole, { n: total.toLocaleString('en-US') })}
        </button>
      )}
    </>
  );
}

interface SelectedRows extends BatchBarProps {
  readonly rows: readonly WireRow[];
}

/** Moves and actions of the selected rows. A move on all that match may open a dialog: `onPending`. */
function MoveButtons(props: SelectedRows & { onPending(move: PendingMove): void }) {
  const { resource, selection, query, moves, rows, onAct, onPending } = props;
  const { whole, clear } = selection;
  const start = async (offered: OfferedMove) => {
    const { move, name } = offered;
    const work = translate(offered.label);
    const typed = !move.reversible;
    if (whole) {
      const condition = conditionsOfListQuery(resource, query);
      const operation = { resource, condition, operation: name, work, danger: move.tone === 'danger', typed };
      const open = needsMoveDialog(offered) ? (n: number) => onPending({ offered, n }) : undefined;
      return runBatchOnAllMatchingRows(operation, clear, open);
    }
    const agreed =
      rows.length < typedDeleteConfirmationThreshold ||
      !typed ||
      (await confirmIrreversibleBatch(resource, work, rows.length));
    if (agreed) moves.start(offered, rows);
  };
  const guarded: MoveRunner = { ...moves, start: (offered) => void start(offered) };
  return (
    <>
      {batchMoves(resource, rows)
        .filter(({ step }) => !whole || step === undefined)
        .map((offered) => (
          <MoveButton key={offeredMoveKey(offered)} offered={offered} rows={rows} moves={guarded} size="small" />
        ))}
      {!whole &&
        customBatchActionsOnRows(resource, rows).map((action) => (
          <Button key={action.name} size="small" onClick={() => onAct(action)}>
            {translate(action.act.label)}
          </Button>
        ))}
    </>
  );
}

/** Editing one field of all rows, or the rows one after another. */
function EditButtons({ resource, selection, rows, onEdit, onBulkEdit }: SelectedRows & { onBulkEdit(): void }) {
  return (
    <>
      {!resource.tree && rows.some((row) => isEditableInPlace(resource, row)) && (
        <Button size="small" onClick={onBulkEdit}>
          {translate(texts.edit)}
        </Button>
      )}
      {!selection.whole && rows.every((row) => isEditableInPlace(resource, row)) && (
        <Button size="small" onClick={() => onEdit(rows)}>
          {translate(texts.each)}
        </Button>
      )}
    </>
  );
}

/** Exports the selected rows, or all that match. */
function ExportButton({ resource, selection: { whole }, query, settings, rows }: SelectedRows) {
  if (!mayPerform(resource, 'export') || (!whole && rows.length > mostExported)) return null;
  const exportAs = (format: 'xlsx' | 'csv') => {
    const { page: _page, limit: _limit, ...shown } = query;
    const ids = rows.map(({ id }) => id).join(',');
    const only: ListQuery = whole
      ? shown
      : { ...shown, keyword: '', conditions: [{ field: 'id', operator: 'IN', value: ids }] };
    void exportList(resource, only, settings, format).catch(() => undefined);
  };
  return (
    <LazyDropdown
      menu={{
        items: [
          { key: 'xlsx', label: translate(texts.xlsx) },
          { key: 'csv', label: translate(texts.csv) },
        ],
        onClick: ({ key }) => exportAs(key === 'csv' ? 'csv' : 'xlsx'),
      }}
    >
      <Button size="small" aria-haspopup="menu">
        {translate(texts.export)} ▾
      </Button>
    </LazyDropdown>
  );
}

/** Deletes the selected rows, or all that match. */
function DeleteButton({ resource, selection: { whole, clear }, query, rows, onDelete }: SelectedRows) {
  if (!rows.every((row) => isActionOffered(resource, row, 'del'))) return null;
  const work = translate(texts.delete);
  const deleteWhole = () => {
    const condition = conditionsOfListQuery(resource, query);
    return runBatchOnAllMatchingRows({ resource, condition, operation: 'del', work, danger: true, typed: true }, clear);
  };
  return (
    <Button size="small" danger onClick={() => (whole ? void deleteWhole() : onDelete(rows))}>
      {work}
    </Button>
  );
}

/** Changes one field of the selected rows, or of all that match. */
function BulkEdit({ resource, selection, query, total, rows, onClose }: SelectedRows & { onClose(): void }) {
  const { whole, clear } = selection;
  const chosen: ChosenRows = whole
    ? { all: conditionsOfListQuery(resource, query) }
    : { rows: rows.map((row) => [row.id, row.version]) };
  const undo = (name: string) => (done: readonly number[]) =>
    runBatch(
      resource,
      { operation: 'edit' },
      {
        rows: rows
          .filter(({ id }) => done.includes(id))
          .map((row) => [row.id, (row.version ?? 0) + 1, { [name]: row[name] ?? null }]),
      },
    );
  return (
    <BatchEditDialog
      resource={resource}
      n={whole ? total : rows.length}
      sample={rows}
      rows={chosen}
      {...(whole ? {} : { undo })}
      onClose={onClose}
      onDone={() => {
        onClose();
        clear();
      }}
    />
  );
}

/** The dialog of a move on all rows that match. */
function PendingMoveDialog(props: SelectedRows & PendingMove & { onClose(): void }) {
  const { resource, selection, query, rows, offered, n, onClose } = props;
  return (
    <MoveDialog
      resource={resource}
      offered={offered}
      rows={rows}
      n={n}
      onClose={onClose}
      onMove={async (values) => {
        const order = { operation: offered.name, values };
        const answer = await runBatch(resource, order, { all: { ...conditionsOfListQuery(resource, query), n } });
        onClose();
        selection.clear();
        await reportBatchResult(resource, translate(offered.label), answer);
      }}
    />
  );
}

/** Totals of the quantities among the columns. */
function Sums({
  resource,
  rows,
  settings,
}: {
  resource: AnyResource;
  rows: readonly WireRow[];
  settings: TableSettings;
}) {
  const quantities = quantitiesOf(resource);
  const sums = settings.columns.flatMap(({ name, shown }) => {
    const field = resource.fields[name];
    if (!shown || !field || !quantities.includes(name)) return [];
    return [{ name, label: translate(field.label), sum: exactDecimalSum(rows.map((row) => row[name])) }];
  });
  return (
    <span className="xj-batch-sums">
      {sums.map(({ name, label, sum }) => (
        <span key={name}>{translate(texts.sum, { label, sum: formatAmount(sum) })}</span>
      ))}
    </span>
  );
}
