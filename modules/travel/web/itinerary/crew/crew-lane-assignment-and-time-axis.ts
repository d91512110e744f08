import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import type { BusyInterval, CrewLane } from '../../../contract/itinerary/crew-availability-answer-types.ts';

/** Half-open time range in Unix seconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export const timeSpansOverlap = (a: TimeSpan, b: TimeSpan): boolean => a.from < b.to && b.from < a.to;

/** Columns that hold the candidates of a lane. */
const held = {
  guides: ['guide_id'],
  vehicles: ['vehicle_id'],
  drivers: ['driver_id', 'second_driver_id'],
} as const satisfies Record<CrewLane, readonly string[]>;

/** Who is chosen in a lane, with their times: those of the row, else of the trip. */
export function chosenCrewInLane(
  lane: CrewLane,
  rows: readonly ChildRow[],
  trip: TimeSpan,
): ReadonlyMap<number, readonly TimeSpan[]> {
  const found = new Map<number, TimeSpan[]>();
  for (const row of rows) {
    const spell = { from: numberOf(row.from_at) ?? trip.from, to: numberOf(row.to_at) ?? trip.to };
    for (const name of held[lane]) {
      const id = numberOf(row[name]);
      if (id !== undefined) found.set(id, [...(found.get(id) ?? []), spell]);
    }
  }
  return found;
}

const numberOf = (value: unknown): number | undefined =>
  value === null || value === undefined || value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value);

/** Other teams that overlap with the times wanted. */
export const busyIntervalsInConflict = (busy: readonly BusyInterval[], wanted: readonly TimeSpan[]): BusyInterval[] =>
  busy.filter((one) => wanted.some((each) => timeSpansOverlap(one, each)));

/**
 * Adds a candidate to the rows of a team; undefined where a driver finds no vehicle. Drivers take the first vehicle
 * without one, then the first without a second.
 */
export function addCrewInLane(
  lane: CrewLane,
  rows: readonly ChildRow[],
  id: number,
  blank: () => ChildRow,
): readonly ChildRow[] | undefined {
  if (lane !== 'drivers') return [...rows, { ...blank(), [held[lane][0]]: id }];
  for (const name of held.drivers) {
    const place = rows.findIndex((row) => numberOf(row.vehicle_id) !== undefined && numberOf(row[name]) === undefined);
    if (place >= 0) return rows.map((row, at) => (at === place ? { ...row, [name]: id } : row));
  }
  return undefined;
}

/** Removes a candidate: guides and vehicles with their row, drivers from the vehicle. */
export const removeCrewFromLane = (lane: CrewLane, rows: readonly ChildRow[], id: number): readonly ChildRow[] =>
  lane === 'drivers'
    ? rows.map((row) => ({
        ...row,
        ...Object.fromEntries(
          held.drivers.filter((name) => numberOf(row[name]) === id).map((name) => [name, null] as const),
        ),
      }))
    : rows.filter((row) => numberOf(row[held[lane][0]]) !== id);

/** Position and width of a time range on the chart, in percent. */
export function positionOnTimeAxis(
  spell: TimeSpan,
  shown: TimeSpan,
): { readonly left: number; readonly width: number } {
  const whole = shown.to - shown.from;
  const left = Math.max(0, ((spell.from - shown.from) / whole) * 100);
  const right = Math.min(100, ((spell.to - shown.from) / whole) * 100);
  return { left, width: Math.max(0, right - left) };
}

const day = 86_400;
/** Asia/Shanghai is eight hours ahead of UTC, all year. */
const ahead = 8 * 3600;

/** Ticks of the chart: midnights in Asia/Shanghai, and every six hours in a short range. */
export function timeAxisTicks({ from, to }: TimeSpan): { readonly at: number; readonly isDay: boolean }[] {
  const step = to - from > 4 * day ? day : day / 4;
  const rules = [];
  for (let at = Math.ceil((from + ahead) / step) * step - ahead; at < to; at += step)
    rules.push({ at, isDay: (at + ahead) % day === 0 });
  return rules;
}
