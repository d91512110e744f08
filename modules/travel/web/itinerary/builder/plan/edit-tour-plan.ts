import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import { formatClockTimeForWire, parseClockTime } from './parse-and-format-clock-time.ts';

/**
 * Days and stops as in the form of a product, template or itinerary. `day_no` of a stop counts days from 1; stops are
 * in the order of the visits.
 */
export interface TourPlan {
  readonly days: readonly ChildRow[];
  readonly stops: readonly ChildRow[];
}

/** Zero-based place of a stop. */
export interface StopPlace {
  readonly day: number;
  readonly at: number;
}

/** Most days of a plan (domain reference §2.C). */
export const maxDays = 60;
/** Default minutes between two stops. */
const usualWay = 30;
/** Default begin of a day. */
const usualStart = 8 * 60 + 30;

const dayNo = (stop: ChildRow): number => Number(stop.day_no) || 1;
export const stayMinutesOfStop = (stop: ChildRow): number => Math.max(0, Math.round(Number(stop.stay_minutes) || 0));
export const arrivalMinuteOfStop = (stop: ChildRow): number | undefined => parseClockTime(stop.arrive);
/** Minutes since midnight at which a stop ends, may exceed a day; undefined for a stop without a time. */
export const endMinuteOfStop = (stop: ChildRow): number | undefined => {
  const arrival = arrivalMinuteOfStop(stop);
  return arrival === undefined ? undefined : arrival + stayMinutesOfStop(stop);
};

/** Stops of a day, in order. */
export const stopsOfDay = (plan: TourPlan, day: number): readonly ChildRow[] =>
  plan.stops.filter((stop) => dayNo(stop) === day + 1);

/** Index of a stop in the list of all, as the server counts: `stops.3.arrive`. */
export const rowIndexOfStop = (plan: TourPlan, { day, at }: StopPlace): number => {
  const stop = stopsOfDay(plan, day)[at];
  return stop ? plan.stops.indexOf(stop) : -1;
};

/** Place of the stop with this index. */
export function dayAndPlaceOfStop(plan: TourPlan, index: number): StopPlace | undefined {
  const stop = plan.stops[index];
  if (!stop) return undefined;
  const day = dayNo(stop) - 1;
  return { day, at: stopsOfDay(plan, day).indexOf(stop) };
}

/** Reads the plan of a form and repairs foreign data: sorts stops by day, and adds missing days. */
export function readTourPlan(days: readonly ChildRow[], stops: readonly ChildRow[], makeDay: () => ChildRow): TourPlan {
  const last = Math.min(maxDays, Math.max(0, ...stops.map(dayNo)));
  const lacking = Array.from({ length: Math.max(0, last - days.length) }, makeDay);
  const all = lacking.length > 0 ? [...days, ...lacking] : days;
  const isSorted = stops.every((stop, at) => {
    const no = dayNo(stop);
    const before = stops[at - 1];
    return stop.day_no === no && no >= 1 && no <= all.length && (!before || dayNo(before) <= no);
  });
  return { days: all, stops: isSorted ? stops : joinDays(all.map((_, day) => onDay(stops, day, all.length))) };
}

const onDay = (stops: readonly ChildRow[], day: number, days: number): readonly ChildRow[] =>
  stops.filter((stop) => Math.max(1, Math.min(days, Math.floor(dayNo(stop)))) === day + 1);

/** Joins the stops of all days and renumbers them; unchanged stops remain the same objects. */
const joinDays = (byDay: readonly (readonly ChildRow[])[]): readonly ChildRow[] =>
  byDay.flatMap((stops, day) => stops.map((stop) => (stop.day_no === day + 1 ? stop : { ...stop, day_no: day + 1 })));

const groups = (plan: TourPlan): (readonly ChildRow[])[] => plan.days.map((_, day) => stopsOfDay(plan, day));

const withDay = (plan: TourPlan, day: number, stops: readonly ChildRow[]): TourPlan => ({
  ...plan,
  stops: joinDays(groups(plan).map((old, each) => (each === day ? stops : old))),
});

/**
 * Shifts stops from an index on by some minutes; those without a time stay. Shifted earlier, none starts before the
 * end of the one before: stops clamped to the last minute of a day have lost their distance.
 */
function shiftStops(stops: readonly ChildRow[], from: number, by: number): readonly ChildRow[] {
  if (by === 0) return stops;
  let last = 0;
  return stops.map((stop, at) => {
    const arrival = arrivalMinuteOfStop(stop);
    if (arrival === undefined) return stop;
    const moved = at < from ? arrival : Math.min(Math.max(last, arrival + by), Math.max(arrival, arrival + by));
    last = moved;
    return at < from ? stop : { ...stop, arrive: formatClockTimeForWire(moved) };
  });
}

/** End of the last timed stop before an index. */
function endBefore(stops: readonly ChildRow[], at: number): number | undefined {
  for (let before = at - 1; before >= 0; before--) {
    const end = endMinuteOfStop(stops[before] as ChildRow);
    if (end !== undefined) return end;
  }
  return undefined;
}

/** Minutes between a stop and the one before it. */
function wayTo(stops: readonly ChildRow[], at: number): number | undefined {
  const arrival = arrivalMinuteOfStop(stops[at] as ChildRow);
  const end = endBefore(stops, at);
  return arrival === undefined || end === undefined ? undefined : Math.max(0, arrival - end);
}

const nextTimed = (stops: readonly ChildRow[], from: number): number =>
  stops.findIndex((stop, at) => at >= from && arrivalMinuteOfStop(stop) !== undefined);

/** Removes a stop; later ones follow the stop before it at their own distance. */
function withoutStop(stops: readonly ChildRow[], at: number): readonly ChildRow[] {
  const gone = stops[at] as ChildRow;
  const left = stops.filter((_, each) => each !== at);
  const next = nextTimed(stops, at + 1);
  const began = arrivalMinuteOfStop(gone);
  if (next < 0 || began === undefined) return left;
  const end = endBefore(stops, at);
  const arrival = end === undefined ? began : end + (wayTo(stops, next) ?? usualWay);
  return shiftStops(left, next - 1, arrival - (arrivalMinuteOfStop(stops[next] as ChildRow) ?? arrival));
}

/** Inserts a stop after the one before it; later ones are shifted. */
function withStop(stops: readonly ChildRow[], at: number, stop: ChildRow, way: number = usualWay): readonly ChildRow[] {
  const place = Math.max(0, Math.min(stops.length, at));
  const put = (one: ChildRow) => [...stops.slice(0, place), one, ...stops.slice(place)];
  const arrived = arrivalMinuteOfStop(stop);
  if (arrived === undefined) return put(stop);
  const end = endBefore(stops, place);
  const next = nextTimed(stops, place);
  const nextArrival = next < 0 ? undefined : arrivalMinuteOfStop(stops[next] as ChildRow);
  const arrival = end === undefined ? (nextArrival ?? arrived) : end + way;
  const all = put(
    formatClockTimeForWire(arrival) === formatClockTimeForWire(arrived)
      ? stop
      : { ...stop, arrive: formatClockTimeForWire(arrival) },
  );
  if (nextArrival === undefined) return all;
  const after = arrival + stayMinutesOfStop(stop) + (wayTo(stops, next) ?? usualWay);
  return shiftStops(all, next + 1, after - nextArrival);
}

/** Changes a stop; later ones on its day shift with its end. */
export function changeStop(
  plan: TourPlan,
  { day, at }: StopPlace,
  values: Readonly<Record<string, unknown>>,
): TourPlan {
  const stops = stopsOfDay(plan, day);
  const old = stops[at];
  if (!old) return plan;
  const { day_no: _moved, ...own } = values;
  const changed = { ...old, ...own };
  const [before, after] = [endMinuteOfStop(old), endMinuteOfStop(changed)];
  const by = before === undefined || after === undefined ? 0 : after - before;
  return withDay(plan, day, shiftStops(stops.with(at, changed), at + 1, by));
}

/** Inserts a stop; without a time it gets the earliest possible. */
export function addStop(plan: TourPlan, { day, at }: StopPlace, stop: ChildRow): TourPlan {
  if (!plan.days[day]) return plan;
  const timed =
    arrivalMinuteOfStop(stop) === undefined ? { ...stop, arrive: formatClockTimeForWire(usualStart) } : stop;
  return withDay(plan, day, withStop(stopsOfDay(plan, day), at, timed));
}

/** Removes a stop; later ones move up. */
export function removeStop(plan: TourPlan, { day, at }: StopPlace): TourPlan {
  const stops = stopsOfDay(plan, day);
  return stops[at] ? withDay(plan, day, withoutStop(stops, at)) : plan;
}

/** Moves a stop within its day or to another; times of both days follow. */
export function moveStop(plan: TourPlan, from: StopPlace, to: StopPlace): TourPlan {
  const stops = stopsOfDay(plan, from.day);
  const stop = stops[from.at];
  if (!stop || !plan.days[to.day] || (from.day === to.day && from.at === to.at)) return plan;
  const way = wayTo(stops, from.at) ?? usualWay;
  const left = withoutStop(stops, from.at);
  if (from.day === to.day) return withDay(plan, to.day, withStop(startingAt(left, stops), to.at, stop, way));
  return withDay(withDay(plan, from.day, left), to.day, withStop(stopsOfDay(plan, to.day), to.at, stop, way));
}

/** Keeps the begin of a day whose first stop was removed. */
function startingAt(left: readonly ChildRow[], before: readonly ChildRow[]): readonly ChildRow[] {
  const [first, began] = [nextTimed(left, 0), nextTimed(before, 0)];
  if (first < 0 || began < 0) return left;
  const arrival = (rows: readonly ChildRow[], at: number) => arrivalMinuteOfStop(rows[at] as ChildRow) ?? 0;
  return shiftStops(left, first, arrival(before, began) - arrival(left, first));
}

/** Changes fields of a day. */
export const changeDay = (plan: TourPlan, day: number, values: Readonly<Record<string, unknown>>): TourPlan =>
  plan.days[day] ? { ...plan, days: plan.days.with(day, { ...plan.days[day], ...values }) } : plan;

/** Inserts a day before an index. */
export function addDay(plan: TourPlan, day: number, row: ChildRow, stops: readonly ChildRow[] = []): TourPlan {
  if (plan.days.length >= maxDays) return plan;
  const at = Math.max(0, Math.min(plan.days.length, day));
  return {
    days: [...plan.days.slice(0, at), row, ...plan.days.slice(at)],
    stops: joinDays([...groups(plan).slice(0, at), stops, ...groups(plan).slice(at)]),
  };
}

/** Removes a day with its stops. */
export const removeDay = (plan: TourPlan, day: number): TourPlan => ({
  days: plan.days.filter((_, each) => each !== day),
  stops: joinDays(groups(plan).filter((_, each) => each !== day)),
});

/** Moves a day with its stops. */
export function moveDay(plan: TourPlan, from: number, to: number): TourPlan {
  const row = plan.days[from];
  if (!row || from === to || to < 0 || to >= plan.days.length) return plan;
  return addDay(removeDay(plan, from), to, row, stopsOfDay(plan, from));
}
