import { formatDay } from '#web/cell/format/date-format.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';

/**
 * A line of a timeline: the entries of one transaction, the main one first; or successive changes of child rows of
 * one list by one person on one day.
 */
export type TimelineLine = readonly [TimelineEntry, ...TimelineEntry[]];

const isWith = ([one]: TimelineLine, [other]: TimelineLine): boolean =>
  one.kind === 'part' &&
  other.kind === 'part' &&
  one.of?.resource === other.of?.resource &&
  one.actor_type === other.actor_type &&
  one.actor_name === other.actor_name &&
  formatDay(one.createtime) === formatDay(other.createtime);

/** Rank for the main entry of a transaction: a move, a change of the record, a change of child rows. */
const rankOf = ({ kind, move }: TimelineEntry): number =>
  kind === 'change' ? (move ? 0 : 1) : kind === 'part' ? 2 : 3;

function ledLine(entries: readonly TimelineEntry[]): TimelineLine[] {
  const [lead, ...rest] = entries.toSorted((one, other) => rankOf(one) - rankOf(other) || one.id - other.id);
  if (!lead) return [];
  // messages without a change are lines of their own
  return rankOf(lead) === 3 ? entries.map((one): TimelineLine => [one]) : [[lead, ...rest]];
}

/** Folds entries into lines. An entry on both of two successive pages is kept once. */
export function foldTimelineEntriesIntoLines(entries: readonly TimelineEntry[]): TimelineLine[] {
  const seen = new Set<string>();
  const acts = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    const key = `${entry.kind} ${entry.of?.resource ?? ''} ${entry.id} ${entry.told?.by ?? ''}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const act = entry.act ?? key;
    const group = acts.get(act);
    if (group) group.push(entry);
    else acts.set(act, [entry]);
  }
  const lines: TimelineLine[] = [];
  for (const line of [...acts.values()].flatMap(ledLine)) {
    const last = lines.at(-1);
    if (last && isWith(last, line)) lines[lines.length - 1] = [...last, ...line];
    else lines.push(line);
  }
  return lines;
}
