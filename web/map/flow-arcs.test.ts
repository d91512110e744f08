import { expect, test } from 'vitest';
import { arcsOf } from './flow-arcs.ts';

const flat = ([x, y]: readonly [number, number]) => ({ x, y });

test('arcs bend aside, the way back to the other side; what most take lies on top and is the thickest', () => {
  const [few, many] = arcsOf(
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
  expect(arcsOf([], flat)).toEqual([]);
});
