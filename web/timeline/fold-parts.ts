import { dayWords } from '#web/cell/date-words.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';

/** What stands in one line of a timeline: one thing, or what one person did to rows of one list in a day, next to one another. */
export type TimelineLine = readonly [TimelineEntry, ...TimelineEntry[]];

const isWith = (one: TimelineEntry, other: TimelineEntry): boolean =>
  one.kind === 'part' &&
  other.kind === 'part' &&
  one.of?.resource === other.of?.resource &&
  one.actor_type === other.actor_type &&
  one.actor_name === other.actor_name &&
  dayWords(one.createtime) === dayWords(other.createtime);

/** Folds changes of rows that are part of the record; whatever stands twice at the seam of two pages stands once. */
export function foldParts(entries: readonly TimelineEntry[]): TimelineLine[] {
  const lines: TimelineLine[] = [];
  const seen = new Set<string>();
  for (const entry of entries) {
    const key = `${entry.kind} ${entry.of?.resource ?? ''} ${entry.id} ${entry.told?.by ?? ''}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const last = lines.at(-1);
    if (last && isWith(last[0], entry)) lines[lines.length - 1] = [...last, entry];
    else lines.push([entry]);
  }
  return lines;
}
