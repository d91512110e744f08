import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { TimelineEntry } from '#server/history/read-timeline-of-record.ts';

const authority = text('主管部门', 'The authority');

/** Inputs of moves that their note repeats. Any other note was written for officers. */
const notedInput = ['reason', 'audit_remark', 'document_no'];

/** Whether members may read the note of a move. */
const showsNote = (resource: AnyResource, name: string): boolean => {
  const moves: Readonly<Record<string, Move>> = resource.life?.moves ?? {};
  const { input = {}, internalNote } = (Object.hasOwn(moves, name) && moves[name]) || {};
  return !internalNote && notedInput.some((one) => Object.hasOwn(input, one));
};

/**
 * An entry of a timeline as members see it: officers appear as the authority; notes and internal entries are left out.
 */
export function hideOfficersAndInternalNotesOfTimelineEntry(
  { find }: Pick<Engine, 'find'>,
  resource: AnyResource,
  caller: Caller,
  entry: TimelineEntry,
): TimelineEntry {
  const of = (entry.of && find(entry.of.resource)) ?? resource;
  const isTheirs = ([name]: readonly [string, unknown]) =>
    of.fields[name] !== undefined && of.fields[name].write !== 'server';
  return {
    ...entry,
    ...(entry.actor_type === 'admin' ? { actor_name: authority[caller.locale], actor_role: '' } : {}),
    changes: Object.fromEntries(Object.entries(entry.changes).filter(isTheirs)),
    ...(entry.names ? { names: Object.fromEntries(Object.entries(entry.names).filter(isTheirs)) } : {}),
    note: showsNote(of, (entry.move ?? '').split(':')[0] ?? '') ? entry.note : null,
  };
}
