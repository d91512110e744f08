import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import { isCommented } from '#kernel/comment.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { agoWords, momentWords } from '#web/cell/date-words.ts';
import { useNow } from '#web/cell/due-countdown.tsx';
import { ErrorState } from '#web/error/error-state.tsx';
import { currentLocale, speak } from '#web/i18n/locale.ts';
import { readTimeline, type TimelineEntry } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { ChangeList } from '#web/timeline/change-list.tsx';
import { actionWords, actorWords, stateWords } from '#web/timeline/change-words.ts';
import { CommentLine } from '#web/timeline/comment-line.tsx';
import { foldActs, type TimelineLine } from '#web/timeline/fold-acts.ts';
import { ToldLine } from '#web/timeline/told-line.tsx';
import './timeline.css';

const CommentBox = lazy(() => import('#web/timeline/comment-box.tsx'));

const words = {
  list: text('时间线', 'Timeline'),
  none: text('还没有记录', 'No records yet'),
  more: text('显示更早的记录', 'Show earlier records'),
  part: text('{list}“{title}”：{action}', '{list} “{title}”: {action}'),
  parts: text('{list}：{n} 处变动', '{list}: {n} changes'),
  said: text('写了批注', 'commented'),
  open: text('查看变动', 'View changes'),
  further: text('同时：{what}', 'At the same time: {what}'),
  changes: text('{n} 项更新', '{n} further changes'),
  messages: text('通知 {n} 条', '{n} messages'),
  separator: text('，', ', '),
};

interface TimelineProps {
  readonly resource: AnyResource;
  readonly id: number;
}

/**
 * The story of a record, newest first: moves, changes of fields and of what is part of it, what people said about it,
 * what was sent, and who looked at what. Where people talk about such records they write here.
 */
export function Timeline({ resource, id }: TimelineProps) {
  return (
    <>
      {isCommented(resource) && (
        <Suspense fallback={<Skeleton.Input active block />}>
          <CommentBox key={id} resource={resource} row={id} />
        </Suspense>
      )}
      <Story resource={resource} id={id} />
    </>
  );
}

function Story({ resource, id }: TimelineProps) {
  const pages = useInfiniteQuery({
    queryKey: ['resource', resource.name, 'timeline', id],
    queryFn: ({ pageParam, signal }) => readTimeline(resource, id, pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (!pages.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const lines = foldActs(pages.data.pages.flatMap((page) => page.list));
  return (
    <>
      {lines.length === 0 && !pages.hasNextPage && <p className="xj-timeline-none">{speak(words.none)}</p>}
      <ol className="xj-timeline" aria-label={speak(words.list)}>
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
          {speak(words.more)}
        </Button>
      )}
    </>
  );
}

function Line({ resource, id, line }: TimelineProps & { line: TimelineLine }) {
  const now = useNow();
  const [entry] = line;
  const moved = entry.kind === 'change' ? stateWords(resource, entry, currentLocale()) : undefined;
  return (
    <li data-kind={entry.kind} data-moved={moved ? true : undefined}>
      <div className="xj-timeline-head">
        <What resource={resource} line={line} />
        {moved && <span className="xj-timeline-moved">{moved}</span>}
        <time dateTime={new Date(entry.createtime * 1000).toISOString()} title={momentWords(entry.createtime)}>
          {agoWords(entry.createtime, now, currentLocale())}
        </time>
      </div>
      {entry.kind === 'comment' ? (
        <CommentLine resource={resource} row={id} entry={entry} now={now} />
      ) : entry.kind === 'part' ? (
        <Parts line={line} />
      ) : (
        <>
          {entry.kind === 'reveal' && typeof entry.told?.reason === 'string' && (
            <p className="xj-timeline-note">{entry.told.reason}</p>
          )}
          {entry.note && <p className="xj-timeline-note">{entry.note}</p>}
          <ChangeList resource={resource} entry={entry} />
          {line.length > 1 && <Further resource={resource} entries={line.slice(1)} />}
        </>
      )}
    </li>
  );
}

/** Who, as what, and what they did. */
function What({ resource, line }: { resource: AnyResource; line: TimelineLine }): ReactNode {
  const locale = currentLocale();
  const [entry] = line;
  if (entry.kind === 'message' || entry.kind === 'notice') return <ToldLine resource={resource} entry={entry} />;
  const part = entry.kind === 'part' ? partWords(line) : undefined;
  return (
    <>
      <strong>{actorWords(entry, locale)}</strong>
      {entry.actor_role && <span className="xj-timeline-role">{entry.actor_role}</span>}{' '}
      {entry.kind === 'reveal' ? (
        <ToldLine resource={resource} entry={entry} />
      ) : entry.kind === 'comment' ? (
        speak(words.said)
      ) : (
        (part ?? actionWords(resource, entry, locale))
      )}
    </>
  );
}

/** One change of one row of a list is told whole; several are counted. */
function partWords(line: TimelineLine): string | undefined {
  const [{ of, ...entry }] = line;
  const part = of && findResource(of.resource);
  if (!part) return undefined;
  const list = speak(part.label);
  if (line.length > 1) return speak(words.parts, { list, n: line.length });
  return speak(words.part, { list, title: of.title ?? `#${of.id}`, action: actionWords(part, entry, currentLocale()) });
}

/** What else one act wrote, counted by what it was: a line that opens. */
function Further({ resource, entries }: { resource: AnyResource; entries: readonly TimelineEntry[] }) {
  const parts = new Map<string, TimelineEntry[]>();
  for (const entry of entries)
    if (entry.of) parts.set(entry.of.resource, [...(parts.get(entry.of.resource) ?? []), entry]);
  const changes = entries.filter(({ kind }) => kind === 'change');
  const messages = entries.filter(({ kind }) => kind === 'message' || kind === 'notice');
  const what = [
    ...(changes.length > 0 ? [speak(words.changes, { n: changes.length })] : []),
    ...[...parts].flatMap(([name, { length: n }]) => {
      const part = findResource(name);
      return part ? [speak(words.parts, { list: speak(part.label), n })] : [];
    }),
    ...(messages.length > 0 ? [speak(words.messages, { n: messages.length })] : []),
  ];
  if (what.length === 0) return null;
  return (
    <details className="xj-timeline-parts">
      <summary>{speak(words.further, { what: what.join(speak(words.separator)) })}</summary>
      {changes.map((entry) => (
        <Part key={`change ${entry.id}`} part={resource} entry={entry} />
      ))}
      {[...parts].flatMap(([name, those]) => {
        const part = findResource(name);
        return part ? those.map((entry) => <Part key={`${name} ${entry.id}`} part={part} entry={entry} titled />) : [];
      })}
      {messages.map((entry) => (
        <p key={`${entry.kind} ${String(entry.told?.by)} ${entry.id}`}>
          <ToldLine resource={resource} entry={entry} />
        </p>
      ))}
    </details>
  );
}

/** Changes of rows that are part of the record: a line that opens. */
function Parts({ line }: { line: TimelineLine }) {
  const [{ of }] = line;
  const part = of && findResource(of.resource);
  if (!part) return null;
  const open = line.map((entry) => <Part key={entry.id} part={part} entry={entry} titled={line.length > 1} />);
  const empty = line.length === 1 && !line[0].note && Object.keys(line[0].changes ?? {}).length === 0;
  return empty ? null : (
    <details className="xj-timeline-parts">
      <summary>{speak(words.open)}</summary>
      {open}
    </details>
  );
}

function Part({ part, entry, titled }: { part: AnyResource; entry: TimelineEntry; titled?: boolean }) {
  const moved = stateWords(part, entry, currentLocale());
  return (
    <div>
      {titled ? <p>{partWords([entry])}</p> : !entry.of && <p>{actionWords(part, entry, currentLocale())}</p>}
      {moved && <p className="xj-timeline-moved">{moved}</p>}
      {entry.note && <p className="xj-timeline-note">{entry.note}</p>}
      <ChangeList resource={part} entry={entry} />
    </div>
  );
}
