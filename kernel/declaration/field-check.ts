import type { Text } from '../text/text.ts';
import type { Operator } from './filter.ts';

/** A condition on a field of the row, as lists filter by it; `today` is the day in Asia/Shanghai. */
export type FieldCheck = readonly [
  field: string,
  operator: Operator,
  value?: string | number | readonly (string | number)[] | typeof today | DaysAhead,
];

/** Stands for the present day where a check compares with it. */
export const today = Symbol('today');

/** Stands for a day so many days after it. */
export interface DaysAhead {
  readonly daysAhead: number;
}

export const inDays = (daysAhead: number): DaysAhead => ({ daysAhead });

/** When a move is possible, and what is said where it is not. */
export interface Guard {
  /** All of these hold, */
  readonly if: readonly FieldCheck[];
  /** or all of these. */
  readonly or?: readonly FieldCheck[];
  /** Why not: on the button that cannot be pressed, and in the refusal. */
  readonly else: Text;
}
