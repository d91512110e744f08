import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { formatAmount } from '#web/cell/format/number-groups.ts';
import { confirm } from '#web/feedback/confirm.ts';
import { toast } from '#web/feedback/toast.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { type ChosenRows, previewBatch, runBatch } from '#web/lifecycle/move/batch-calls.ts';
import { reportBatch } from '#web/lifecycle/move/batch-result.ts';
import { MoveButton } from '#web/lifecycle/move/move-button.tsx';
import { batchMoves, isInputRequested, type OfferedMove, offerKey } from '#web/lifecycle/move/offered-moves.ts';
import type { Moves } from '#web/lifecycle/move/use-moves.tsx';
import type { OfferedAction } from '#web/record/action/offered-action.ts';
import { actionsFor } from '#web/record/action/record-actions.ts';
import { typedConfirmationThreshold } from '#web/record/action/typed-confirmation-threshold.ts';
import { mayPerform } from '#web/resource/current-owner.ts';
import { type ListQuery, toWireParams, type WireParams } from '#web/resource/list-query.ts';
import { isOffered, isPlainlyEdited, type WireRow } from '#web/resource/wire-row.ts';
import type { TableSettings } from '#web/table/columns/column-settings.ts';
import { sumColumn } from '#web/table/columns/column-sum.ts';
import { LateDropdown } from '#web/table/popup/late-popup.tsx';
import { exportScreen } from '#web/table/rows/export-rows.ts';
import type { Selection } from '#web/table/rows/use-selection.ts';

import '#web/table/batch-bar.css';

const EditDialog = lazy(() => import('#web/table/batch/edit-dialog.tsx'));
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
  question: text('{work}：符合条件的全部 {n} 条？', '{work}: all {n} matching {n|record|records}?'),
  many: text('{work}：已选 {n} 条？', '{work}: {n} selected?'),
  byEach: text(
    '逐条办理；不能办理的保持原样，并告知原因。',
    'Processed one by one; those that cannot be processed stay unchanged and the reason is given.',
  ),
};

export interface BatchBarProps {
  readonly resource: AnyResource;
  readonly selection: Selection;
  readonly query: ListQuery;
  readonly total: number;
  readonly settings: TableSettings;
  readonly moves: Moves;
  onAct(offered: OfferedAction): void;
  onEdit(rows: readonly WireRow[]): void;
  onDelete(rows: readonly WireRow[]): void;
}

/** Keys of one export: as many as a condition takes. */
const mostExported = 500;

/** What the list asks for, without page and order. */
function conditionOf(resource: AnyResource, query: ListQuery): WireParams {
  const { page: _page, limit: _limit, order: _order, ...params } = toWireParams(query, resource);
  return params;
}

/** What can be done with the selected rows, or with all that match, and what they add up to. */
export function BatchBar(props: BatchBarProps) {
  const { resource, selection, query, total, settings, moves } = props;
  const [editing, setEditing] = useState(false);
  const [pendingMove, setPendingMove] = useState<{ offered: OfferedMove; n: number }>();
  const rows = [...selection.rows.values()];
  if (rows.length === 0) return null;
  const { whole, clear } = selection;
  const bulk = !resource.tree;
  const n = whole ? total : rows.length;
  const all = { all: conditionOf(resource, query) };
  const chosen: ChosenRows = whole ? all : { rows: rows.map((row) => [row.id, row.version]) };

  /** Counts anew what matches, asks by that number, and does it. */
  const doWhole = async (
    operation: string,
    work: string,
    { danger, typed, values }: { danger: boolean; typed: boolean; values?: Readonly<Record<string, unknown>> },
    confirmRun?: (n: number) => void,
  ) => {
    try {
      const { n: counted } = await previewBatch(resource, { operation }, all);
      const agreed = await confirm({
        title: translate(texts.question, { work, n: counted.toLocaleString('en-US') }),
        text: translate(texts.byEach),
        okText: work,
        ...(danger ? { tone: 'danger' as const } : {}),
        ...(typed && counted >= typedConfirmationThreshold ? { typed: translate(resource.label) } : {}),
      });
      if (!agreed) return;
      if (confirmRun) return confirmRun(counted);
      const answer = await runBatch(
        resource,
        { operation, ...(values ? { values } : {}) },
        { all: { ...all.all, n: counted } },
      );
      clear();
      await reportBatch(resource, work, answer);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (!isCancelled(error)) toast.error(error.message);
    }
  };
  const start = async (offered: OfferedMove) => {
    const { move, name, label } = offered;
    const irreversible = !move.reversible;
    const manner = { danger: move.tone === 'danger', typed: irreversible };
    if (whole)
      return doWhole(
        name,
        translate(label),
        manner,
        isInputRequested(offered) ? (counted) => setPendingMove({ offered, n: counted }) : undefined,
      );
    const agreed =
      rows.length < typedConfirmationThreshold ||
      !irreversible ||
      (await confirm({
        title: translate(texts.many, { work: translate(label), n: rows.length }),
        text: translate(texts.byEach),
        tone: 'danger',
        okText: translate(label),
        typed: translate(resource.label),
      }));
    if (agreed) moves.start(offered, rows);
  };
  const guarded: Moves = { ...moves, start: (offered) => void start(offered) };
  const exportAs = (format: 'xlsx' | 'csv') => {
    const { page: _page, limit: _limit, ...shown } = query;
    const ids = rows.map(({ id }) => id).join(',');
    const only: ListQuery = whole
      ? shown
      : { ...shown, keyword: '', conditions: [{ field: 'id', operator: 'IN', value: ids }] };
    void exportScreen(resource, only, settings, format).catch(() => undefined);
  };
  const undoEdit = (name: string) => (done: readonly number[]) =>
    runBatch(
      resource,
      { operation: 'edit' },
      {
        rows: rows
          .filter(({ id }) => done.includes(id))
          .map((row) => [row.id, (row.version ?? 0) + 1, { [name]: row[name] ?? null }]),
      },
    );
  const mayEdit = bulk && rows.some((row) => isPlainlyEdited(resource, row));
  return (
    <>
      <div className="xj-batch-bar" role="toolbar" aria-label={translate(texts.label)}>
        <strong>
          {translate(whole ? texts.whole : texts.selected, { n: n.toLocaleString('en-US') })}
          {!whole && selection.elsewhere > 0 && translate(texts.elsewhere, { n: selection.elsewhere })}
        </strong>
        {bulk && !whole && total > rows.length && (
          <button type="button" className="xj-batch-all" onClick={selection.selectWhole}>
            {translate(texts.selectWhole, { n: total.toLocaleString('en-US') })}
          </button>
        )}
        {batchMoves(resource, rows)
          .filter(({ step }) => !whole || step === undefined)
          .map((one) => (
            <MoveButton key={offerKey(one)} offered={one} rows={rows} moves={guarded} size="small" />
          ))}
        {!whole &&
          actionsFor(resource, rows).map((one) => (
            <Button key={one.name} size="small" onClick={() => props.onAct(one)}>
              {translate(one.act.label)}
            </Button>
          ))}
        {mayEdit && (
          <Button size="small" onClick={() => setEditing(true)}>
            {translate(texts.edit)}
          </Button>
        )}
        {!whole && rows.every((row) => isPlainlyEdited(resource, row)) && (
          <Button size="small" onClick={() => props.onEdit(rows)}>
            {translate(texts.each)}
          </Button>
        )}
        {mayPerform(resource, 'export') && (whole || rows.length <= mostExported) && (
          <LateDropdown
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
          </LateDropdown>
        )}
        {rows.every((row) => isOffered(resource, row, 'del')) && (
          <Button
            size="small"
            danger
            onClick={() =>
              whole ? void doWhole('del', translate(texts.delete), { danger: true, typed: true }) : props.onDelete(rows)
            }
          >
            {translate(texts.delete)}
          </Button>
        )}
        <Button size="small" type="text" onClick={clear}>
          {translate(texts.clear)}
        </Button>
        {!whole && <Sums {...{ resource, rows, settings }} />}
      </div>
      <Suspense fallback={null}>
        {editing && (
          <EditDialog
            {...{ resource, n }}
            sample={rows}
            rows={chosen}
            {...(whole ? {} : { undo: undoEdit })}
            onClose={() => setEditing(false)}
            onDone={() => {
              setEditing(false);
              clear();
            }}
          />
        )}
        {pendingMove && (
          <MoveDialog
            resource={resource}
            offered={pendingMove.offered}
            rows={rows}
            n={pendingMove.n}
            onClose={() => setPendingMove(undefined)}
            onMove={async (values) => {
              const order = { operation: pendingMove.offered.name, values };
              const answer = await runBatch(resource, order, { all: { ...all.all, n: pendingMove.n } });
              setPendingMove(undefined);
              clear();
              await reportBatch(resource, translate(pendingMove.offered.label), answer);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function Sums({
  resource,
  rows,
  settings,
}: {
  resource: AnyResource;
  rows: readonly WireRow[];
  settings: TableSettings;
}) {
  const sums = settings.columns.flatMap(({ name, shown }) => {
    const field = resource.fields[name];
    if (!shown || !field || !kindOf(field).sums) return [];
    return [{ name, label: translate(field.label), sum: sumColumn(rows.map((row) => row[name])) }];
  });
  return (
    <span className="xj-batch-sums">
      {sums.map(({ name, label, sum }) => (
        <span key={name}>{translate(texts.sum, { label, sum: formatAmount(sum) })}</span>
      ))}
    </span>
  );
}
