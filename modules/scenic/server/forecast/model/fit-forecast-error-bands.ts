import { valueAt } from './day-with-visitor-counts-and-weather-types.ts';
import { conformalQuantile } from './median-and-quantile.ts';
import { hoursAhead } from './track-deviation-of-today-and-fit-how-long-it-lasts.ts';

/** Leads at which errors are measured: 1 to 12 hours, then one day and seven days. */
export const leads = hoursAhead + 2;
export const dayLead = hoursAhead;
export const weekLead = hoursAhead + 1;

/** The share of visitors that should lie between P10 and P90. */
export const bandShare = 0.8;

/**
 * Relative errors of past forecasts: (visitors - P50) / (P50 + `errorFloor`). By lead, the lowest and the highest of the
 * band.
 */
export interface ErrorBands {
  readonly low: ArrayLike<number>;
  readonly high: ArrayLike<number>;
}

/** Visitors added to what a relative error is relative to, so that a nearly empty spot has no infinite errors. */
export const errorFloor = (expected: Float64Array): number => Math.max(0.05 * Math.max(...expected), 1);

/** Errors of a lead from which a spot needs those of others no longer. */
const enough = 40;

/** Bands for a spot without any errors on record: those of an attraction whose days are hard to forecast. */
const firstBands: ErrorBands = {
  low: Float64Array.from({ length: leads }, (_, lead) => -Math.min(0.15 + 0.04 * lead, 0.5)),
  high: Float64Array.from({ length: leads }, (_, lead) => Math.min(0.18 + 0.06 * lead, 0.8)),
};

/**
 * The bands by split conformal prediction: by lead, between the quantiles of the errors of past days. `errors` of a lead
 * may be in any order. A spot with few errors takes those of `others` in part.
 */
export function fitErrorBands(errors: readonly (readonly number[])[], others: ErrorBands = firstBands): ErrorBands {
  const [low, high] = [new Float64Array(leads), new Float64Array(leads)];
  for (let lead = 0; lead < leads; lead++) {
    const sorted = Float64Array.from(errors[lead] ?? []).sort();
    const share = Math.min(sorted.length / enough, 1);
    const mix = (own: number, other: number) => (sorted.length === 0 ? other : own * share + other * (1 - share));
    low[lead] = mix(conformalQuantile(sorted, (1 - bandShare) / 2), valueAt(others.low, lead));
    high[lead] = mix(conformalQuantile(sorted, (1 + bandShare) / 2), valueAt(others.high, lead));
  }
  return { low, high };
}

/** How fast the width follows the coverage. */
const haste = 0.35;

/**
 * The factor of the width after a day on which this share of visitors lay within the band (adaptive conformal
 * prediction): wider after a day outside of it, narrower after a day within. It keeps the coverage when the errors of the
 * last weeks are not those of the next ones, as when a season begins.
 */
export const widthAfter = (width: number, coverage: number): number =>
  Math.min(Math.max(width * Math.exp(haste * (bandShare - coverage)), 0.25), 3);

/** The number of visitors at an edge of the band. `hours` may lie between two leads; less than one hour is narrower. */
export function edgeOfBand(edge: ArrayLike<number>, hours: number, width: number): number {
  if (hours < 1) return valueAt(edge, 0) * Math.sqrt(Math.max(hours, 0)) * width;
  const at = Math.min(hours, hoursAhead) - 1;
  const [low, share] = [Math.floor(at), at - Math.floor(at)];
  return (valueAt(edge, low) * (1 - share) + (share > 0 ? valueAt(edge, low + 1) * share : 0)) * width;
}

/** As `edgeOfBand`, of a day so many days ahead. */
export function edgeOfDay(edge: ArrayLike<number>, days: number, width: number): number {
  const share = Math.min(Math.max((days - 1) / 6, 0), 1);
  return (valueAt(edge, dayLead) * (1 - share) + valueAt(edge, weekLead) * share) * width;
}
