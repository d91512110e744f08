import { expect, test } from 'vitest';
import { readPageOfNamedRows } from './read-page-of-rows-by-keys.ts';

const ids = [1, 2, 3, 4, 5];
/** A list that has odd keys only. */
const readOdd = async (wanted: readonly number[]) => wanted.filter((id) => id % 2 === 1);

test('what the list of the caller does not have is counted, page by page', async () => {
  const first = await readPageOfNamedRows({ ids, total: 9 }, { page: 1, size: 2, unlisted: 0 }, readOdd);
  expect(first).toEqual({ ids, total: 9, rows: [1], estimated: false, rest: 3, unlisted: 1 });
  const second = await readPageOfNamedRows(first, { page: 2, size: 2, unlisted: first.unlisted }, readOdd);
  expect(second).toMatchObject({ rows: [3], rest: 1, unlisted: 2 });
  const third = await readPageOfNamedRows(first, { page: 3, size: 2, unlisted: second.unlisted }, readOdd);
  expect(third).toMatchObject({ rows: [5], rest: 0, unlisted: 2 });
});

test('nothing is asked for where nothing is named', async () => {
  const page = await readPageOfNamedRows({ ids: [], total: 0 }, { page: 1, size: 2, unlisted: 0 }, () => {
    throw new Error('asked');
  });
  expect(page).toMatchObject({ rows: [], rest: 0, unlisted: 0 });
});
