import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { formatDay, formatMinute } from '#web/cell/format/date-format.ts';
import { translate } from '#web/i18n/locale.ts';
import { findMove, lifecycleOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import type { TimelineEvent, TimelineLane } from '../../contract/enterprise-timeline-answer-types.ts';

const between = text('{from} 至 {to}', '{from} to {to}');

/** State of an event, or the move that was made; undefined while the declarations of its module load. */
export function stateOfTimelineEvent(lane: TimelineLane, { state }: TimelineEvent): Option | undefined {
  const resource = findResource(lane.of);
  if (!resource || state === null) return undefined;
  if (lane.state === 'move') return findMove(resource, state)?.label;
  const options =
    lane.state === 'status'
      ? lifecycleOf(resource)?.states
      : (resource.fields[lane.state]?.options as { options?: Readonly<Record<string, Option>> } | undefined)?.options;
  return options && Object.hasOwn(options, state) ? options[state] : undefined;
}

/** When it was: a moment, a day, or from when to when. */
export function timeTextOfTimelineEvent({ at, until }: TimelineEvent): string {
  if (until === null) return formatMinute(at).replace(' 00:00', '');
  const [from, to] = [formatDay(at), formatDay(until)];
  return from === to ? from : translate(between, { from, to });
}

/** Moves of the enterprise are in its own timeline. */
export const pathOfTimelineEvent = (lane: TimelineLane, { id }: TimelineEvent): string =>
  `${resourcePath({ name: lane.of }, id)}${lane.state === 'move' ? '?tab=timeline' : ''}`;

export const titleOfTimelineEvent = (lane: TimelineLane, event: TimelineEvent): string =>
  event.title || translate(stateOfTimelineEvent(lane, event) ?? (lane.label as Text));
