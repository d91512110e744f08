import { expect, test } from 'vitest';
import { markerOffsetClearOfClusterRings } from './move-marker-off-cluster-ring-it-covers.ts';

const ring = { x: 100, y: 100, radius: 20 };

test('a marker that covers no ring stays where it is', () => {
  expect(markerOffsetClearOfClusterRings({ x: 140, y: 100 }, 10, [ring])).toEqual([0, 0]);
  expect(markerOffsetClearOfClusterRings({ x: 100, y: 100 }, 10, [])).toEqual([0, 0]);
});

test('a marker on a ring moves away from its middle until it touches it', () => {
  expect(markerOffsetClearOfClusterRings({ x: 110, y: 100 }, 10, [ring])).toEqual([20, 0]);
  expect(markerOffsetClearOfClusterRings({ x: 100, y: 75 }, 10, [ring])).toEqual([0, -5]);
});

test('a marker in the middle of a ring becomes its flag', () => {
  expect(markerOffsetClearOfClusterRings({ x: 100, y: 100 }, 10, [ring])).toEqual([21, -21]);
});

test('of several rings the nearest counts', () => {
  expect(markerOffsetClearOfClusterRings({ x: 104, y: 100 }, 10, [{ x: 130, y: 100, radius: 30 }, ring])).toEqual([
    26, 0,
  ]);
});
