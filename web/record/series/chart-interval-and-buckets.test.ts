import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  adjacentInterval,
  bucketSeconds,
  bucketStarts,
  intervalLengths,
  intervalOfBucket,
  latestInterval,
} from './chart-interval-and-buckets.ts';

const now = fc.integer({ min: 1_700_000_000, max: 2_000_000_000 });
const length = fc.constantFrom(...Object.values(intervalLengths), 400 * 86_400);

test('a stretch holds now, begins where buckets do, and has no more of them than one answer', () => {
  fc.assert(
    fc.property(now, length, (at, seconds) => {
      const stretch = latestInterval(seconds, at);
      expect(stretch.from <= at && at < stretch.until).toBe(true);
      const buckets = bucketStarts(stretch);
      expect(buckets.length).toBeLessThanOrEqual(1500);
      expect(buckets[0]).toBeLessThanOrEqual(stretch.from);
      expect((buckets[0] ?? 0) + buckets.length * bucketSeconds[stretch.by]).toBeGreaterThanOrEqual(stretch.until);
      expect(adjacentInterval(adjacentInterval(stretch, -1), 1)).toEqual(stretch);
      const inside = intervalOfBucket(stretch, buckets.at(-1) ?? 0);
      if (inside) expect(bucketStarts(inside).length).toBe(bucketSeconds[stretch.by] / 60);
    }),
  );
  // 2026-11-22 00:00 in Shanghai
  expect(bucketStarts({ from: 1_795_276_800, until: 1_795_276_800 + 86_400, by: 'day' })).toEqual([1_795_276_800]);
});
