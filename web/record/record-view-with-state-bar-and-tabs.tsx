import { Skeleton } from 'antd';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { ViewableFilesOfRecordContext } from '#web/cell/file/viewable-files-of-record-context.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import { CorrectionComparison, wasResubmitted } from '#web/lifecycle/comparison-of-corrected-fields-after-return.tsx';
import { HandlingOfficerAndAssignment } from '#web/lifecycle/handling-officer-and-assignment.tsx';
import { ChangeRequestTable, pendingRequestedChanges } from '#web/lifecycle/move/pending-change-request-of-record.tsx';
import type { MoveRunner } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import { RecordStateBar } from '#web/lifecycle/record-state-bar.tsx';
import { CustomActionButtonsOnSingleRecord } from '#web/record/action/custom-action-buttons-on-single-record.tsx';
import { useMovesInCommandPalette } from '#web/record/action/use-moves-in-command-palette.ts';
import { composeRecordTabs } from '#web/record/compose-record-tabs.tsx';
import { renderLazyRecordPanel } from '#web/record/lazy-record-panel.tsx';
import { RecordPrintHeading } from '#web/record/print/print-heading-of-record-or-list.tsx';
import { useIsPrinting } from '#web/record/print/use-is-printing.ts';
import { CollapsibleLifecyclePath } from '#web/record/process/collapsible-lifecycle-path.tsx';
import { focusFieldOfRecord, RecordFieldsBySection } from '#web/record/record-fields-by-section.tsx';
import { viewableFiles } from '#web/record/record-files-gallery.tsx';
import { type RecordPanelProps, recordPanelsOf } from '#web/record/record-panel-registry.ts';
import { RecordTabRow } from '#web/record/record-tab-row-with-more-menu.tsx';
import { usePrefetchFormAndMoveScriptsOnPhone } from '#web/record/use-prefetch-form-and-move-scripts-on-phone.ts';
import { modulesNeededByResource, useDeclarations } from '#web/resource/declaration-loader.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { noteRecentRecord } from '#web/session/recently-opened-records.ts';
import { useTab } from '#web/tab/tab-context.ts';
import { useCommentShortcut } from '#web/timeline/focus-comment-box-by-shortcut.ts';

import './record.css';

const texts = {
  requested: text('申请变更的内容', 'Requested changes'),
  corrected: text('更正对照', 'Corrections compared'),
  unsaved: text('有未保存的修改，请先保存再办理', 'There are unsaved changes. Save before proceeding'),
};

interface RecordViewProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly moves: MoveRunner;
  /** The shown tab. Default: details. */
  readonly tab: string | null;
  onTab(tab: string): void;
  /** Called when the record has unsaved changes, or none any more. */
  onDirty?(dirty: boolean): void;
}

/** Moves that are refused while something in the record is unsaved. `noteDirty`: something is unsaved, or no longer. */
function useGuardedMoves(given: MoveRunner, onDirty: RecordViewProps['onDirty']) {
  const [unsaved, setUnsaved] = useState(false);
  const tabState = useTab();
  const noteDirty = useCallback(
    (dirty: boolean) => {
      setUnsaved(dirty);
      tabState.setDirty(dirty);
      onDirty?.(dirty);
    },
    [tabState, onDirty],
  );
  // a move would close the form, or ignore its unsaved changes
  const moves = useMemo(
    () => (unsaved ? { ...given, start: () => toast.info(translate(texts.unsaved)) } : given),
    [given, unsaved],
  );
  return { moves, noteDirty };
}

/** A record: state and moves, details, timeline, files, and related rows, once their declarations are loaded. */
export const RecordViewWithStateBarAndTabs = (props: RecordViewProps) => (
  <Suspense fallback={<Skeleton active />}>
    <RecordContent {...props} />
  </Suspense>
);

function RecordContent({ resource, row, moves: given, tab, onTab, onDirty }: RecordViewProps) {
  useDeclarations(modulesNeededByResource(resource.name)?.record ?? []);
  const { moves, noteDirty } = useGuardedMoves(given, onDirty);
  useMovesInCommandPalette(resource, row, moves);
  usePrefetchFormAndMoveScriptsOnPhone();
  const title = titleOf(resource, row);
  useEffect(
    () => noteRecentRecord(currentArea(), { resource: resource.name, id: row.id, title }),
    [resource.name, row.id, title],
  );
  useCommentShortcut(resource, onTab);
  const panels = recordPanelsOf(resource).filter((panel) => panel.isShown?.(row) ?? true);
  const [typing, setTyping] = useState(false);
  const props: RecordPanelProps = { resource, row, moves, onForm: setTyping, onDirty: noteDirty };
  const standing = panels.find(({ at }) => at === 'standing');
  const items = composeRecordTabs(panels, props);
  const goToField = (name: string) => {
    const source = resource.fields[name]?.from;
    const rows = source && items.find(({ key }) => key === source.of || key === `${source.of}.${source.by}`);
    onTab(rows?.key ?? 'details');
    if (!rows) focusFieldOfRecord(name);
  };
  const shown = items.some((one) => one.key === tab) ? (tab ?? 'details') : 'details';
  const printing = useIsPrinting();
  const viewing = useMemo(
    () => ({
      files: viewableFiles(resource, row),
      comparison: <RecordFieldsBySection resource={resource} row={row} />,
    }),
    [resource, row],
  );
  return (
    <ViewableFilesOfRecordContext value={viewing}>
      <div className="xj-record">
        {printing && <RecordPrintHeading resource={resource} row={row} />}
        {standing ? (
          renderLazyRecordPanel(standing, props)
        ) : (
          <RecordStateBar {...{ resource, row, moves }} onField={goToField} />
        )}
        <CollapsibleLifecyclePath key={row.id} resource={resource} row={row} />
        <CustomActionButtonsOnSingleRecord resource={resource} row={row} />
        <HandlingOfficerAndAssignment resource={resource} row={row} />
        <PendingSections resource={resource} row={row} />
        {panels
          .filter((panel) => panel.at === 'head')
          .map((panel) => (
            <section key={panel.name} className="xj-record-head" aria-label={translate(panel.label)}>
              <h2>{translate(panel.label)}</h2>
              {renderLazyRecordPanel(panel, props)}
            </section>
          ))}
        {printing && shown !== 'details' && <RecordFieldsBySection resource={resource} row={row} />}
        {!typing && <RecordTabRow items={items} shown={shown} onShow={onTab} />}
      </div>
    </ViewableFilesOfRecordContext>
  );
}

/** What a decision needs first: the changes requested, and what was corrected after a return. */
function PendingSections({ resource, row }: Pick<RecordViewProps, 'resource' | 'row'>) {
  return (
    <>
      {pendingRequestedChanges(resource, row).length > 0 && (
        <section className="xj-record-head" aria-label={translate(texts.requested)}>
          <h2>{translate(texts.requested)}</h2>
          <ChangeRequestTable resource={resource} row={row} />
        </section>
      )}
      {wasResubmitted(resource, row) && (
        <section className="xj-record-head" aria-label={translate(texts.corrected)}>
          <h2>{translate(texts.corrected)}</h2>
          <CorrectionComparison resource={resource} row={row} />
        </section>
      )}
    </>
  );
}
