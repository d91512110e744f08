import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { toShanghaiDate, toTime } from '#kernel/time/shanghai-time.ts';
import { translate } from '#web/i18n/locale.ts';
import {
  type TimelineLane,
  type TimelineMark,
  timelineStepsPerPeriod,
} from '../../contract/enterprise-timeline-answer-types.ts';
import { type TimelinePeriod, type TimelineZoom, timelineAxisDays } from '../../contract/timeline-period-and-zoom.ts';
import {
  pathOfTimelineEvent,
  stateOfTimelineEvent,
  timeTextOfTimelineEvent,
  titleOfTimelineEvent,
} from './timeline-event-state-time-and-title.ts';

const texts = {
  axis: text(
    '时间轴，按方向键在各项之间移动，回车打开',
    'Time axis. Arrow keys move between entries, Enter opens them',
  ),
  several: text('{kind}：{day} 起 {n} 项，放大查看', '{kind}: {n} {n|entry|entries} from {day}. Zoom in'),
};

interface EventAxisProps {
  readonly lanes: readonly TimelineLane[];
  readonly marks: readonly TimelineMark[];
  readonly period: TimelinePeriod;
  readonly zoom: TimelineZoom;
  /** Several entries were pressed, which are on the axis from this day on. */
  onSeveral(kind: string, day: string): void;
}

/** Lanes by kind on one axis. It is one tab stop; arrow keys move along a lane and between lanes. */
export function TimelineEventAxis({ lanes, marks, period, zoom, onSeveral }: EventAxisProps) {
  const axis = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const all = marksIn(axis.current);
    const stop = all.find((one) => one.tabIndex === 0) ?? all[0];
    for (const one of all) one.tabIndex = one === stop ? 0 : -1;
  });
  const [from, to] = [toTime(period.from) / 1000, toTime(period.to) / 1000] as const;
  const share = (at: number) => Math.min(1, Math.max(0, (at - from) / (to - from)));
  return (
    <div className="xj-events-axis" ref={axis} role="toolbar" aria-label={translate(texts.axis)} onKeyDown={moveFocus}>
      <div className="xj-events-ticks" aria-hidden="true">
        {timelineAxisDays(period, zoom).map((day) => (
          <span key={day} style={{ insetInlineStart: percent(share(toTime(day) / 1000)) }}>
            {zoom === 'years' ? day.slice(0, 4) : zoom === 'month' ? day.slice(5) : day.slice(0, 7)}
          </span>
        ))}
      </div>
      {lanes.map((lane) => (
        <div className="xj-events-lane" key={lane.kind}>
          <span>{translate(lane.label)}</span>
          <div data-lane={lane.kind}>
            {marks
              .filter(({ kind }) => kind === lane.kind)
              .map((mark) => (
                <Mark
                  key={mark.step}
                  lane={lane}
                  mark={mark}
                  place={placeOf(mark, share)}
                  // where the step begins, there may be nothing: it is nearer to the period before
                  day={toShanghaiDate(new Date(Math.max(mark.at, from) * 1000).toISOString())}
                  onSeveral={onSeveral}
                />
              ))}
          </div>
        </div>
      ))}
    </div>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/** One entry lies where it was, as long as it lasted; several lie in the middle of their step. */
function placeOf({ n, step, at, until }: TimelineMark, share: (at: number) => number): CSSProperties {
  if (n > 1) return { insetInlineStart: percent((step - 0.5) / timelineStepsPerPeriod) };
  const [begin, end] = [share(at), share(until ?? at)];
  return { insetInlineStart: percent(begin), ...(end - begin > 0.02 && { inlineSize: percent(end - begin) }) };
}

interface MarkProps extends Pick<EventAxisProps, 'onSeveral'> {
  readonly lane: TimelineLane;
  readonly mark: TimelineMark;
  readonly place: CSSProperties;
  readonly day: string;
}

function Mark({ lane, mark, place, day, onSeveral }: MarkProps) {
  if (mark.n > 1) {
    const label = translate(texts.several, { kind: translate(lane.label), day, n: mark.n });
    return (
      <button
        type="button"
        data-mark="several"
        style={place}
        title={label}
        aria-label={label}
        onClick={() => onSeveral(lane.kind, day)}
      >
        {mark.n > 99 ? '99+' : mark.n}
      </button>
    );
  }
  const state = stateOfTimelineEvent(lane, mark);
  const label = [translate(lane.label), timeTextOfTimelineEvent(mark), mark.title, state && translate(state)]
    .filter(Boolean)
    .join(' · ');
  return (
    <Link
      data-mark={place.inlineSize === undefined ? 'moment' : 'span'}
      data-tone={state?.tone}
      style={place}
      title={label}
      aria-label={label}
      to={pathOfTimelineEvent(lane, mark)}
    >
      {place.inlineSize === undefined ? '' : titleOfTimelineEvent(lane, mark)}
    </Link>
  );
}

const marksIn = (of: Element | null | undefined): HTMLElement[] => [
  ...(of?.querySelectorAll<HTMLElement>('[data-mark]') ?? []),
];
const leftOf = (one: Element) => one.getBoundingClientRect().left;

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const mark = event.target as HTMLElement;
  const lane = mark.closest('[data-lane]');
  if (!lane) return;
  const next = neighbourOf(event.key, mark, marksIn(lane), [...event.currentTarget.querySelectorAll('[data-lane]')]);
  if (!next) return;
  event.preventDefault();
  for (const one of marksIn(event.currentTarget)) one.tabIndex = one === next ? 0 : -1;
  next.focus();
}

/** The mark an arrow key leads to: along the lane, or the nearest one of the next lane that has any. */
function neighbourOf(key: string, mark: HTMLElement, along: HTMLElement[], lanes: Element[]): HTMLElement | undefined {
  const at = along.indexOf(mark);
  if (key === 'ArrowRight') return along[at + 1];
  if (key === 'ArrowLeft') return along[at - 1];
  if (key === 'Home') return along[0];
  if (key === 'End') return along.at(-1);
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const here = lanes.findIndex((one) => one.contains(mark));
  const further = key === 'ArrowDown' ? lanes.slice(here + 1) : lanes.slice(0, here).toReversed();
  const there = further.map(marksIn).find((marks) => marks.length > 0);
  const distance = (one: Element) => Math.abs(leftOf(one) - leftOf(mark));
  return there?.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}
