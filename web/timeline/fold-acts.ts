import { formatDay } from '#web/cell/format/date-format.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';

/**
 * What stands in one line of a timeline: what one act wrote, led by what it did to the record; or what one person did to rows of one
 * list in a day, next to one another.
 */
export type TimelineLine = readonly [TimelineEntry, ...TimelineEntry[]];

const isWith = ([one]: TimelineLine, [other]: TimelineLine): boolean =>
  one.kind === 'part' &&
  other.kind === 'part' &&
  one.of?.resource === other.of?.resource &&
  one.actor_type === other.actor_type &&
  one.actor_name === other.actor_name &&
  formatDay(one.createtime) === formatDay(other.createtime);

/** What an act is called by: a step of the record, else what was changed of it first, else a change of its rows. */
const rankOf = ({ kind, move }: TimelineEntry): number =>
  kind === 'change' ? (move ? 0 : 1) : kind === 'part' ? 2 : 3;

function ledLine(entries: readonly TimelineEntry[]): TimelineLine[] {
  const [lead, ...rest] = entries.toSorted((one, other) => rankOf(one) - rankOf(other) || one.id - other.id);
  if (!lead) return [];
  // messages that were sent by themselves are no parts of one another
  return rankOf(lead) === 3 ? entries.map((one): TimelineLine => [one]) : [[lead, ...rest]];
}

/** Folds what one act wrote; whatever stands twice at the seam of two pages stands once. */
export function foldActs(entries: readonly TimelineEntry[]): TimelineLine[] {
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
