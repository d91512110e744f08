/** The interval of a chart and its bucket size: unix seconds, the end excluded. */
export interface ChartInterval {
  readonly from: number;
  readonly until: number;
  readonly by: 'minute' | 'hour' | 'day';
}

export const bucketSeconds = { minute: 60, hour: 3600, day: 86_400 } as const;
const SHANGHAI = 8 * 3600;

/** Lengths to choose from, in seconds. */
export const intervalLengths = { hour: 3600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400 } as const;
export type IntervalLength = keyof typeof intervalLengths;

/** The start of the bucket that contains a moment. Days begin at midnight in Shanghai. */
const floorTo = (time: number, size: number): number => Math.floor((time + SHANGHAI) / size) * size - SHANGHAI;

/** Bucket size: minutes up to a day, hours up to two months, days beyond. */
const sizeFor = (seconds: number): ChartInterval['by'] =>
  seconds <= intervalLengths.day ? 'minute' : seconds <= 2 * intervalLengths.month ? 'hour' : 'day';

/** The interval of a length that ends now. */
export function latestInterval(seconds: number, now: number): ChartInterval {
  const by = sizeFor(seconds);
  const until = floorTo(now, bucketSeconds[by]) + bucketSeconds[by];
  return { from: until - seconds, until, by };
}

/** The interval of one bucket, in smaller buckets; undefined: there are none smaller. */
export function intervalOfBucket({ by }: ChartInterval, at: number): ChartInterval | undefined {
  if (by === 'minute') return undefined;
  return { from: at, until: at + bucketSeconds[by], by: 'minute' };
}

/** The interval of the same length before (-1) or after (1) it. */
export function adjacentInterval({ from, until, by }: ChartInterval, way: -1 | 1): ChartInterval {
  const length = until - from;
  return { from: from + way * length, until: until + way * length, by };
}

/** The starts of all buckets of an interval. The line of a chart has a gap where nothing was measured. */
export function bucketStarts({ from, until, by }: ChartInterval): number[] {
  const size = bucketSeconds[by];
  const first = floorTo(from, size);
  return Array.from({ length: Math.max(0, Math.ceil((until - first) / size)) }, (_, place) => first + place * size);
}
