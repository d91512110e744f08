import { valueAt } from './day-with-visitor-counts-and-weather-types.ts';

/** The median of the first `count` values, which are put into another order. NaN without any. */
export function medianInPlace(values: Float64Array, count: number): number {
  if (count === 0) return Number.NaN;
  const upper = selectInPlace(values, count, count >> 1);
  if (count % 2 === 1) return upper;
  let lower = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count >> 1; i++) lower = Math.max(lower, valueAt(values, i));
  return (lower + upper) / 2;
}

/** Quickselect: a full sort of every slot would take most of the time of a forecast. */
function selectInPlace(values: Float64Array, count: number, wanted: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const pivot = valueAt(values, (low + high) >> 1);
    let [i, j] = [low, high];
    while (i <= j) {
      while (valueAt(values, i) < pivot) i += 1;
      while (valueAt(values, j) > pivot) j -= 1;
      if (i > j) break;
      const swapped = valueAt(values, i);
      values[i++] = valueAt(values, j);
      values[j--] = swapped;
    }
    if (wanted <= j) high = j;
    else if (wanted >= i) low = i;
    else break;
  }
  return valueAt(values, wanted);
}

/**
 * The value that a share of past errors did not exceed, as split conformal prediction takes it: of n errors the
 * ⌈share·(n+1)⌉-th, so that the next one stays below it with that probability. `sorted` ascends.
 */
export function conformalQuantile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const rank = share >= 0.5 ? Math.ceil(share * (sorted.length + 1)) : Math.floor(share * (sorted.length + 1));
  return valueAt(sorted, Math.min(Math.max(rank, 1), sorted.length) - 1);
}
