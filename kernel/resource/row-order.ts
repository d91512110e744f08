/** Between two rows, so that one put between them moves no other. */
const step = 1024;

/**
 * The weights of rows in the order they shall have: as many as possible keep the one they had (undefined: a new row), so
 * that dragging one row changes one row. Always rising; where there is no room left between two, all are numbered anew.
 */
export function placeRows(weights: readonly (number | undefined)[]): number[] {
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

/** Of the `integer` the order is kept in. */
const highest = 2 ** 31 - 1;

/** The places of a longest strictly rising part. */
function longestRise(weights: readonly (number | undefined)[]): ReadonlySet<number> {
  /** Place of the smallest last weight of a rise of each length. */
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
