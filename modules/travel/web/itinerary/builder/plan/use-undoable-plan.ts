import { useRef } from 'react';
import type { CustomInputProps } from '#web/form/state/custom-input-registry.ts';
import { newChildRow } from '#web/input/rows/add-copy-and-reorder-child-rows.ts';
import { type ChildRow, childResourceOf, childRowFields, childRowsIn } from '#web/resource/child-rows-in-form.ts';
import { readTourPlan, type TourPlan } from './edit-tour-plan.ts';
import { addStep, beginHistory, redo, type UndoHistory, undo } from './undo-history.ts';

export interface UndoablePlan {
  readonly plan: TourPlan;
  readonly mayUndo: boolean;
  readonly mayRedo: boolean;
  /** Changes the plan. Consecutive changes of one name start from the value before the first of them. */
  change(made: (plan: TourPlan) => TourPlan, name?: string): TourPlan;
  undo(): TourPlan;
  redo(): TourPlan;
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
    return field ? newChildRow(childRowFields(childResourceOf(field), undefined)) : {};
  };
  const [days, stops] = [values[daysName], values[stopsName]];
  const current = useRef<{ days: unknown; stops: unknown; history: UndoHistory<TourPlan> }>(undefined);
  if (!current.current || current.current.days !== days || current.current.stops !== stops)
    current.current = {
      days,
      stops,
      history: beginHistory(readTourPlan(childRowsIn(days), childRowsIn(stops), () => made(daysName))),
    };
  const show = (next: UndoHistory<TourPlan>): TourPlan => {
    const { now } = next;
    if (current.current?.history !== next) {
      current.current = { days: now.days, stops: now.stops, history: next };
      put({ [daysName]: now.days, [stopsName]: now.stops });
    }
    return now;
  };
  const history = () => current.current?.history ?? beginHistory<TourPlan>({ days: [], stops: [] });
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
