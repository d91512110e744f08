/** The distance between rows, so that a row can be inserted between two others without changing them. */
const step = 1024;

/**
 * Assigns strictly increasing weights to rows in the requested order. `weights` are the present ones (undefined: a new
 * row). As many rows as possible keep theirs, so that dragging one row usually changes one row. If there is no room
 * between two rows, all are renumbered.
 */
export function assignSortWeights(weights: readonly (number | undefined)[]): number[] {
  const unmoved = longestRise(weights);
  const placed: number[] = [];
  for (let at = 0; at < weights.length; ) {
    if (unmoved.has(at)) {
      placed.push(weights[at++] as number);
      continue;
    }
    let next = at;
    while (next < weights.length && !unmoved.has(next)) next++;
    const from = placed.at(-1) ?? (next < weights.length ? (weights[next] as number) - step * (next - at + 1) : 0);
    const room = next < weights.length ? (weights[next] as number) - from : step * (next - at + 1);
    const gap = Math.floor(room / (next - at + 1));
    if (gap < 1 || from + room > highest || from < -highest) return weights.map((_, place) => (place + 1) * step);
    for (; at < next; at++) placed.push((placed.at(-1) ?? from) + gap);
  }
  return placed;
}

/** Maximum of the `integer` column. */
const highest = 2 ** 31 - 1;

/** The positions of a longest strictly increasing subsequence. */
function longestRise(weights: readonly (number | undefined)[]): ReadonlySet<number> {
  /** Position of the smallest last weight, by length of the subsequence. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  weights.forEach((weight, at) => {
    if (weight === undefined) return;
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((weights[ends[middle] as number] as number) < weight) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1];
    ends[low] = at;
  });
  const places = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before[at]) places.add(at);
  return places;
}
