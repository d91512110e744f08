import { Button, Skeleton } from 'antd';
import { lazy, Suspense, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { RowTitleWrappingBetweenParts } from '#web/cell/row-title-wrapping-between-parts.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { translate } from '#web/i18n/locale.ts';
import { useRunMoveAtOnceOrByDialog } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import { confirmDelete } from '#web/record/action/lazy-confirm-and-delete.ts';
import { ArrowKeyToolbar } from '#web/record/arrow-key-toolbar.tsx';
import { PreviousNextButtons } from '#web/record/previous-next-buttons.tsx';
import { RecordNumber } from '#web/record/record-number.tsx';
import { hasPanelReplacingStateAndForm } from '#web/record/record-panel-registry.ts';
import { RecordViewWithStateBarAndTabs } from '#web/record/record-view-with-state-bar-and-tabs.tsx';
import { useLastListPath } from '#web/record/use-last-list-path.ts';
import { usePreviousNextRecordWithShortcuts } from '#web/record/use-previous-next-record-with-shortcuts.ts';
import type { PreviousNextControls } from '#web/resource/previous-and-next-in-list.ts';
import { useLiveRow, usePrefetchedRow } from '#web/resource/use-live-row.ts';
import { editLabel, isActionOffered, titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { useTab } from '#web/tab/tab-context.ts';

import '#web/error/state.css';
import './record.css';

const EditSheet = lazy(() => import('#web/record/edit-or-amend-side-sheet.tsx'));

const texts = {
  edit: text('编辑', 'Edit'),
  delete: text('删除', 'Delete'),
  print: text('打印', 'Print'),
  list: text('返回{label}', 'Back to {label}'),
  gone: text('记录不存在，或您无权查看。', 'The record does not exist, or you may not see it.'),
};

interface RecordPageProps {
  readonly resource: AnyResource;
  readonly id: number;
  /** The record takes the place of the list: there is none to go back to. */
  readonly alone?: boolean;
}

/** The page of a record. */
export default function RecordPage({ resource, id, alone = false }: RecordPageProps) {
  const [address, setAddress] = useSearchParams();
  const row = useLiveRow(resource, id);
  const listPath = useLastListPath(resource);
  const walk = usePreviousNextRecordWithShortcuts(resource, alone ? undefined : id);
  usePrefetchedRow(resource, walk?.next, row.isSuccess);
  const moves = useRunMoveAtOnceOrByDialog(resource);
  const tab = useTab();
  const shown = row.data;
  const title = shown ? titleOf(resource, shown) : translate(resource.label);
  useEffect(() => {
    if (shown && !alone) tab.setTitle(title);
  }, [shown, title, tab, alone]);
  const setParam = (name: string, value: string | undefined) =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === undefined) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  if (row.isError && shown === undefined)
    return <LoadErrorWithRetry error={row.error} onRetry={() => void row.refetch()} />;
  if (shown === null)
    return (
      <div className="xj-state">
        <h2>{translate(texts.gone)}</h2>
        <Link to={listPath}>{translate(texts.list, { label: translate(resource.label) })}</Link>
      </div>
    );
  return (
    <article className="xj-record-page">
      <RecordHead
        {...{ resource, alone, listPath, title, walk }}
        row={shown}
        onEdit={() => setParam('form', 'edit')}
        onDeleted={() => tab.close()}
      />
      {shown ? (
        <RecordViewWithStateBarAndTabs
          resource={resource}
          row={shown}
          moves={moves}
          tab={address.get('tab')}
          onTab={(next) => setParam('tab', next === 'details' ? undefined : next)}
        />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 12 }} />
      )}
      {address.get('form') === 'edit' && shown && (
        <Suspense fallback={null}>
          <EditSheet
            resource={resource}
            ids={[id]}
            onClose={() => setParam('form', undefined)}
            onDone={() => setParam('form', undefined)}
          />
        </Suspense>
      )}
      {moves.dialog}
    </article>
  );
}

interface RecordHeadProps {
  readonly resource: AnyResource;
  /** Undefined while it is loading. */
  readonly row: WireRow | undefined;
  readonly alone: boolean;
  readonly listPath: string;
  readonly title: string;
  /** Neighbours in the list the record was opened from. */
  readonly walk: PreviousNextControls | undefined;
  onEdit(): void;
  onDeleted(): void;
}

/** The way back to the list, title and number of the record, and its tools. */
function RecordHead({ resource, row, alone, listPath, title, walk, onEdit, onDeleted }: RecordHeadProps) {
  return (
    <header>
      {!alone && (
        <p>
          <Link to={listPath}>{translate(texts.list, { label: translate(resource.label) })}</Link>
        </p>
      )}
      <h1>
        <RowTitleWrappingBetweenParts heading={title} />
        {row && <RecordNumber resource={resource} row={row} />}
      </h1>
      {row && (
        <ArrowKeyToolbar>
          {walk && <PreviousNextButtons walk={walk} />}
          <Button onClick={() => window.print()}>{translate(texts.print)}</Button>
          {isActionOffered(resource, row, 'edit') && !hasPanelReplacingStateAndForm(resource) && (
            <Button onClick={onEdit}>{translate(editLabel(resource, row, texts.edit))}</Button>
          )}
          {isActionOffered(resource, row, 'del') && (
            <Button
              danger
              onClick={() => void confirmDelete(resource, [row]).then((deleted) => deleted && onDeleted())}
            >
              {translate(texts.delete)}
            </Button>
          )}
        </ArrowKeyToolbar>
      )}
    </header>
  );
}
