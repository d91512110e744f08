import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitWakeUpsPerSecond } from './limit-worker-wake-ups-per-second.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A pool that notes for how many tasks it was woken, each time. */
function pool() {
  const woken: number[] = [];
  const one = { nudge: (n: number) => void woken.push(n) };
  return { woken, one, end: limitWakeUpsPerSecond(one) };
}

test('a single task wakes the workers at once', () => {
  const { woken, one } = pool();
  one.nudge(1);
  expect(woken).toEqual([1]);
  vi.advanceTimersByTime(1000);
  one.nudge(2);
  expect(woken).toEqual([1, 2]);
});

test('many tasks in a row wake them ten times a second, and none is forgotten', () => {
  const { woken, one } = pool();
  for (let n = 0; n < 50; n += 1) {
    one.nudge(1);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(200);
  expect(woken.length).toBeLessThanOrEqual(6);
  expect(woken.reduce((sum, n) => sum + n, 0)).toBe(50);
});

test('after the end nobody is woken', () => {
  const { woken, one, end } = pool();
  one.nudge(1);
  one.nudge(1);
  end();
  vi.advanceTimersByTime(1000);
  one.nudge(1);
  expect(woken).toEqual([1]);
});
