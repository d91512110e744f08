import type { ChildRow } from '#web/resource/child-rows.ts';
import type { BusyInterval, CrewLane } from '../../../contract/itinerary/crew-availability.ts';

/** Hours of somebody, in Unix seconds; it ends before the second it ends at. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export const overlaps = (a: TimeSpan, b: TimeSpan): boolean => a.from < b.to && b.from < a.to;

/** Which columns of a team's rows name somebody of a lane. */
const held = {
  guides: ['guide_id'],
  vehicles: ['vehicle_id'],
  drivers: ['driver_id', 'second_driver_id'],
} as const satisfies Record<CrewLane, readonly string[]>;

/** Who a team has of a lane, each with the hours they are with it: those of their row, else of the whole trip. */
export function chosenOf(
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

/** The teams somebody is with at the hours they are wanted. */
export const conflictsWith = (busy: readonly BusyInterval[], wanted: readonly TimeSpan[]): BusyInterval[] =>
  busy.filter((one) => wanted.some((each) => overlaps(one, each)));

/**
 * A team's rows with one more of a lane; undefined: nobody can be taken. A driver goes where a coach has none, then where
 * it has no second one.
 */
export function addToLane(
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

/** A team's rows without somebody: a guide and a coach with their row, a driver from the coach. */
export const removeFromLane = (lane: CrewLane, rows: readonly ChildRow[], id: number): readonly ChildRow[] =>
  lane === 'drivers'
    ? rows.map((row) => ({
        ...row,
        ...Object.fromEntries(
          held.drivers.filter((name) => numberOf(row[name]) === id).map((name) => [name, null] as const),
        ),
      }))
    : rows.filter((row) => numberOf(row[held[lane][0]]) !== id);

/** Where a spell stands on a lane that shows a stretch of time, in percent of it. */
export function positionOnLane(spell: TimeSpan, shown: TimeSpan): { readonly left: number; readonly width: number } {
  const whole = shown.to - shown.from;
  const left = Math.max(0, ((spell.from - shown.from) / whole) * 100);
  const right = Math.min(100, ((spell.to - shown.from) / whole) * 100);
  return { left, width: Math.max(0, right - left) };
}

const day = 86_400;
/** Shanghai is eight hours ahead, without summer time. */
const ahead = 8 * 3600;

/** Moments at which a lane is ruled: midnights in Shanghai, and where it is short every six hours. */
export function laneTicks({ from, to }: TimeSpan): { readonly at: number; readonly isDay: boolean }[] {
  const step = to - from > 4 * day ? day : day / 4;
  const rules = [];
  for (let at = Math.ceil((from + ahead) / step) * step - ahead; at < to; at += step)
    rules.push({ at, isDay: (at + ahead) % day === 0 });
  return rules;
}
