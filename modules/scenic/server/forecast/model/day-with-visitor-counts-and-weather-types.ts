import type { DayKind } from './classify-workday-weekend-or-holiday.ts';

/** Weather as visitors decide by it; `severe` keeps them away: storms, heavy rain, snow, typhoons. */
export const weatherClasses = ['clear', 'cloudy', 'rain', 'severe'] as const;
export type WeatherClass = (typeof weatherClasses)[number];

/** What is on record of a day before anybody has come. */
export interface DayAhead {
  readonly date: string;
  readonly kind: DayKind;
  /** Null: not on record; the day is then forecast for the usual weather. */
  readonly weather: WeatherClass | null;
  /** Visitors who had reserved when the spot opened. Null: the spot takes no reservations, or they are not on record. */
  readonly reserved: number | null;
}

/** A day with its visitors, slot after slot of equal length through the opening hours. NaN: no reading in the slot. */
export interface DayOfVisitors extends DayAhead {
  readonly curve: Float64Array;
}

/** A value of an array; NaN beyond its ends. */
export const valueAt = (values: ArrayLike<number>, index: number): number => values[index] ?? Number.NaN;

/** How many slots of a curve have a reading. */
export function countReadings(curve: Float64Array): number {
  let count = 0;
  for (const value of curve) if (!Number.isNaN(value)) count += 1;
  return count;
}
