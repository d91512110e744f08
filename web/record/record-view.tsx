import { Skeleton } from 'antd';
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { owningResourceOf } from '#kernel/access/member-role.ts';
import { isAllowedTarget } from '#kernel/access/reference-targets.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { actionsOf } from '#kernel/resource/permission-nodes.ts';
import { text } from '#kernel/text/text.ts';
import { FileViewerContext } from '#web/cell/file/file-viewer-context.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import { CorrectionComparison, wasResubmitted } from '#web/lifecycle/correction-comparison.tsx';
import { HandlerLine } from '#web/lifecycle/handler-line.tsx';
import { ChangeRequestTable, changesRequested } from '#web/lifecycle/move/change-request.tsx';
import type { Moves } from '#web/lifecycle/move/use-moves.tsx';
import { StateBar } from '#web/lifecycle/state-bar.tsx';
import { ActionButtons } from '#web/record/action/action-buttons.tsx';
import { useRecordShortcuts } from '#web/record/action/use-record-shortcuts.ts';
import { PrintHead } from '#web/record/print/print-head.tsx';
import { usePrinting } from '#web/record/print/use-printing.ts';
import { RecordDetails, showField } from '#web/record/record-details.tsx';
import { fileFields, RecordFiles, viewableFiles } from '#web/record/record-files.tsx';
import { panelsOf, type RecordPanel, type RecordPanelProps } from '#web/record/record-panels.ts';
import { type RecordTab, RecordTabs } from '#web/record/record-tabs.tsx';
import { RelatedList } from '#web/record/related-list.tsx';
import { useWarmForms } from '#web/record/use-warm-forms.ts';
import { findResource, relatedOf, seriesOf } from '#web/resource/resource-registry.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/area.ts';
import { noteRecent } from '#web/session/recent.ts';
import { can } from '#web/session/session.ts';
import { useTab } from '#web/tab/tab-context.ts';
import { useCommentKey } from '#web/timeline/begin-comment.ts';
import { Timeline } from '#web/timeline/timeline.tsx';

import './record.css';

const SeriesPanel = lazy(() => import('#web/record/series/series-panel.tsx'));

const texts = {
  details: text('详情', 'Details'),
  timeline: text('时间线', 'Timeline'),
  files: text('文件', 'Files'),
  requested: text('申请变更的内容', 'Requested changes'),
  corrected: text('更正对照', 'Corrections compared'),
  unsaved: text('有未保存的修改，请先保存再办理', 'There are unsaved changes. Save before proceeding'),
};

const drawn = new Map<unknown, ComponentType<RecordPanelProps>>();

/** A panel is made into a component once: made anew it would be loaded anew. */
function panelComponent(
  load: () => Promise<{ default: ComponentType<RecordPanelProps> }>,
): ComponentType<RecordPanelProps> {
  const tabState = drawn.get(load) ?? lazy(load);
  drawn.set(load, tabState);
  return tabState;
}

function drawPanel(panel: RecordPanel, props: RecordPanelProps) {
  const Panel = panelComponent(panel.load);
  return (
    <Suspense fallback={<Skeleton active title={false} />}>
      <Panel {...props} />
    </Suspense>
  );
}

/**
 * Whether a member finds rows of their own by a reference to what they hold others by: those that are part of it, or that they
 * look on at. Whatever else names it is for officers, and empty.
 */
const isOwn = (resource: AnyResource, other: AnyResource, field: string): boolean =>
  currentArea() !== 'member' ||
  owningResourceOf(resource, findResource) !== resource ||
  other.partOf === field ||
  other.seenBy?.by === field;

export interface RecordViewProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly moves: Moves;
  /** The tab shown; details unless told. */
  readonly tab: string | null;
  onTab(tab: string): void;
  /** Told when something in it is unsaved. */
  onDirty?(dirty: boolean): void;
}

/** A record: where it stands, its details, its story, its files, and what belongs to it. */
export function RecordView({ resource, row, moves: given, tab, onTab, onDirty }: RecordViewProps) {
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
  // a move takes the form away, or passes what nobody has saved
  const moves = useMemo(
    () => (unsaved ? { ...given, start: () => toast.info(translate(texts.unsaved)) } : given),
    [given, unsaved],
  );
  useRecordShortcuts(resource, row, moves);
  useWarmForms();
  const title = titleOf(resource, row);
  useEffect(
    () => noteRecent(currentArea(), { resource: resource.name, id: row.id, title }),
    [resource.name, row.id, title],
  );
  useCommentKey(resource, onTab);
  const related = relatedOf(resource).filter(
    ({ other, field }) =>
      can(`${other.name}/index`) &&
      isAllowedTarget(other.fields[field] as AnyField, row) &&
      isOwn(resource, other, field),
  );
  const panels = panelsOf(resource).filter((panel) => panel.isShown?.(row) ?? true);
  const [typing, setTyping] = useState(false);
  const props: RecordPanelProps = { resource, row, moves, onForm: setTyping, onDirty: noteDirty };
  const standing = panels.find(({ at }) => at === 'standing');
  const remembered = actionsOf(resource).some((action) => action === 'edit' || action === 'add');
  const items: readonly RecordTab[] = [
    {
      key: 'details',
      label: translate(texts.details),
      children: <RecordDetails key={row.id} resource={resource} row={row} />,
    },
    ...(remembered
      ? [{ key: 'timeline', label: translate(texts.timeline), children: <Timeline resource={resource} id={row.id} /> }]
      : []),
    ...(fileFields(resource).length > 0
      ? [{ key: 'files', label: translate(texts.files), children: <RecordFiles resource={resource} row={row} /> }]
      : []),
    ...(currentArea() === 'admin' ? seriesOf(resource) : []).map((one) => ({
      key: one.name,
      label: translate(one.label),
      children: (
        <Suspense fallback={<Skeleton active title={false} />}>
          <SeriesPanel key={row.id} series={one} id={row.id} />
        </Suspense>
      ),
    })),
    ...panels
      .filter(({ at = 'tab' }) => at === 'tab')
      .map((panel) => ({
        key: panel.name,
        label: translate(panel.label),
        children: drawPanel(panel, props),
      })),
    ...related.map(({ other, field, label }) => ({
      key: label === other.label ? other.name : `${other.name}.${field}`,
      label: translate(label),
      children: <RelatedList key={row.id} resource={other} field={field} to={resource} id={row.id} />,
    })),
  ];
  const goToField = (name: string) => {
    const source = resource.fields[name]?.from;
    const rows = source && items.find(({ key }) => key === source.of || key === `${source.of}.${source.by}`);
    onTab(rows?.key ?? 'details');
    if (!rows) showField(name);
  };
  const shown = items.some((one) => one.key === tab) ? (tab ?? 'details') : 'details';
  const printing = usePrinting();
  const viewing = useMemo(
    () => ({ files: viewableFiles(resource, row), comparison: <RecordDetails resource={resource} row={row} /> }),
    [resource, row],
  );
  return (
    <FileViewerContext value={viewing}>
      <div className="xj-record">
        {printing && <PrintHead resource={resource} row={row} />}
        {standing ? drawPanel(standing, props) : <StateBar {...{ resource, row, moves }} onField={goToField} />}
        <ActionButtons resource={resource} row={row} />
        <HandlerLine resource={resource} row={row} />
        {changesRequested(resource, row).length > 0 && (
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
        {panels
          .filter((panel) => panel.at === 'head')
          .map((panel) => (
            <section key={panel.name} className="xj-record-head" aria-label={translate(panel.label)}>
              <h2>{translate(panel.label)}</h2>
              {drawPanel(panel, props)}
            </section>
          ))}
        {printing && shown !== 'details' && <RecordDetails resource={resource} row={row} />}
        {!typing && <RecordTabs items={items} shown={shown} onShow={onTab} />}
      </div>
    </FileViewerContext>
  );
}
