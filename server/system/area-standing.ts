import type { AreaEntry } from './reference-cache.ts';

type Areas = ReadonlyMap<string, AreaEntry>;

/** Whether a division is there on a day (YYYY-MM-DD): the days of its validity, both included. */
export const isStanding = (
  { valid_from, valid_to }: Pick<AreaEntry, 'valid_from' | 'valid_to'>,
  day: string,
): boolean => (valid_from === null || valid_from <= day) && (valid_to === null || valid_to >= day);

/** Whether a division has ended before a day. It is read where it stands, and chosen for nothing new. */
export const hasEnded = ({ valid_to }: Pick<AreaEntry, 'valid_to'>, day: string): boolean =>
  valid_to !== null && valid_to < day;

/** What a division that has ended became: what replaced it, or what replaced that. */
export function successorOf(areas: Areas, code: string, day: string): AreaEntry | undefined {
  const passed = new Set<string>();
  for (let one = areas.get(code); one && !passed.has(one.code); one = areas.get(one.replaced_by ?? '')) {
    passed.add(one.code);
    if (one.code !== code && !hasEnded(one, day)) return one;
  }
  return undefined;
}

/** Whether following what replaced a division leads back to one: then nothing is its successor. */
export function leadsBack(areas: Areas, from: string, to: string): boolean {
  const passed = new Set<string>();
  for (let one = areas.get(from); one && !passed.has(one.code); one = areas.get(one.replaced_by ?? '')) {
    passed.add(one.code);
    if (one.code === to) return true;
  }
  return false;
}
