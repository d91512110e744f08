import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { isAllowedReferenceTarget } from '#kernel/access/conditions-on-target-rows-of-reference-field.ts';
import { owningResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { renderLazyRecordPanel } from '#web/record/lazy-record-panel.tsx';
import { RecordFieldsBySection } from '#web/record/record-fields-by-section.tsx';
import { fileFieldNames, RecordFilesGallery } from '#web/record/record-files-gallery.tsx';
import type { RecordPanel, RecordPanelProps } from '#web/record/record-panel-registry.ts';
import type { RecordTab } from '#web/record/record-tab-row-with-more-menu.tsx';
import { findResource, pushesReadings, resourcesReferringTo, timeSeriesOf } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import { Timeline } from '#web/timeline/record-timeline.tsx';
import { ListOfRelatedRecords } from './list-of-related-records.tsx';

const VersionPanel = lazy(() => import('#web/record/version/versions-and-citations-of-record-panel.tsx'));
const SeriesPanel = lazy(() => import('#web/record/series/time-series-panel.tsx'));
const SourceSecretsPanel = lazy(() => import('#web/record/series/signing-secrets-of-external-system-panel.tsx'));

const texts = {
  details: text('详情', 'Details'),
  timeline: text('时间线', 'Timeline'),
  files: text('文件', 'Files'),
  secrets: text('接入密钥', 'Secrets'),
  versions: text('版本', 'Versions'),
  cited: text('版本与引用', 'Versions and citations'),
};

/**
 * Whether a member has rows of another resource that refer to their owner row: child rows, or rows they may view.
 * Other references are for officers, and empty.
 */
const isOwn = (resource: AnyResource, other: AnyResource, field: string): boolean =>
  currentArea() !== 'member' ||
  owningResourceOf(resource, findResource) !== resource ||
  other.partOf === field ||
  other.seenBy?.by === field;

/** Resources that refer to a row and that this person may list. */
const visibleRelations = (resource: AnyResource, row: WireRow) =>
  resourcesReferringTo(resource).filter(
    ({ other, field }) =>
      can(`${other.name}/index`) &&
      isAllowedReferenceTarget(other.fields[field] as AnyField, row) &&
      isOwn(resource, other, field),
  );

/** The tabs of a record: details, timeline, files, time series, panels of modules, and lists of related rows. */
export function composeRecordTabs(panels: readonly RecordPanel[], props: RecordPanelProps): readonly RecordTab[] {
  const { resource, row } = props;
  const hasTimeline = standardActionsOf(resource).some((action) => action === 'edit' || action === 'add');
  return [
    {
      key: 'details',
      label: translate(texts.details),
      children: <RecordFieldsBySection key={row.id} resource={resource} row={row} />,
    },
    ...(hasTimeline
      ? [{ key: 'timeline', label: translate(texts.timeline), children: <Timeline resource={resource} id={row.id} /> }]
      : []),
    ...(fileFieldNames(resource).length > 0
      ? [
          {
            key: 'files',
            label: translate(texts.files),
            children: <RecordFilesGallery resource={resource} row={row} />,
          },
        ]
      : []),
    ...(resource.versions && !panels.some(({ name }) => name === 'versions')
      ? [
          {
            key: 'versions',
            label: translate(resource.versions.inForce ? texts.cited : texts.versions),
            children: (
              <Suspense fallback={<Skeleton active title={false} />}>
                <VersionPanel key={row.id} resource={resource} row={row} />
              </Suspense>
            ),
          },
        ]
      : []),
    ...(currentArea() === 'admin' ? timeSeriesOf(resource) : []).map((one) => ({
      key: one.name,
      label: translate(one.label),
      children: (
        <Suspense fallback={<Skeleton active title={false} />}>
          <SeriesPanel key={row.id} series={one} id={row.id} />
        </Suspense>
      ),
    })),
    ...(currentArea() === 'admin' && pushesReadings(resource) && can(`${resource.name}/edit`)
      ? [
          {
            key: 'secrets',
            label: translate(texts.secrets),
            children: (
              <Suspense fallback={<Skeleton active title={false} />}>
                <SourceSecretsPanel key={row.id} resource={resource} id={row.id} />
              </Suspense>
            ),
          },
        ]
      : []),
    ...panels
      .filter(({ at = 'tab' }) => at === 'tab')
      .map((panel) => ({
        key: panel.name,
        label: translate(panel.label),
        children: renderLazyRecordPanel(panel, props),
      })),
    ...visibleRelations(resource, row).map(({ other, field, label }) => ({
      key: label === other.label ? other.name : `${other.name}.${field}`,
      label: translate(label),
      children: <ListOfRelatedRecords key={row.id} resource={other} field={field} to={resource} id={row.id} />,
    })),
  ];
}
