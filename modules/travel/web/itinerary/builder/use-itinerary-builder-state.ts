import { useEffect, useRef, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import { childRowKey, copyChildRow } from '#web/input/rows/add-copy-and-reorder-child-rows.ts';
import { type ChildRow, childRowFields } from '#web/resource/child-rows-in-form.ts';
import { builderTexts } from './plan/builder-texts.ts';
import {
  addDay,
  addStop,
  changeDay,
  changeStop,
  dayAndPlaceOfStop,
  maxDays,
  moveDay,
  moveStop,
  removeDay,
  removeStop,
  type StopPlace,
  stopsOfDay,
  type TourPlan,
} from './plan/edit-tour-plan.ts';
import type { UndoablePlan } from './plan/use-undoable-plan.ts';

/** Default minutes for each type of stop. */
const usualStay: Readonly<Record<string, number>> = { scenic: 120, shop: 40, meal: 60, transfer: 60, free: 90 };

export interface ItineraryBuilderRights {
  readonly mayAddDay: boolean;
  readonly mayAddStop: boolean;
  readonly mayRemove: boolean;
  readonly disabled: boolean;
}

export interface ItineraryBuilderState {
  readonly chosen: StopPlace;
  readonly editing: boolean;
  /** Last change, for screen readers. */
  readonly announcement: string;
  choose(place: StopPlace, focus?: boolean): void;
  edit(place: StopPlace): void;
  /** Closes the editor and focuses the card. */
  close(): void;
  change(place: StopPlace, values: Readonly<Record<string, unknown>>, name: string): void;
  add(place: StopPlace): void;
  copy(place: StopPlace): void;
  remove(place: StopPlace): void;
  move(from: StopPlace, to: StopPlace): void;
  addDay(day: number): void;
  moveDay(from: number, to: number): void;
  undo(): void;
  redo(): void;
}

/** Clamps a place to the plan. */
const clampPlace = (plan: TourPlan, { day, at }: StopPlace): StopPlace => {
  const there = Math.max(0, Math.min(plan.days.length - 1, day));
  return { day: there, at: Math.max(-1, Math.min(stopsOfDay(plan, there).length - 1, at)) };
};

const rowAt = (plan: TourPlan, { day, at }: StopPlace): ChildRow | undefined =>
  at < 0 ? plan.days[day] : stopsOfDay(plan, day)[at];

const placeOfRow = (plan: TourPlan, row: ChildRow | undefined): StopPlace | undefined => {
  const key = row && childRowKey(row);
  const day = plan.days.findIndex((one) => childRowKey(one) === key);
  if (key === undefined || day >= 0) return day >= 0 ? { day, at: -1 } : undefined;
  return dayAndPlaceOfStop(
    plan,
    plan.stops.findIndex((one) => childRowKey(one) === key),
  );
};

/** The card to choose after undo or redo: a restored one, else the one chosen before. */
function chosenAfterUndo(before: TourPlan, after: TourPlan, chosen: StopPlace): StopPlace {
  const had = new Set([...before.days, ...before.stops].map(childRowKey));
  const back = [...after.days, ...after.stops].find((row) => !had.has(childRowKey(row)));
  return placeOfRow(after, back ?? rowAt(before, chosen)) ?? clampPlace(after, chosen);
}

const cardAt = (element: HTMLElement | null, { day, at }: StopPlace): HTMLElement | null | undefined =>
  element?.querySelector<HTMLElement>(`[data-place="${day}:${at}"]`);

interface BoardContext {
  readonly editing: UndoablePlan;
  readonly rights: ItineraryBuilderRights;
  readonly stopChild: AnyResource;
  /** The current plan, for an undo from a toast. */
  readonly latest: { readonly current: UndoablePlan };
  readonly choose: ItineraryBuilderState['choose'];
  announce(message: string): void;
  open(isOpen: boolean): void;
}

/** Edits of the plan; each chooses the card affected. */
function boardActions({
  editing,
  rights: { mayAddDay, mayAddStop, mayRemove, disabled },
  stopChild,
  latest,
  choose,
  announce,
  open,
}: BoardContext): Pick<ItineraryBuilderState, 'change' | 'add' | 'copy' | 'remove' | 'move' | 'addDay' | 'moveDay'> {
  const { plan, change } = editing;
  const nameOf = (stop: ChildRow | undefined) => String(stop?.name ?? '') || translate(builderTexts.unnamed);
  const put = (place: StopPlace, row: ChildRow) => {
    change((now) => addStop(now, place, row));
    choose(place, false);
    open(true);
  };
  return {
    change(place, values, name) {
      if (disabled) return;
      const { day_no, ...own } = values;
      if (place.at < 0) change((now) => changeDay(now, place.day, own), name);
      else if (typeof day_no === 'number') {
        const to = { day: day_no - 1, at: stopsOfDay(plan, day_no - 1).length };
        change((now) => moveStop(now, place, to));
        choose(to, false);
      } else change((now) => changeStop(now, place, own), name);
    },
    add({ day, at }) {
      if (!mayAddStop) return;
      const row = editing.makeStop();
      put({ day, at: at + 1 }, { ...row, stay_minutes: usualStay[String(row.poi_type)] ?? 60 });
    },
    copy({ day, at }) {
      const stop = stopsOfDay(plan, day)[at];
      if (stop && mayAddStop) put({ day, at: at + 1 }, copyChildRow(stop, childRowFields(stopChild, undefined)));
    },
    remove(place) {
      if (!mayRemove) return;
      const { day, at } = place;
      const stop = stopsOfDay(plan, day)[at];
      const removed =
        at < 0
          ? translate(builderTexts.removedDay, { n: day + 1, stops: stopsOfDay(plan, day).length })
          : translate(builderTexts.removedStop, { name: nameOf(stop) });
      if (at >= 0 ? !stop : !plan.days[day]) return;
      const next = change((now) => (at < 0 ? removeDay(now, day) : removeStop(now, place)));
      open(false);
      choose(clampPlace(next, place));
      announce(removed);
      toast.undo(removed, () => {
        // undo exactly this step, nothing if there was another since
        if (latest.current.plan === next) latest.current.undo();
      });
    },
    move(from, to) {
      if (disabled) return;
      const name = nameOf(stopsOfDay(plan, from.day)[from.at]);
      const next = change((now) => moveStop(now, from, to));
      const time = String(stopsOfDay(next, to.day)[to.at]?.arrive ?? '').slice(0, 5) || translate(builderTexts.noTime);
      announce(translate(builderTexts.moved, { name, day: to.day + 1, n: to.at + 1, time }));
      choose(to);
    },
    addDay(day) {
      if (!mayAddDay) {
        if (plan.days.length >= maxDays) toast.info(translate(builderTexts.most, { n: maxDays }));
        return;
      }
      change((now) => addDay(now, day, editing.makeDay()));
      choose({ day, at: -1 }, false);
      open(true);
    },
    moveDay(from, to) {
      if (disabled) return;
      change((now) => moveDay(now, from, to));
      announce(translate(builderTexts.movedDay, { n: to + 1 }));
      choose({ day: to, at: -1 });
    },
  };
}

/** State of the board: chosen card, editor and announcements, with all edits. */
export function useItineraryBuilderState(
  editing: UndoablePlan,
  rights: ItineraryBuilderRights,
  stopChild: AnyResource,
  element: { readonly current: HTMLElement | null },
): ItineraryBuilderState {
  const { plan } = editing;
  const [wanted, setWanted] = useState<StopPlace>({ day: 0, at: -1 });
  const [open, setOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const focus = useRef(false);
  const chosen = clampPlace(plan, wanted);
  // an undo from a toast applies to the plan at that time
  const latest = useRef(editing);
  latest.current = editing;

  // focus once the card is drawn at its new place
  useEffect(() => {
    if (!focus.current) return;
    focus.current = false;
    const card = cardAt(element.current, chosen);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const choose = (place: StopPlace, focused = true) => {
    focus.current = focused;
    setWanted({ ...place });
  };
  return {
    chosen,
    editing: open,
    announcement,
    choose,
    edit(place) {
      choose(place, false);
      setOpen(true);
    },
    close() {
      setOpen(false);
      choose(chosen);
    },
    ...boardActions({
      editing,
      rights,
      stopChild,
      latest,
      choose,
      announce: setAnnouncement,
      open: setOpen,
    }),
    undo: () => choose(chosenAfterUndo(plan, editing.undo(), chosen)),
    redo: () => choose(chosenAfterUndo(plan, editing.redo(), chosen)),
  };
}
