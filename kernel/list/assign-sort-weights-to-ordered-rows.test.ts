import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignSortWeights } from './assign-sort-weights-to-ordered-rows.ts';

test('new rows have gaps between their weights, and a row inserted between two changes neither', () => {
  expect(assignSortWeights([undefined, undefined, undefined])).toEqual([1024, 2048, 3072]);
  expect(assignSortWeights([1024, undefined, 2048])).toEqual([1024, 1536, 2048]);
  expect(assignSortWeights([undefined, 1024])).toEqual([0, 1024]);
  expect(assignSortWeights([])).toEqual([]);
});

test('dragging a row changes only its own weight', () => {
  expect(assignSortWeights([3072, 1024, 2048])).toEqual([0, 1024, 2048]);
  expect(assignSortWeights([2048, 3072, 1024])).toEqual([2048, 3072, 4096]);
});

test('weights always increase, within the range of the column', () => {
  const weight = fc.option(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer({ min: 1 - 2 ** 31 })), {
    nil: undefined,
  });
  fc.assert(
    fc.property(fc.array(weight, { maxLength: 40 }), (weights) => {
      const placed = assignSortWeights(weights);
      expect(placed).toHaveLength(weights.length);
      for (const [at, one] of placed.entries()) {
        if (at > 0) expect(one).toBeGreaterThan(placed[at - 1] as number);
        expect(Number.isInteger(one) && Math.abs(one) < 2 ** 31).toBe(true);
      }
      const rising = weights.every((one, at) => one !== undefined && (at === 0 || one > (weights[at - 1] as number)));
      if (rising) expect(placed).toEqual(weights);
    }),
  );
});
