import { describe, expect, test } from 'vitest';
import { containsMoment, overlapSeconds, overlaps } from './half-open-interval-in-unix-seconds.ts';
import { lastDayOf } from './shanghai-time.ts';

const at = (moment: string) => Date.parse(`${moment}+08:00`) / 1000;

describe('intervals are half open', () => {
  const morning = { from: at('2026-11-27T08:00:00'), to: at('2026-11-27T12:00:00') };

  test('intervals that only touch do not overlap; a minute is enough', () => {
    const after = { from: at('2026-11-27T12:00:00'), to: at('2026-11-27T15:00:00') };
    expect([overlaps(morning, after), overlaps(after, morning), overlapSeconds(morning, after)]).toEqual([
      false,
      false,
      0,
    ]);
    const earlier = { ...after, from: after.from - 60 };
    expect([overlaps(morning, earlier), overlaps(earlier, morning), overlapSeconds(morning, earlier)]).toEqual([
      true,
      true,
      60,
    ]);
  });

  test('contains its first moment and not its last', () => {
    expect(
      [morning.from - 1, morning.from, morning.to - 1, morning.to].map((one) => containsMoment(morning, one)),
    ).toEqual([false, true, true, false]);
  });

  test('an interval until 24:00 ends on that day, one until a second later on the next', () => {
    const from = at('2026-11-27T08:00:00');
    expect(lastDayOf({ from, to: at('2026-11-28T00:00:00') })).toBe('2026-11-27');
    expect(lastDayOf({ from, to: at('2026-11-28T00:00:01') })).toBe('2026-11-28');
    expect(lastDayOf({ from: at('2026-11-28T00:00:00'), to: at('2026-11-28T00:00:00') })).toBe('2026-11-28');
  });
});
