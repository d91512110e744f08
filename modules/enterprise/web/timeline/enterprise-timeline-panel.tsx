import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { useAllModules } from '#web/resource/declaration-loader.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import type {
  EnterpriseTimeline,
  TimelineEvent,
  TimelineLane,
} from '../../contract/enterprise-timeline-answer-types.ts';
import {
  neighbouringPeriod,
  type TimelinePeriod,
  type TimelineZoom,
  timelinePeriodWith,
  timelineZoomLevels,
} from '../../contract/timeline-period-and-zoom.ts';
import { TimelineEventAxis } from './timeline-event-axis.tsx';
import {
  pathOfTimelineEvent,
  stateOfTimelineEvent,
  timeTextOfTimelineEvent,
  titleOfTimelineEvent,
} from './timeline-event-state-time-and-title.ts';
import './enterprise-timeline.css';

const texts = {
  zoom: text('时间跨度', 'Length of the period'),
  years: text('五年', 'Five years'),
  year: text('年', 'Year'),
  quarter: text('季', 'Quarter'),
  month: text('月', 'Month'),
  earlier: text('更早', 'Earlier'),
  later: text('更晚', 'Later'),
  today: text('今天', 'Today'),
  period: text('{from} 至 {to}', '{from} to {to}'),
  kinds: text('类别', 'Kinds'),
  list: text('按时间排列，最近的在前', 'By time, latest first'),
  none: text('这段时间没有记录', 'Nothing on record in this period'),
  more: text('更多', 'More'),
};

interface View {
  readonly zoom: TimelineZoom;
  readonly period: TimelinePeriod;
}

const viewOf = (day: string, zoom: TimelineZoom): View => ({ zoom, period: timelinePeriodWith(day, zoom) });

/** Checks, orders, teams, policies, licences and reviews of an enterprise on one line of time. */
export default function EnterpriseTimelinePanel({ row }: RecordPanelProps) {
  useAllModules();
  const t = useText();
  const [view, setView] = useState(() => viewOf(shanghaiToday(), 'year'));
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const { period, zoom } = view;
  const query = useEvents(row.id, period, hidden);
  const [first] = query.data?.pages ?? [];
  if (query.error) return <LoadErrorWithRetry error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || !first) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const shown = first.lanes.filter(({ kind }) => !hidden.includes(kind));
  const openSeveral = (kind: string, day: string) => {
    const nearer = timelineZoomLevels[timelineZoomLevels.indexOf(zoom) + 1];
    if (nearer) setView(viewOf(day, nearer));
    else setHidden(first.lanes.map((lane) => lane.kind).filter((one) => one !== kind));
  };
  return (
    <div className="xj-events">
      <PeriodChoice view={view} onView={setView} />
      <Kinds lanes={first.lanes} hidden={hidden} onHidden={setHidden} />
      <TimelineEventAxis lanes={shown} marks={first.marks} period={period} zoom={zoom} onSeveral={openSeveral} />
      <EventList lanes={first.lanes} list={query.data.pages.flatMap(({ list }) => list)} />
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t(texts.more)}
        </Button>
      )}
    </div>
  );
}

function useEvents(id: number, { from, to }: TimelinePeriod, hidden: readonly string[]) {
  const subject = ['resource', 'enterprise/enterprise', 'events', id] as const;
  const [kinds, setKinds] = useState<readonly string[]>([]);
  const query = useInfiniteQuery({
    queryKey: [...subject, from, to, hidden],
    queryFn: ({ pageParam, signal }) =>
      get<EnterpriseTimeline>(
        `/${areaPaths().app}/enterprise.enterprise/events`,
        {
          id,
          from,
          to,
          ...(hidden.length > 0 && { kinds: kinds.filter((kind) => !hidden.includes(kind)).join(',') || '-' }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
        { signal, quiet: true },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: previousDataAsPlaceholder(...subject),
  });
  const lanes = query.data?.pages[0]?.lanes.map(({ kind }) => kind);
  if (lanes && lanes.join() !== kinds.join()) setKinds(lanes);
  return query;
}

function PeriodChoice({ view: { zoom, period }, onView }: { view: View; onView(view: View): void }) {
  const t = useText();
  const today = shanghaiToday();
  const last = addDays(period.to, -1);
  const inside = period.from <= today && today <= last;
  const step = (by: number) => onView({ zoom, period: neighbouringPeriod(period, zoom, by) });
  return (
    <div className="xj-events-choice">
      <Segmented<TimelineZoom>
        aria-label={t(texts.zoom)}
        value={zoom}
        options={timelineZoomLevels.map((value) => ({ value, label: t(texts[value]) }))}
        onChange={(to) => onView(viewOf(inside ? today : last, to))}
      />
      <Button onClick={() => step(-1)}>{t(texts.earlier)}</Button>
      <span aria-live="polite">{t(texts.period, { from: period.from, to: last })}</span>
      <Button onClick={() => step(1)}>{t(texts.later)}</Button>
      <Button disabled={inside} onClick={() => onView(viewOf(today, zoom))}>
        {t(texts.today)}
      </Button>
    </div>
  );
}

interface KindsProps {
  readonly lanes: readonly TimelineLane[];
  readonly hidden: readonly string[];
  onHidden(hidden: readonly string[]): void;
}

function Kinds({ lanes, hidden, onHidden }: KindsProps) {
  const t = useText();
  return (
    <fieldset className="xj-events-kinds">
      <legend>{t(texts.kinds)}</legend>
      {lanes.map(({ kind, label, n }) => {
        const on = !hidden.includes(kind);
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={on}
            onClick={() => onHidden(on ? [...hidden, kind] : hidden.filter((one) => one !== kind))}
          >
            {t(label)} <small>{n}</small>
          </button>
        );
      })}
    </fieldset>
  );
}

function EventList({ lanes, list }: { lanes: readonly TimelineLane[]; list: readonly TimelineEvent[] }) {
  const t = useText();
  if (list.length === 0) return <p>{t(texts.none)}</p>;
  return (
    <ol className="xj-events-list" aria-label={t(texts.list)}>
      {list.map((event) => {
        const lane = lanes.find(({ kind }) => kind === event.kind);
        if (!lane) return null;
        const state = event.title ? stateOfTimelineEvent(lane, event) : undefined;
        return (
          <li key={`${event.kind} ${event.key}`}>
            <time dateTime={new Date(event.at * 1000).toISOString()}>{timeTextOfTimelineEvent(event)}</time>
            <span>{t(lane.label)}</span>
            <Link to={pathOfTimelineEvent(lane, event)}>{titleOfTimelineEvent(lane, event)}</Link>
            {state && <OptionTag option={state} />}
          </li>
        );
      })}
    </ol>
  );
}
