import { valueAt } from './day-with-visitor-counts-and-weather-types.ts';

/** Hours ahead for which forecasts within a day are fitted and measured. */
export const hoursAhead = 12;

/**
 * How far today is from its profile: the logarithm of visitors to profile, of late and over the day so far. Both are 0
 * before the first reading.
 */
export interface Deviation {
  readonly late: number;
  readonly day: number;
}

/** Half-life of the deviation of late, in hours. */
const lateHalfLife = 0.5;

/** Follows the deviation of a day slot by slot. A slot without a reading changes nothing. */
export class DeviationOfDay implements Deviation {
  late = 0;
  day = 0;
  private weight = 0;
  private sum = 0;
  private readonly stays: number;

  constructor(slotsPerHour: number) {
    this.stays = 2 ** (-1 / (lateHalfLife * slotsPerHour));
  }

  /** `floor` is added to both, so that a handful of visitors at the opening means little. */
  add(visitors: number, profile: number, floor: number): void {
    if (Number.isNaN(visitors)) return;
    const deviation = Math.log((visitors + floor) / (profile + floor));
    this.late = this.weight === 0 ? deviation : this.late * this.stays + deviation * (1 - this.stays);
    this.weight += profile + floor;
    this.sum += deviation * (profile + floor);
    this.day = this.sum / this.weight;
  }
}

/** The shares of the deviations of today that remain so many hours later; by hour, from 0 up. */
export interface ResponseToToday {
  readonly late: Float64Array;
  readonly day: Float64Array;
}

/** Weight of what is expected without any history, in squared logarithms: as much as some hundred hours. */
const prior = 1.5;

/** Sums of products of the two deviations and of what came, for each hour ahead. */
export class RemainingShareOfDeviationFit {
  private readonly sums = Array.from({ length: hoursAhead + 1 }, () => new Float64Array(5));

  add(hours: number, { late, day }: Deviation, came: number): void {
    const sums = this.sums[hours];
    if (!sums) return;
    sums[0] = valueAt(sums, 0) + late * late;
    sums[1] = valueAt(sums, 1) + late * day;
    sums[2] = valueAt(sums, 2) + day * day;
    sums[3] = valueAt(sums, 3) + late * came;
    sums[4] = valueAt(sums, 4) + day * came;
  }

  /** Least squares, drawn towards what deviations usually do: that of late fades within hours, that of the day stays. */
  solve(): ResponseToToday {
    const [late, day] = [new Float64Array(hoursAhead + 1), new Float64Array(hoursAhead + 1)];
    for (const [hours, sums] of this.sums.entries()) {
      const expected = { late: 2 ** (-hours / 1.5), day: 0.8 * (1 - 2 ** (-hours / 1.5)) };
      const [a, b, c] = [valueAt(sums, 0) + prior, valueAt(sums, 1), valueAt(sums, 2) + prior];
      const [u, v] = [valueAt(sums, 3) + prior * expected.late, valueAt(sums, 4) + prior * expected.day];
      const determinant = a * c - b * b;
      late[hours] = (u * c - v * b) / determinant;
      day[hours] = (v * a - u * b) / determinant;
    }
    late[0] = 1;
    day[0] = 0;
    return { late, day };
  }
}

/** A value by the hour, between two hours on the line between their values, and after the last one constant. */
export function valueAtHours(values: Float64Array, hours: number): number {
  const end = values.length - 1;
  if (hours >= end) return valueAt(values, end);
  const low = Math.floor(hours);
  const share = hours - low;
  return valueAt(values, low) * (1 - share) + (share > 0 ? valueAt(values, low + 1) * share : 0);
}
