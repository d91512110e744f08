import { expect, test } from 'vitest';
import { expectedPicks, plannedCount } from './plan-coverage-and-expected-picks.ts';

test('a draw of 5,000 from 100,000 picks each class as the domain reference measured', () => {
  const picks = expectedPicks({ A: 25_000, B: 25_000, C: 25_000, D: 25_000 }, 5000);
  expect(picks.A + picks.B + picks.C + picks.D).toBeCloseTo(5000, 3);
  // §2.I: 334 / 659 / 1,360 / 2,647 in one draw
  for (const [risk, drawn] of [
    ['A', 334],
    ['B', 659],
    ['C', 1360],
    ['D', 2647],
  ] as const)
    expect(Math.abs(picks[risk] - drawn)).toBeLessThan(3 * Math.sqrt(drawn));
});

test('everything is drawn where as many are wanted', () => {
  const all = { A: 3, B: 0, C: 2, D: 1 };
  expect(expectedPicks(all, 6)).toEqual(all);
  expect(expectedPicks(all, 9)).toEqual(all);
});

test('a share is rounded up, a number is at most all', () => {
  expect(plannedCount({ ratio: 5, count: null }, 101)).toBe(6);
  expect(plannedCount({ ratio: 10, count: null }, 30)).toBe(3);
  expect(plannedCount({ ratio: null, count: 50 }, 30)).toBe(30);
});
