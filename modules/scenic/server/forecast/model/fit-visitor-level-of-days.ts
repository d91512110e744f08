import { daysBetween } from '#kernel/time/shanghai-time.ts';
import { dayKinds, isDayOff, weekdayWithinKind } from './classify-workday-weekend-or-holiday.ts';
import { type DayAhead, valueAt, weatherClasses } from './day-with-visitor-counts-and-weather-types.ts';

/** The level of a day: the logarithm of how many times the typical visitors came. */
export interface DayLevels {
  /** The level expected of a day after the last one of the history. */
  expect(day: DayAhead): number;
  /** For each day of the history the level that was expected the evening before. */
  readonly expected: Float64Array;
}

/** A property of days with an effect on their level, drawn towards zero by as many imagined days without one. */
interface Factor {
  readonly imagined: number;
  readonly size: number;
  /** The class of a day; -1: none, because it is not on record. */
  classOf(day: DayAhead): number;
}

const factors: readonly Factor[] = [
  { imagined: 2, size: 2, classOf: ({ kind }) => (isDayOff(kind) ? 1 : 0) },
  { imagined: 3, size: dayKinds.length, classOf: ({ kind }) => dayKinds.indexOf(kind) },
  { imagined: 6, size: 8, classOf: ({ kind, date }) => weekdayWithinKind(kind, date) || -1 },
  {
    imagined: 4,
    size: weatherClasses.length,
    classOf: ({ weather }) => (weather === null ? -1 : weatherClasses.indexOf(weather)),
  },
];

const rounds = 5;
/** Half-lives of the trend in days, among which each spot finds its own. */
const halfLives = [2, 5, 10, 21, 45] as const;
const smoothing = 14;
/** Days on which the half-lives are compared. */
const compared = 120;
/** A single day moves the trend by no more than this many usual errors. */
const farthest = 2.5;

/** Fits trend, kinds of day, weekdays, weather and reservations to the levels of past days, oldest first. */
export function fitDayLevels(days: readonly DayAhead[], levels: Float64Array): DayLevels {
  const numbers = Float64Array.from(days, ({ date }) => daysBetween('2000-01-01', date));
  const classes = factors.map((factor) => Int8Array.from(days, (day) => factor.classOf(day)));
  const effects = factors.map(({ size }) => new Float64Array(size));
  const reservations = createReservationEffect(days);
  const left = new Float64Array(days.length);
  const explained = new Float64Array(days.length);
  const explain = () => {
    for (let d = 0; d < days.length; d++) {
      let sum = reservations.slope * valueAt(reservations.logs, d);
      for (let f = 0; f < factors.length; f++) sum += effectOf(effects[f], valueAt(classes[f] ?? [], d));
      explained[d] = sum;
    }
  };
  for (let round = 0; round < rounds; round++) {
    explain();
    for (let d = 0; d < days.length; d++) left[d] = valueAt(levels, d) - valueAt(explained, d);
    const trend = smoothBothSides(numbers, left);
    for (let d = 0; d < days.length; d++) left[d] = valueAt(left, d) - valueAt(trend, d);
    const limit = farthest * usualError(left);
    for (const [f, factor] of factors.entries())
      fitEffects(factor, classes[f] ?? new Int8Array(), effects[f] ?? new Float64Array(), left, limit);
    reservations.adapt(left, limit);
  }
  explain();
  for (let d = 0; d < days.length; d++) left[d] = valueAt(levels, d) - valueAt(explained, d);
  const { halfLife, expected } = chooseTrend(numbers, left);
  const latest = new Trend(halfLife, limitOf(left));
  for (let d = 0; d < days.length; d++) latest.add(valueAt(numbers, d), valueAt(left, d));
  for (let d = 0; d < days.length; d++) expected[d] = valueAt(expected, d) + valueAt(explained, d);
  return {
    expected,
    expect: (day) =>
      latest.value +
      reservations.effectOf(day) +
      factors.reduce((sum, factor, f) => sum + effectOf(effects[f], factor.classOf(day)), 0),
  };
}

const effectOf = (effects: Float64Array | undefined, index: number): number =>
  index < 0 ? 0 : valueAt(effects ?? [], index);

/** Moves the effects of one factor to the mean of what is left, and what is left with them; then centres them. */
function fitEffects(
  factor: Factor,
  classes: Int8Array,
  effects: Float64Array,
  left: Float64Array,
  limit: number,
): void {
  const [sums, counts] = [new Float64Array(factor.size), new Float64Array(factor.size)];
  for (let d = 0; d < left.length; d++) {
    const index = valueAt(classes, d);
    if (index < 0) continue;
    sums[index] = valueAt(sums, index) + valueAt(effects, index) + clip(valueAt(left, d), limit);
    counts[index] = valueAt(counts, index) + 1;
  }
  const before = effects.slice();
  let [mean, total] = [0, 0];
  for (let index = 0; index < factor.size; index++) {
    const count = valueAt(counts, index);
    effects[index] = valueAt(sums, index) / (count + factor.imagined);
    mean += valueAt(effects, index) * count;
    total += count;
  }
  // a day whose class is not on record counts as an average one
  if (total > 0)
    for (let index = 0; index < factor.size; index++) effects[index] = valueAt(effects, index) - mean / total;
  for (let d = 0; d < left.length; d++) {
    const index = valueAt(classes, d);
    if (index >= 0) left[d] = valueAt(left, d) + valueAt(before, index) - valueAt(effects, index);
  }
}

/** How the level follows the reservations: by a power of them, relative to those of a typical day. */
function createReservationEffect(days: readonly DayAhead[]) {
  const logs = Float64Array.from(days, ({ reserved }) => (reserved === null ? Number.NaN : Math.log1p(reserved)));
  let [typical, count] = [0, 0];
  for (const value of logs)
    if (!Number.isNaN(value)) {
      typical += value;
      count += 1;
    }
  typical /= count;
  for (const [d, value] of logs.entries()) logs[d] = Number.isNaN(value) ? 0 : value - typical;
  const effect = {
    logs,
    slope: 0,
    effectOf: ({ reserved }: DayAhead) =>
      reserved === null || count === 0 ? 0 : effect.slope * (Math.log1p(reserved) - typical),
    adapt(left: Float64Array, limit: number): void {
      // drawn towards no effect by a ridge of one squared logarithm
      let [products, squares] = [0, 1];
      for (const [d, log] of logs.entries()) {
        products += log * (clip(valueAt(left, d), limit) + effect.slope * log);
        squares += log * log;
      }
      const slope = Math.min(Math.max(products / squares, 0), 1);
      for (const [d, log] of logs.entries()) left[d] = valueAt(left, d) + (effect.slope - slope) * log;
      effect.slope = slope;
    },
  };
  return effect;
}

const clip = (value: number, limit: number): number => Math.min(Math.max(value, -limit), limit);

/** 1.25 times the mean deviation, which is the standard deviation of normal errors; never nothing. */
function usualError(errors: Float64Array): number {
  let sum = 0;
  for (const error of errors) sum += Math.abs(error);
  return Math.max((1.25 * sum) / Math.max(errors.length, 1), 0.02);
}

/** A bound for what one day may move: from the changes between neighbouring days. */
function limitOf(left: Float64Array): number {
  const changes = new Float64Array(Math.max(left.length - 1, 0));
  for (let d = 1; d < left.length; d++) changes[d - 1] = valueAt(left, d) - valueAt(left, d - 1);
  return farthest * usualError(changes);
}

/** A mean in which days count less the longer ago they are. */
class Trend {
  value = 0;
  private weight = 0;
  private last = Number.NaN;
  private readonly halfLife: number;
  private readonly limit: number;

  constructor(halfLife: number, limit: number) {
    this.halfLife = halfLife;
    this.limit = limit;
  }

  get isEmpty(): boolean {
    return this.weight === 0;
  }

  add(day: number, level: number): void {
    const gone = Number.isNaN(this.last) ? 0 : 2 ** (-Math.abs(day - this.last) / this.halfLife);
    const weight = this.weight * gone + 1;
    const step = this.weight === 0 ? level : clip(level - this.value, this.limit);
    this.value += step / weight;
    this.weight = weight;
    this.last = day;
  }
}

/** The trend of each day from the days around it, without the day itself. */
function smoothBothSides(numbers: Float64Array, left: Float64Array): Float64Array {
  const trend = new Float64Array(left.length);
  const limit = limitOf(left);
  const counts = new Float64Array(left.length);
  const addFrom = (order: (step: number) => number) => {
    const side = new Trend(smoothing, limit);
    for (let step = 0; step < left.length; step++) {
      const d = order(step);
      if (!side.isEmpty) {
        trend[d] = valueAt(trend, d) + side.value;
        counts[d] = valueAt(counts, d) + 1;
      }
      side.add(valueAt(numbers, d), valueAt(left, d));
    }
  };
  addFrom((step) => step);
  addFrom((step) => left.length - 1 - step);
  for (let d = 0; d < left.length; d++)
    trend[d] = valueAt(counts, d) > 0 ? valueAt(trend, d) / valueAt(counts, d) : valueAt(left, d);
  return trend;
}

/** The half-life that would have been the best, and the trend it would have expected of each day. */
function chooseTrend(numbers: Float64Array, left: Float64Array): { halfLife: number; expected: Float64Array } {
  const limit = limitOf(left);
  let best = { halfLife: 10, expected: new Float64Array(left.length), error: Number.POSITIVE_INFINITY };
  for (const halfLife of halfLives) {
    const trend = new Trend(halfLife, limit);
    const expected = new Float64Array(left.length);
    let error = 0;
    for (let d = 0; d < left.length; d++) {
      expected[d] = trend.isEmpty ? valueAt(left, d) : trend.value;
      if (d >= left.length - compared) error += Math.min(Math.abs(valueAt(left, d) - valueAt(expected, d)), limit);
      trend.add(valueAt(numbers, d), valueAt(left, d));
    }
    if (error < best.error) best = { halfLife, expected, error };
  }
  return best;
}
