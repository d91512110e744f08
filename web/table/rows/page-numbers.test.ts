import { expect, test } from 'vitest';
import { pageNumbers } from '#web/table/rows/page-numbers.ts';

test('the first, the last and those around the present page are named', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(1, 2)).toEqual([1, 2]);
  expect(pageNumbers(1, 6)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(pageNumbers(1, 40)).toEqual([1, 2, 3, 4, 5, 0, 40]);
  expect(pageNumbers(4, 40)).toEqual([1, 2, 3, 4, 5, 6, 0, 40]);
  expect(pageNumbers(20, 40)).toEqual([1, 0, 18, 19, 20, 21, 22, 0, 40]);
  expect(pageNumbers(40, 40)).toEqual([1, 0, 36, 37, 38, 39, 40]);
});

test('each page stands there once, in order, and none between two neighbours is left out', () => {
  for (let last = 1; last < 30; last++)
    for (let page = 1; page <= last; page++) {
      const named = pageNumbers(page, last).filter((one) => one > 0);
      expect(named).toEqual([...new Set(named)].sort((one, other) => one - other));
      expect(named).toContain(page);
      expect(named.at(-1)).toBe(last);
      pageNumbers(page, last).forEach((one, at, all) => {
        if (one === 0) expect((all[at + 1] ?? 0) - (all[at - 1] ?? 0)).toBeGreaterThan(2);
      });
    }
});
