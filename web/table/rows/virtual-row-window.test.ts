import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spreadRemainingWidthOverColumns } from '#web/table/columns/default-column-widths-and-spreading-of-remaining-width.ts';
import { mergeRowChunks, rowChunkSize } from '#web/table/rows/merge-row-chunks.ts';
import { areRowsInViewRendered, virtualRowWindowAt } from '#web/table/rows/virtual-row-window.ts';

it('draws every row in sight, and of many rows no more than a few screens', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_200_000 }),
      fc.integer({ min: 100, max: 2000 }),
      fc.constantFrom(34, 42, 54),
      fc.integer({ min: 0, max: 100_000 }),
      (top, seen, height, count) => {
        const { first, end } = virtualRowWindowAt(top, seen, height, count);
        expect(end - first).toBeLessThanOrEqual(Math.ceil(seen / height) + 50);
        expect(areRowsInViewRendered({ first, end }, top, seen, height, count)).toBe(first <= Math.floor(top / height));
        for (const y of [top, top + seen - 1]) {
          const row = Math.floor(y / height);
          if (row < count) expect(row >= first && row < end, `${row} in ${first}–${end}`).toBe(true);
        }
      },
    ),
  );
});

it('fills the room exactly with the columns nobody set, and leaves the others', () => {
  const columns = fc.array(fc.record({ width: fc.integer({ min: 60, max: 800 }), fixed: fc.boolean() }));
  fc.assert(
    fc.property(columns, fc.integer({ min: 0, max: 4000 }), (all, room) => {
      const widths = spreadRemainingWidthOverColumns(all, room);
      const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
      const least = sum(all.map(({ width }) => width));
      expect(sum(widths)).toBe(all.some(({ fixed }) => !fixed) ? Math.max(least, room) : least);
      for (const [at, { width, fixed }] of all.entries())
        if (fixed) expect(widths[at]).toBe(width);
        else expect(widths[at]).toBeGreaterThanOrEqual(width);
    }),
  );
});

it('knows the end of a list by its last piece, whatever was estimated', () => {
  const piece = (length: number) => Array.from({ length }, (_, at) => ({ id: at + 1 }));
  const rows = mergeRowChunks(
    [
      { page: 3, list: undefined },
      { page: 4, list: piece(20) },
    ],
    12_000,
  );
  expect(rows).toHaveLength(3 * rowChunkSize + 20);
  expect([rows[0], rows[300]?.id, rows[319]?.id]).toEqual([undefined, 1, 20]);
  expect(mergeRowChunks([{ page: 2, list: piece(rowChunkSize) }], 150)).toHaveLength(200);
  expect(mergeRowChunks([{ page: 1, list: [] }], 7)).toEqual([]);
});
