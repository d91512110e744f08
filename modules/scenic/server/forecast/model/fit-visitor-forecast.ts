import {
  countReadings,
  type DayAhead,
  type DayOfVisitors,
  valueAt,
} from './day-with-visitor-counts-and-weather-types.ts';
import { fitDayLevels } from './fit-visitor-level-of-days.ts';
import { fitDayProfiles } from './fit-visitor-profile-of-day-kinds.ts';
import { medianInPlace } from './median-and-quantile.ts';
import {
  DeviationOfDay,
  hoursAhead,
  RemainingShareOfDeviationFit,
  type ResponseToToday,
  valueAtHours,
} from './track-deviation-of-today-and-fit-how-long-it-lasts.ts';

/** Fewer days than this are forecast by their profile alone, without what was learnt of deviations. */
export const fewDays = 14;
/** Days from which the response to deviations is learnt. */
const learnt = 120;
/** Of the peak of a day: so many visitors more or less mean nothing. */
const floorShare = 0.03;

/** A fitted forecast of one spot. */
export interface VisitorForecast {
  /** Days of the history that count: at least half of their slots have a reading, and visitors came. */
  readonly days: number;
  /** The visitors expected on a day before anybody has come, by slot. */
  expectDay(day: DayAhead): Float64Array;
  /**
   * The visitors expected on a day of which the first `elapsed` slots of `curve` have passed, by slot; slots that have
   * passed are NaN.
   */
  expectRest(day: DayAhead, curve: Float64Array, elapsed: number): Float64Array;
}

/**
 * Fits a forecast to the days before the ones to be forecast, oldest first, all of the same slots. Undefined: no day
 * counts.
 */
export function fitVisitorForecast(
  history: readonly DayOfVisitors[],
  slotsPerHour: number,
): VisitorForecast | undefined {
  const slots = history[0]?.curve.length ?? 0;
  const typical = typicalCurve(history.slice(-learnt), slots);
  const days: DayOfVisitors[] = [];
  const found: number[] = [];
  for (const day of history) {
    const level = levelOf(day.curve, typical);
    if (Number.isNaN(level)) continue;
    days.push(day);
    found.push(level);
  }
  if (days.length === 0) return undefined;
  const observed = Float64Array.from(found);
  const levels = fitDayLevels(days, observed);
  const profiles = fitDayProfiles(days, observed, slots);
  const expectAt = (day: DayAhead, level: number) => {
    const scale = Math.exp(level);
    return profiles.profileOf(day.kind, day.weather).map((value) => value * scale);
  };
  const response = learnResponse(days, slotsPerHour, (day, d) => expectAt(day, valueAt(levels.expected, d)));
  const expectDay = (day: DayAhead) => expectAt(day, levels.expect(day));
  return {
    days: days.length,
    expectDay,
    expectRest: (day, curve, elapsed) => adjustRest(expectDay(day), response, { curve, elapsed, slotsPerHour }),
  };
}

/** The median of each slot, 0 where nothing was ever read. */
function typicalCurve(history: readonly DayOfVisitors[], slots: number): Float64Array {
  const typical = new Float64Array(slots);
  const scratch = new Float64Array(history.length);
  for (let slot = 0; slot < slots; slot++) {
    let count = 0;
    for (const { curve } of history) {
      const value = valueAt(curve, slot);
      if (!Number.isNaN(value)) scratch[count++] = value;
    }
    typical[slot] = count === 0 ? 0 : medianInPlace(scratch, count);
  }
  return typical;
}

/** The logarithm of how many times the typical visitors came; NaN on a day that says nothing, or without visitors. */
function levelOf(curve: Float64Array, typical: Float64Array): number {
  if (countReadings(curve) * 2 < curve.length) return Number.NaN;
  let [came, usual] = [0, 0];
  for (let slot = 0; slot < curve.length; slot++) {
    const value = valueAt(curve, slot);
    if (Number.isNaN(value)) continue;
    came += value;
    usual += valueAt(typical, slot);
  }
  // a closed spot counts a few people, too
  return came > 0.01 * usual && usual > 0 ? Math.log(came / usual) : Number.NaN;
}

function learnResponse(
  days: readonly DayOfVisitors[],
  slotsPerHour: number,
  expect: (day: DayOfVisitors, index: number) => Float64Array,
): ResponseToToday {
  const fit = new RemainingShareOfDeviationFit();
  if (days.length < fewDays) return fit.solve();
  for (let d = Math.max(days.length - learnt, 0); d < days.length; d++) {
    const day = days[d];
    if (day) addDayToFit(fit, day.curve, expect(day, d), slotsPerHour);
  }
  return fit.solve();
}

/** A deviation counts at most as that of a day with e times as many visitors. */
const clip = (value: number) => Math.min(Math.max(value, -1), 1);

function addDayToFit(
  fit: RemainingShareOfDeviationFit,
  curve: Float64Array,
  expected: Float64Array,
  slotsPerHour: number,
): void {
  const floor = floorOf(expected);
  const deviations = new Float64Array(curve.length);
  for (let slot = 0; slot < curve.length; slot++)
    deviations[slot] = clip(Math.log((valueAt(curve, slot) + floor) / (valueAt(expected, slot) + floor)));
  const deviation = new DeviationOfDay(slotsPerHour);
  for (let slot = 0; slot < curve.length; slot++) {
    deviation.add(valueAt(curve, slot), valueAt(expected, slot), floor);
    if ((slot + 1) % slotsPerHour !== 0) continue;
    const seen = { late: clip(deviation.late), day: clip(deviation.day) };
    for (let hours = 1; hours <= hoursAhead && slot + hours * slotsPerHour < curve.length; hours++) {
      const came = valueAt(deviations, slot + hours * slotsPerHour);
      if (!Number.isNaN(came)) fit.add(hours, seen, came);
    }
  }
}

const floorOf = (expected: Float64Array): number => Math.max(floorShare * Math.max(...expected), 1);

interface Today {
  readonly curve: Float64Array;
  readonly elapsed: number;
  readonly slotsPerHour: number;
}

function adjustRest(expected: Float64Array, response: ResponseToToday, today: Today): Float64Array {
  const floor = floorOf(expected);
  const deviation = new DeviationOfDay(today.slotsPerHour);
  for (let slot = 0; slot < today.elapsed; slot++)
    deviation.add(valueAt(today.curve, slot), valueAt(expected, slot), floor);
  return expected.map((value, slot) => {
    if (slot < today.elapsed) return Number.NaN;
    const hours = (slot - today.elapsed + 1) / today.slotsPerHour;
    const remains =
      valueAtHours(response.late, hours) * deviation.late + valueAtHours(response.day, hours) * deviation.day;
    return Math.max((value + floor) * Math.exp(remains) - floor, 0);
  });
}
