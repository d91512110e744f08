import { Button, Checkbox, Drawer, Skeleton } from 'antd';
import { Link } from 'react-router';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { translate } from '#web/i18n/locale.ts';
import { useRunMoveAtOnceOrByDialog } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import { PreviousNextButtons } from '#web/record/previous-next-buttons.tsx';
import { RecordNumber } from '#web/record/record-number.tsx';
import { hasPanelReplacingStateAndForm } from '#web/record/record-panel-registry.ts';
import { RecordViewWithStateBarAndTabs } from '#web/record/record-view-with-state-bar-and-tabs.tsx';
import type { PreviousNextControls } from '#web/resource/previous-and-next-in-list.ts';
import { useLiveRow, usePrefetchedRow } from '#web/resource/use-live-row.ts';
import { editLabel, isActionOffered, titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';

import './record.css';

const texts = {
  edit: text('编辑', 'Edit'),
  whole: text('整页打开', 'Open full page'),
  openNext: text('连续办理', 'Process continuously'),
  openNextHint: text('办理一条后打开下一条', 'Open the next record after each action'),
  gone: text('记录不存在，或您无权查看。', 'The record does not exist, or you may not see it.'),
};

/** Whether a move on the open record opens the next one of the list. */
export interface OpenNextAfterMove {
  readonly on: boolean;
  onSwitch(on: boolean): void;
  /** Called after a move on the open record. */
  onMoved(): void;
}

export interface RecordSideSheetProps {
  readonly resource: AnyResource;
  readonly id: number;
  /** The row from the list, whose title is shown until the whole row is loaded. */
  readonly listed: WireRow | undefined;
  readonly tab: string | null;
  onTab(tab: string): void;
  /** Previous and next record of the list. */
  readonly walk: PreviousNextControls | undefined;
  readonly openNextAfterMove: OpenNextAfterMove;
  /** Called when the record has unsaved changes, or none any more. */
  onDirty(dirty: boolean): void;
  onEdit(row: WireRow): void;
  onClose(): void;
}

/** A sheet with a record beside its list, with shortcuts to the previous and next one. */
export default function RecordSideSheet({
  resource,
  id,
  listed,
  tab,
  onTab,
  walk,
  openNextAfterMove,
  onDirty,
  onEdit,
  onClose,
}: RecordSideSheetProps) {
  const phone = useIsPhone();
  const row = useLiveRow(resource, id, listed);
  usePrefetchedRow(resource, walk?.next, row.isSuccess && !row.isPlaceholderData);
  const { onMoved } = openNextAfterMove;
  const moves = useRunMoveAtOnceOrByDialog(resource, { onMoved });
  const shown = row.data;
  const place = walk?.place;
  const isOnlyOne = place?.at !== undefined && !place.hasPrevious && !place.hasNext;
  return (
    <Drawer
      open
      className="xj-record-sheet"
      size={phone ? '100%' : 'min(680px, 92vw)'}
      mask={phone}
      push={false}
      title={
        shown ? (
          <>
            {titleOf(resource, shown)}
            <RecordNumber resource={resource} row={shown} />
          </>
        ) : (
          translate(resource.label)
        )
      }
      onClose={onClose}
      extra={
        <span className="xj-sheet-tools">
          {resource.life && !isOnlyOne && (
            <Checkbox
              checked={openNextAfterMove.on}
              title={translate(texts.openNextHint)}
              onChange={(event) => openNextAfterMove.onSwitch(event.target.checked)}
            >
              {translate(texts.openNext)}
            </Checkbox>
          )}
          {walk && !isOnlyOne && <PreviousNextButtons walk={walk} />}
          {shown && isActionOffered(resource, shown, 'edit') && !hasPanelReplacingStateAndForm(resource) && (
            <Button size="small" onClick={() => onEdit(shown)}>
              {translate(editLabel(resource, shown, texts.edit))}
            </Button>
          )}
          <Link to={resourcePath(resource, id)}>{translate(texts.whole)}</Link>
        </span>
      }
    >
      {row.isError && row.data === undefined ? (
        <LoadErrorWithRetry error={row.error} onRetry={() => void row.refetch()} />
      ) : shown === null ? (
        <div className="xj-state">
          <h2>{translate(texts.gone)}</h2>
        </div>
      ) : shown && !row.isPlaceholderData ? (
        <RecordViewWithStateBarAndTabs {...{ resource, moves, tab, onTab, onDirty }} row={shown} />
      ) : (
        <Skeleton active className="xj-record-coming" title={false} paragraph={{ rows: 8 }} />
      )}
      {moves.dialog}
    </Drawer>
  );
}
