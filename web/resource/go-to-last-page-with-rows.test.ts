import { expect, test } from 'vitest';
import { lastPageWithRows } from './go-to-last-page-with-rows.ts';

test('a page without rows leads to the last one there is', () => {
  expect(lastPageWithRows({ page: 4, limit: 10, total: 30 })).toBe(3);
  expect(lastPageWithRows({ page: 9, limit: 10, total: 21 })).toBe(3);
  expect(lastPageWithRows({ page: 2, limit: 10, total: 10 })).toBe(1);
  expect(lastPageWithRows({ page: 2, limit: 10, total: 0 })).toBe(1);
  // an estimate that says more than there is
  expect(lastPageWithRows({ page: 4, limit: 10, total: 900 })).toBe(3);
});
