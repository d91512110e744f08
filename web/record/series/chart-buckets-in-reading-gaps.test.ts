import { expect, test } from 'vitest';
import { chartBucketsInReadingGaps } from './chart-buckets-in-reading-gaps.ts';

/** Buckets of a minute: `x` measured, `.` not. */
const lostIn = (course: string, seconds: number | undefined, now = 60 * course.length) => {
  const points = [...course].map((mark, place) => ({ at: place * 60, measured: mark === 'x' ? {} : undefined }));
  return chartBucketsInReadingGaps(points, 'minute', seconds, now)
    .map((one) => (one ? '#' : '.'))
    .join('');
};

test('gaps as long as declared are lost, short ones and those before the first reading are not', () => {
  expect(lostIn('..xx.x...x....', 180)).toBe('......###.####');
  expect(lostIn('x.....', 180, 170)).toBe('......');
  expect(lostIn('x.....', 180, 190)).toBe('.###..');
  expect(lostIn('......', 180)).toBe('......');
  expect(lostIn('x.....', undefined)).toBe('......');
});
