import { expect, test } from 'vitest';
import { changes } from './changes.ts';
import { latestChange } from './latest-change.ts';

test('the header knows the newest change, and changes go back in time', () => {
  expect(changes[0]?.date).toBe(latestChange);
  expect(changes.map((one) => one.date)).toEqual(
    changes
      .map((one) => one.date)
      .toSorted()
      .toReversed(),
  );
});
