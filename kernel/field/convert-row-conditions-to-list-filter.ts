import type { Condition } from '../declaration/list-filter-operators-and-conditions.ts';
import { type DaysAhead, type RowCondition, today } from '../declaration/row-condition-and-move-guard.ts';
import { addDays } from '../time/shanghai-time.ts';

const isAhead = (value: unknown): value is DaysAhead =>
  typeof value === 'object' && value !== null && 'daysAhead' in value;

/** Whether the value of a condition changes from day to day. */
export const dependsOnToday = (value: unknown): boolean => value === today || isAhead(value);

/** Converts declared conditions to conditions of a list call, as they are on `day` (YYYY-MM-DD). */
export const toListConditions = (checks: readonly RowCondition[], day: string): Condition[] =>
  checks.map(([field, operator, value = '']) => ({
    field,
    operator,
    value:
      value === today
        ? day
        : isAhead(value)
          ? addDays(day, value.daysAhead)
          : Array.isArray(value)
            ? value.join(',')
            : String(value),
  }));
