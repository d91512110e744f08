import { useRef } from 'react';
import type { CustomInputProps } from '#web/form/state/custom-input-registry.ts';
import { newRow } from '#web/input/rows/row-operations.ts';
import { type ChildRow, childResourceOf, childRowFields, childRowsIn } from '#web/resource/child-rows.ts';
import { type Plan, readPlan } from './plan.ts';
import { addStep, beginHistory, type History, redo, undo } from './undo-history.ts';

export interface UndoablePlan {
  readonly plan: Plan;
  readonly mayUndo: boolean;
  readonly mayRedo: boolean;
  /** Changes the plan. Consecutive changes of one name start from the value before the first of them. */
  change(made: (plan: Plan) => Plan, name?: string): Plan;
  undo(): Plan;
  redo(): Plan;
  makeDay(): ChildRow;
  makeStop(): ChildRow;
}

/**
 * The plan in the values of a form, with undo. A change from elsewhere, such as a draft or a merge, clears the
 * history.
 */
export function useUndoablePlan({
  fields,
  values,
  put,
}: Pick<CustomInputProps, 'fields' | 'values' | 'put'>): UndoablePlan {
  const [daysName = '', stopsName = ''] = Object.keys(fields);
  const made = (name: string): ChildRow => {
    const field = fields[name];
    return field ? newRow(childRowFields(childResourceOf(field), undefined)) : {};
  };
  const [days, stops] = [values[daysName], values[stopsName]];
  const current = useRef<{ days: unknown; stops: unknown; history: History<Plan> }>(undefined);
  if (!current.current || current.current.days !== days || current.current.stops !== stops)
    current.current = {
      days,
      stops,
      history: beginHistory(readPlan(childRowsIn(days), childRowsIn(stops), () => made(daysName))),
    };
  const show = (next: History<Plan>): Plan => {
    const { now } = next;
    if (current.current?.history !== next) {
      current.current = { days: now.days, stops: now.stops, history: next };
      put({ [daysName]: now.days, [stopsName]: now.stops });
    }
    return now;
  };
  const history = () => current.current?.history ?? beginHistory<Plan>({ days: [], stops: [] });
  return {
    plan: history().now,
    mayUndo: history().past.length > 0,
    mayRedo: history().future.length > 0,
    change(next, name = '') {
      const now = history();
      // a number typed digit by digit shifts later stops once, by its final value
      const from = name !== '' && name === now.name ? now.past.at(-1) : undefined;
      return show(addStep(now, next(from ?? now.now), name));
    },
    undo: () => show(undo(history())),
    redo: () => show(redo(history())),
    makeDay: () => made(daysName),
    makeStop: () => made(stopsName),
  };
}
