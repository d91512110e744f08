import type { Option } from '../declaration/select-option-with-label-color-tone.ts';
import { shanghaiToday } from '../time/shanghai-time.ts';
import type { ListedOption } from './declare-editable-option-list.ts';

/** Whether an option may be chosen on a day (`yyyy-mm-dd`). Default: today. */
export const isSelectableOnDay = ({ from, until }: ListedOption, day: string = shanghaiToday()): boolean =>
  (from === undefined || from <= day) && (until === undefined || until >= day);

/** The options that a form offers: those that may be chosen today, and those that are already chosen. */
export function optionsSelectableToday<O extends Option>(
  options: Readonly<Record<string, O>>,
  chosen: readonly string[] = [],
): [value: string, option: O][] {
  const day = shanghaiToday();
  return Object.entries(options).filter(([value, one]) => isSelectableOnDay(one, day) || chosen.includes(value));
}
