import { shanghaiToday } from './calendar.ts';
import type { Option } from './kind/select.ts';
import type { Word } from './words.ts';

/** Whether a word may be chosen on a day (`yyyy-mm-dd`, today unless told). */
export const isOffered = ({ from, until }: Word, day: string = shanghaiToday()): boolean =>
  (from === undefined || from <= day) && (until === undefined || until >= day);

/** What a form offers of a set of options: those that may be chosen, and those that are chosen already. */
export function offeredOptions<O extends Option>(
  options: Readonly<Record<string, O>>,
  chosen: readonly string[] = [],
): [value: string, option: O][] {
  const day = shanghaiToday();
  return Object.entries(options).filter(([value, one]) => isOffered(one, day) || chosen.includes(value));
}
