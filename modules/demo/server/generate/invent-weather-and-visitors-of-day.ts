import type { WeatherOfDay } from '#modules/scenic/contract/forecast/weather-of-day-in-area.ts';
import { makeSeededRandom, weigh } from './seeded-random.ts';

/** Between two counts of the gates of the demonstration, and counts of a day. */
export const minutesOfStep = 5;
export const secondsOfStep = 60 * minutesOfStep;
export const stepsOfDay = (24 * 60) / minutesOfStep;
export const stepsPerQuarter = 3;

/** Hours of the day at which the spots of the demonstration open and close. */
export const opensAt = 8.5;
export const closesAt = 18;

/** How a spot fills. `seed` makes spots differ; `limit` is the number of visitors it holds, a share of whom comes on a busy day. */
export interface FlowPlan {
  readonly seed: string;
  readonly limit: number;
  readonly busiest: number;
}

export interface DayToInvent {
  readonly date: string;
  readonly isDayOff: boolean;
  readonly sky: WeatherOfDay;
  /** The highest share of the limit. */
  readonly most?: number;
  /** An evening event that fills the spot to a share of its limit, from a step of the day on until midnight. */
  readonly event?: { readonly from: number; readonly share: number };
}

/** What the gates count at the beginning of a step: who is inside, and who came since midnight. */
export interface CountOfStep {
  readonly inside: number;
  readonly total: number;
}

const skies = weigh<WeatherOfDay>([
  ['clear', 50],
  ['cloudy', 30],
  ['rain', 17],
  ['severe', 3],
]);
/** Visitors of a day in some weather, relative to a clear one. */
const shareOfSky = { clear: 1, cloudy: 0.97, rain: 0.72, severe: 0.4 } as const satisfies Record<WeatherOfDay, number>;
const shareOfWorkday = 0.7;
/** Share of those inside who leave within a step while others come: a visit lasts two or three hours. */
const change = 0.022;

/** The weather of a day, the same whenever it is computed. */
export const inventWeather = (seed: number, date: string): WeatherOfDay =>
  makeSeededRandom(`sky/${seed}/${date}`).weighted(skies);

/** Share of the busiest at an hour: two humps, the higher before noon. */
function shareAt(hour: number): number {
  if (hour < opensAt || hour > closesAt) return 0;
  const hump = (at: number, width: number) => Math.exp(-(((hour - at) / width) ** 2));
  return Math.min(1, hump(11, 1.8) + 0.75 * hump(15, 1.6)) * Math.min(1, (closesAt - hour) / 1.5);
}

/**
 * The counts of a day at each step, the same whenever they are computed: a day that is busier or quieter than usual, in
 * all and from quarter to quarter of an hour.
 */
export function inventDayOfVisitors({ seed, limit, busiest }: FlowPlan, day: DayToInvent): readonly CountOfStep[] {
  const random = makeSeededRandom(`flow/${seed}/${day.date}`);
  const usual = limit * busiest * (day.isDayOff ? 1 : shareOfWorkday) * shareOfSky[day.sky];
  const level = usual * Math.exp(0.06 * random.normal());
  const crowds = [0];
  for (let quarter = 1; quarter <= stepsOfDay / stepsPerQuarter; quarter++)
    crowds.push(0.85 * (crowds[quarter - 1] ?? 0) + 0.02 * random.normal());
  let total = 0;
  let before = 0;
  return Array.from({ length: stepsOfDay }, (_, step): CountOfStep => {
    const [quarter, share] = [Math.floor(step / stepsPerQuarter), (step % stepsPerQuarter) / stepsPerQuarter];
    const crowd = (crowds[quarter] ?? 0) * (1 - share) + (crowds[quarter + 1] ?? 0) * share;
    const usually = level * shareAt((step * minutesOfStep) / 60) * Math.exp(crowd);
    const capped = Math.min(usually, limit * (day.most ?? Number.POSITIVE_INFINITY));
    const inside = Math.round(Math.max(capped, insideAtEvent(day.event, limit, step)));
    total += Math.max(0, inside - before) + Math.round(before * change);
    before = inside;
    return { inside, total };
  });
}

/** It fills within three steps, and then a few come and go. */
function insideAtEvent(event: DayToInvent['event'], limit: number, step: number): number {
  if (!event || step < event.from) return 0;
  const filling = Math.min(1, 0.84 + 0.08 * (step - event.from));
  return limit * (event.share * filling + (filling === 1 ? 0.006 * Math.sin(step) : 0));
}
