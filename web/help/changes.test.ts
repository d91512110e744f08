import { expect, test } from 'vitest';
import { changes } from './changes.ts';
import { latestChangeDate } from './latest-change.ts';

test('the header has the newest release note, and notes are newest first', () => {
  expect(changes[0]?.date).toBe(latestChangeDate);
  expect(changes.map((one) => one.date)).toEqual(
    changes
      .map((one) => one.date)
      .toSorted()
      .toReversed(),
  );
});
