import { areaPrefix } from '#kernel/kind/linked/area.ts';
import type { AreaEntry } from './division-calendar-and-deadline-rule-cache.ts';

type Areas = ReadonlyMap<string, AreaEntry>;

/** Whether a division is valid on a day (YYYY-MM-DD), first and last day included. */
export const isCurrentDivision = (
  { valid_from, valid_to }: Pick<AreaEntry, 'valid_from' | 'valid_to'>,
  day: string,
): boolean => (valid_from === null || valid_from <= day) && (valid_to === null || valid_to >= day);

/** Whether a division ended before a day. Existing rows keep it; new ones cannot choose it. */
export const hasEnded = ({ valid_to }: Pick<AreaEntry, 'valid_to'>, day: string): boolean =>
  valid_to !== null && valid_to < day;

/** The present successor of a division that has ended, through any number of replacements. */
export function successorOf(areas: Areas, code: string, day: string): AreaEntry | undefined {
  const passed = new Set<string>();
  for (let one = areas.get(code); one && !passed.has(one.code); one = areas.get(one.replaced_by ?? '')) {
    passed.add(one.code);
    if (one.code !== code && !hasEnded(one, day)) return one;
  }
  return undefined;
}

const gone = new WeakMap<Areas, readonly AreaEntry[]>();

/**
 * Codes of ended divisions that became part of a division without sharing its digits: their offices' rows now belong to
 * it (`absorbed_by` in SQL).
 */
export function absorbedBy(areas: Areas, code: string, day: string): readonly string[] {
  const prefix = areaPrefix(code);
  if (prefix === '') return [];
  let ended = gone.get(areas);
  if (!ended) {
    ended = [...areas.values()].filter(({ replaced_by }) => replaced_by !== null);
    gone.set(areas, ended);
  }
  return ended
    .filter((one) => !one.code.startsWith(prefix) && liesWithin(areas, one, prefix, day))
    .map((one) => one.code);
}

/** Whether an ended division became part of divisions with a prefix, directly or through others. */
function liesWithin(areas: Areas, from: AreaEntry, prefix: string, day: string): boolean {
  const passed = new Set<string>();
  for (let one: AreaEntry | undefined = from; one && hasEnded(one, day) && !passed.has(one.code); ) {
    passed.add(one.code);
    const next: AreaEntry | undefined = areas.get(one.replaced_by ?? '');
    // becoming part of a smaller division transfers only the name
    if (!next || one.level < next.level) return false;
    if (next.code.startsWith(prefix)) return true;
    one = next;
  }
  return false;
}

/** Whether following the successors of a division leads back to it: then it has none. */
export function leadsBackToDivision(areas: Areas, from: string, to: string): boolean {
  const passed = new Set<string>();
  for (let one = areas.get(from); one && !passed.has(one.code); one = areas.get(one.replaced_by ?? '')) {
    passed.add(one.code);
    if (one.code === to) return true;
  }
  return false;
}
