import { expect, test } from 'vitest';
import { lastPage } from './use-last-page.ts';

test('a page without rows leads to the last one there is', () => {
  expect(lastPage(4, 10, 30)).toBe(3);
  expect(lastPage(9, 10, 21)).toBe(3);
  expect(lastPage(2, 10, 10)).toBe(1);
  expect(lastPage(2, 10, 0)).toBe(1);
  // an estimate that says more than there is
  expect(lastPage(4, 10, 900)).toBe(3);
});
