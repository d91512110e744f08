// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { positionInList } from './previous-and-next-in-list.ts';

const walk = { params: {}, page: 2, limit: 10, total: 23, estimated: false, ids: [7, 5, 9] };

test('a record knows where it stands over all pages, and whether there is one before and after it', () => {
  expect(positionInList(walk, 5)).toMatchObject({ at: 12, total: 23, hasPrevious: true, hasNext: true });
  expect(positionInList({ ...walk, page: 3 }, 9)).toMatchObject({ at: 23, hasPrevious: true, hasNext: false });
  expect(positionInList({ ...walk, page: 1, total: 3 }, 7)).toMatchObject({ at: 1, hasPrevious: false, hasNext: true });
});

test('one that left the list leaves its place to the row that follows it', () => {
  const alone = { ...walk, page: 1, total: 3 };
  expect(positionInList(alone, 4, 1)).toMatchObject({ at: undefined, nextAt: 2, hasPrevious: true, hasNext: true });
  expect(positionInList(alone, 4, 3)).toMatchObject({
    at: undefined,
    nextAt: undefined,
    hasPrevious: true,
    hasNext: false,
  });
});
