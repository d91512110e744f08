import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { canRowsBeCommentedOn } from '#kernel/resource/comment-limits-and-rows-open-to-comments.ts';
import { text } from '#kernel/text/text.ts';
import { useNow } from '#web/cell/countdown-to-deadline.tsx';
import { formatAgo, formatMoment } from '#web/cell/format/date-format.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { useAllModules } from '#web/resource/declaration-loader.ts';
import { readTimeline } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { ChildRowChange, childRowChangeText } from '#web/timeline/child-row-change.tsx';
import { CollapsedTimelineEntriesOfSameTransaction } from '#web/timeline/collapsed-timeline-entries-of-same-transaction.tsx';
import { CommentTextWithEditAndWithdraw } from '#web/timeline/comment-text-with-edit-and-withdraw.tsx';
import {
  foldTimelineEntriesIntoLines,
  type TimelineLine,
} from '#web/timeline/fold-timeline-entries-into-lines-by-transaction.ts';
import { timelineActionTexts, timelineActorText, timelineStateText } from '#web/timeline/timeline-entry-texts.ts';
import { MessageOrRevealLine } from '#web/timeline/timeline-line-of-sent-message-or-reveal.tsx';
import { FieldChangesInTimeline } from './field-changes-in-timeline.tsx';

import './timeline.css';

const CommentBox = lazy(() => import('#web/timeline/comment-box.tsx'));
const MoveEvidenceDetails = lazy(() => import('#web/timeline/move-evidence-details.tsx'));

const texts = {
  list: text('时间线', 'Timeline'),
  none: text('还没有记录', 'No records yet'),
  more: text('显示更早的记录', 'Show earlier records'),
  commented: text('写了批注', 'commented'),
  open: text('查看变动', 'View changes'),
};

interface TimelineProps {
  readonly resource: AnyResource;
  readonly id: number;
}

/**
 * The timeline of a record, newest first: moves, changes of fields and child rows, comments, messages, and looks at
 * personal data. Where the resource has comments, they are written here.
 */
export function Timeline({ resource, id }: TimelineProps) {
  return (
    <>
      {canRowsBeCommentedOn(resource) && (
        <Suspense fallback={<Skeleton.Input active block />}>
          <CommentBox key={id} resource={resource} row={id} />
        </Suspense>
      )}
      <Story resource={resource} id={id} />
    </>
  );
}

function Story({ resource, id }: TimelineProps) {
  useAllModules();
  const pages = useInfiniteQuery({
    queryKey: ['resource', resource.name, 'timeline', id],
    queryFn: ({ pageParam, signal }) => readTimeline(resource, id, pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });
  if (pages.isError) return <LoadErrorWithRetry error={pages.error} onRetry={() => void pages.refetch()} />;
  if (!pages.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const lines = foldTimelineEntriesIntoLines(pages.data.pages.flatMap((page) => page.list));
  return (
    <>
      {lines.length === 0 && !pages.hasNextPage && <p className="xj-timeline-none">{translate(texts.none)}</p>}
      <ol className="xj-timeline" aria-label={translate(texts.list)}>
        {lines.map((line) => (
          <Line
            key={`${line[0].kind} ${line[0].of?.resource ?? ''} ${line[0].id}`}
            resource={resource}
            id={id}
            line={line}
          />
        ))}
      </ol>
      {pages.hasNextPage && (
        <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {translate(texts.more)}
        </Button>
      )}
    </>
  );
}

function Line({ resource, id, line }: TimelineProps & { line: TimelineLine }) {
  const now = useNow();
  const [entry] = line;
  const moved = entry.kind === 'change' ? timelineStateText(resource, entry, currentLocale()) : undefined;
  return (
    <li data-kind={entry.kind} data-moved={moved ? true : undefined}>
      <div className="xj-timeline-head">
        <What resource={resource} line={line} />
        {moved && <span className="xj-timeline-moved">{moved}</span>}
        <time dateTime={new Date(entry.createtime * 1000).toISOString()} title={formatMoment(entry.createtime)}>
          {formatAgo(entry.createtime, now, currentLocale())}
        </time>
      </div>
      {entry.kind === 'comment' ? (
        <CommentTextWithEditAndWithdraw resource={resource} row={id} entry={entry} now={now} />
      ) : entry.kind === 'part' ? (
        <Parts line={line} />
      ) : (
        <>
          {entry.kind === 'reveal' && typeof entry.told?.reason === 'string' && (
            <p className="xj-timeline-note">{entry.told.reason}</p>
          )}
          {entry.note && <p className="xj-timeline-note">{entry.note}</p>}
          <FieldChangesInTimeline resource={resource} entry={entry} />
          {entry.evidence && (
            <Suspense fallback={<Skeleton.Input active block />}>
              <MoveEvidenceDetails resource={resource} entry={entry} />
            </Suspense>
          )}
          {line.length > 1 && <CollapsedTimelineEntriesOfSameTransaction resource={resource} entries={line.slice(1)} />}
        </>
      )}
    </li>
  );
}

/** Actor and action of an entry. */
function What({ resource, line }: { resource: AnyResource; line: TimelineLine }): ReactNode {
  const locale = currentLocale();
  const [entry] = line;
  if (entry.kind === 'message' || entry.kind === 'notice')
    return <MessageOrRevealLine resource={resource} entry={entry} />;
  const part = entry.kind === 'part' ? childRowChangeText(line) : undefined;
  return (
    <>
      <strong>{timelineActorText(entry, locale)}</strong>
      {entry.actor_role && <span className="xj-timeline-role">{entry.actor_role}</span>}{' '}
      {entry.kind === 'reveal' ? (
        <MessageOrRevealLine resource={resource} entry={entry} />
      ) : entry.kind === 'comment' ? (
        translate(texts.commented)
      ) : (
        (part ?? timelineActionTexts(resource, entry, locale))
      )}
    </>
  );
}

/** Changes of child rows, unfolded on a press. */
function Parts({ line }: { line: TimelineLine }) {
  const [{ of }] = line;
  const part = of && findResource(of.resource);
  if (!part) return null;
  const open = line.map((entry) => (
    <ChildRowChange key={entry.id} part={part} entry={entry} titled={line.length > 1} />
  ));
  const empty = line.length === 1 && !line[0].note && Object.keys(line[0].changes ?? {}).length === 0;
  return empty ? null : (
    <details className="xj-timeline-parts">
      <summary>{translate(texts.open)}</summary>
      {open}
    </details>
  );
}
