import type { Text } from '../text/text.ts';
import type { Operator } from './list-filter-operators-and-conditions.ts';

/** A condition on a field of the row, as in filters of lists. `today` is the current day in Asia/Shanghai. */
export type RowCondition = readonly [
  field: string,
  operator: Operator,
  value?: string | number | readonly (string | number)[] | typeof today | DaysAhead,
];

/** Stands for the current day in a condition. */
export const today = Symbol('today');

/** The day that is so many days after today. */
export interface DaysAhead {
  readonly daysAhead: number;
}

export const inDays = (daysAhead: number): DaysAhead => ({ daysAhead });

/** A condition under which a move is possible, with the message if it does not hold. */
export interface Guard {
  /** Conditions that must all hold. */
  readonly if: readonly RowCondition[];
  /** An alternative set of conditions, all of which must hold. */
  readonly or?: readonly RowCondition[];
  /** Why the move is not possible: shown on the disabled button and in the refusal. */
  readonly else: Text;
  /**
   * The move is meant for rows that meet the condition: on others it is not mentioned, and a call that tries it all the same
   * is refused with the message.
   */
  readonly quiet?: true;
}
