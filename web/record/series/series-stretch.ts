/** A stretch of time a chart of readings shows, and what they are put together by: unix seconds, the end not in it. */
export interface SeriesStretch {
  readonly from: number;
  readonly until: number;
  readonly by: 'minute' | 'hour' | 'day';
}

export const bucketSeconds = { minute: 60, hour: 3600, day: 86_400 } as const;
const SHANGHAI = 8 * 3600;

/** Lengths offered, in seconds. */
export const stretchLengths = { hour: 3600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400 } as const;
export type StretchLength = keyof typeof stretchLengths;

/** Begins of buckets: days begin at midnight in Shanghai. */
const floorTo = (time: number, size: number): number => Math.floor((time + SHANGHAI) / size) * size - SHANGHAI;

/** By minutes up to a day, by hours up to two months, by days beyond. */
const sizeFor = (seconds: number): SeriesStretch['by'] =>
  seconds <= stretchLengths.day ? 'minute' : seconds <= 2 * stretchLengths.month ? 'hour' : 'day';

/** The stretch of a length that ends now. */
export function lastStretch(seconds: number, now: number): SeriesStretch {
  const by = sizeFor(seconds);
  const until = floorTo(now, bucketSeconds[by]) + bucketSeconds[by];
  return { from: until - seconds, until, by };
}

/** What lies in a bucket, told more finely; undefined: nothing is finer. */
export function insideOf({ by }: SeriesStretch, at: number): SeriesStretch | undefined {
  if (by === 'minute') return undefined;
  return { from: at, until: at + bucketSeconds[by], by: 'minute' };
}

/** As long a stretch before (-1) or behind (1) it. */
export function neighbouringStretch({ from, until, by }: SeriesStretch, way: -1 | 1): SeriesStretch {
  const length = until - from;
  return { from: from + way * length, until: until + way * length, by };
}

/** Begins of all buckets of a stretch: where nothing was read, a line has a gap. */
export function bucketsOf({ from, until, by }: SeriesStretch): number[] {
  const size = bucketSeconds[by];
  const first = floorTo(from, size);
  return Array.from({ length: Math.max(0, Math.ceil((until - first) / size)) }, (_, place) => first + place * size);
}
