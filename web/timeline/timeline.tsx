import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { isPairs } from '#kernel/kind/pairs.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { CellValue, isEmptyValue } from '#web/cell/cell-value.tsx';
import { agoWords, momentWords } from '#web/cell/date-words.ts';
import { useNow } from '#web/cell/due-countdown.tsx';
import { ErrorState } from '#web/error/error-state.tsx';
import { currentLocale, speak } from '#web/i18n/locale.ts';
import { fieldOf } from '#web/resource/list-query.ts';
import { labelPairs } from '#web/resource/pair-labels.ts';
import { readTimeline, type TimelineEntry } from '#web/resource/resource-calls.ts';
import { actionWords, actorWords, stateWords } from '#web/timeline/change-words.ts';
import './timeline.css';

const words = {
  list: text('时间线', 'Timeline'),
  none: text('还没有记录', 'Nothing has happened yet'),
  more: text('显示更早的记录', 'Show earlier'),
  before: text('原为', 'was'),
  after: text('改为', 'now'),
};

/** Everything that happened to a record, newest first: moves, changes of fields, and who looked at what. */
export function Timeline({ resource, id }: { resource: AnyResource; id: number }) {
  const pages = useInfiniteQuery({
    queryKey: ['resource', resource.name, 'timeline', id],
    queryFn: ({ pageParam, signal }) => readTimeline(resource, id, pageParam, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.more ? last.list.at(-1)?.id : undefined),
  });
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (!pages.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const entries = pages.data.pages.flatMap((page) => page.list);
  if (entries.length === 0) return <p className="xj-timeline-none">{speak(words.none)}</p>;
  return (
    <>
      <ol className="xj-timeline" aria-label={speak(words.list)}>
        {entries.map((entry) => (
          <Entry key={entry.id} resource={resource} entry={entry} />
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

function Entry({ resource, entry }: { resource: AnyResource; entry: TimelineEntry }) {
  const now = useNow();
  const locale = currentLocale();
  const moved = stateWords(resource, entry, locale);
  const changes = Object.entries(entry.changes ?? {}).filter(
    ([name]) => name !== 'status' && name !== 'due_unit' && fieldOf(resource, name) !== undefined,
  );
  return (
    <li data-moved={moved ? true : undefined}>
      <div className="xj-timeline-head">
        <strong>{actorWords(entry, locale)}</strong> {actionWords(resource, entry, locale)}
        {moved && <span className="xj-timeline-moved">{moved}</span>}
        <time dateTime={new Date(entry.createtime * 1000).toISOString()} title={momentWords(entry.createtime)}>
          {agoWords(entry.createtime, now, locale)}
        </time>
      </div>
      {entry.note && <p className="xj-timeline-note">{entry.note}</p>}
      {changes.length > 0 && (
        <dl className="xj-timeline-changes">
          {changes.map(([name, [before, after]]) => (
            <Change key={name} resource={resource} name={name} before={before} after={after} />
          ))}
        </dl>
      )}
    </li>
  );
}

function Change({
  resource,
  name,
  before,
  after,
}: {
  resource: AnyResource;
  name: string;
  before: unknown;
  after: unknown;
}) {
  const field = fieldOf(resource, name);
  if (!field) return null;
  const cell = (value: unknown) => (
    <CellValue
      name={name}
      field={field}
      row={{ id: 0, [name]: isPairs(field) ? labelPairs(resource, value) : value }}
    />
  );
  return (
    <div>
      <dt>{speak(field.label)}</dt>
      <dd>
        {!isEmptyValue(before) && (
          <>
            <del>
              <span className="xj-visually-hidden">{speak(words.before)} </span>
              {cell(before)}
            </del>
            <span aria-hidden="true"> → </span>
          </>
        )}
        <ins>
          <span className="xj-visually-hidden">{speak(words.after)} </span>
          {cell(after)}
        </ins>
      </dd>
    </div>
  );
}
