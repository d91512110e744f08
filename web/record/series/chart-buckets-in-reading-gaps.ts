import { bucketSeconds, type ChartInterval } from './chart-interval-and-buckets.ts';

/**
 * Which buckets lie in a gap of at least so many seconds. Buckets before the first reading and in the future are not
 * lost.
 */
export function chartBucketsInReadingGaps(
  points: readonly { readonly at: number; readonly measured: unknown }[],
  by: ChartInterval['by'],
  seconds: number | undefined,
  now: number,
): boolean[] {
  const lost = points.map(() => false);
  if (seconds === undefined) return lost;
  const size = bucketSeconds[by];
  let last: number | undefined;
  for (const [place, { at, measured }] of points.entries()) {
    if (measured !== undefined) last = place;
    const next = points[place + 1];
    const ends = next === undefined || next.measured !== undefined || next.at > now;
    if (measured !== undefined || last === undefined || at > now || !ends) continue;
    if ((place - last) * size >= seconds) lost.fill(true, last + 1, place + 1);
    last = next?.measured === undefined ? undefined : last;
  }
  return lost;
}
