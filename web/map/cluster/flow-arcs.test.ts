import { expect, test } from 'vitest';
import { flowArcsOf, numbersAtStartOfFlows } from './flow-arcs.ts';

const flat = ([x, y]: readonly [number, number]) => ({ x, y });

test('arcs bend, in opposite directions there and back; the largest flow is on top and the thickest', () => {
  const [few, many] = flowArcsOf(
    [
      { from: [100, 0], to: [0, 0], n: 90 },
      { from: [0, 0], to: [100, 0], n: 10 },
    ],
    flat,
  );
  expect(few).toMatchObject({ n: 10, path: 'M0 0Q50 -20 100 0' });
  expect(many).toMatchObject({ n: 90, path: 'M100 0Q50 20 0 0', width: 4.5 });
  expect(few?.width).toBeGreaterThan(1);
  expect(few?.width).toBeLessThan(4.5);
  expect(flowArcsOf([], flat)).toEqual([]);
});

test('numbers are next to the start of their flow, do not overlap, and are left out without space', () => {
  const from = (x: number, y: number, n: number) => ({ from: [x, y] as const, to: [200, 200] as const, n });
  // So close together that all numbers would overlap.
  const arcs = flowArcsOf([from(0, 0, 248), from(14, 2, 126), from(28, 0, 117), from(300, 0, 9)], flat);
  const numbers = numbersAtStartOfFlows(arcs, 4, 14);
  expect(numbers.map(({ n }) => n)).toContain('248');
  expect(numbers.map(({ n }) => n)).toContain('9');
  for (const [index, one] of numbers.entries())
    for (const other of numbers.slice(index + 1))
      expect(
        Math.abs(one.at.x - other.at.x) >= (one.width + other.width) / 2 ||
          Math.abs(one.at.y - other.at.y) >= one.height,
      ).toBe(true);
  expect(numbersAtStartOfFlows(arcs, 1, 14).map(({ n }) => n)).toEqual(['248']);
});
