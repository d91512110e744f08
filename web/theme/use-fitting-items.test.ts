import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fittingItems } from './use-fitting-items.ts';

test('all entries are shown if they fit, else as many as fit next to the button for the rest', () => {
  expect(fittingItems([10, 10, 10], 8, 30)).toEqual([0, 1, 2]);
  expect(fittingItems([10, 10, 10], 8, 29)).toEqual([0, 1]);
  expect(fittingItems([10, 10, 10, 10], 8, 29, 3)).toEqual([0, 3]);
  expect(fittingItems([10, 10, 10], 8, 5)).toEqual([]);
  expect(fittingItems([], 8, 0)).toEqual([]);
});

test('the required entry is always shown, and nothing else overflows', () => {
  const width = fc.integer({ min: 1, max: 200 });
  fc.assert(
    fc.property(fc.array(width, { minLength: 1 }), width, fc.nat(2000), fc.nat(99), (widths, more, all, seed) => {
      const always = seed % widths.length;
      const places = fittingItems(widths, more, all, always);
      expect(places).toContain(always);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      const used = places.reduce((sum, at) => sum + (widths[at] ?? 0), places.length < widths.length ? more : 0);
      if (places.length > 1) expect(used).toBeLessThanOrEqual(all);
    }),
  );
});
