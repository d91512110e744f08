import fc from 'fast-check';
import type { MultiPolygon, Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import {
  boundingBoxOf,
  type Coordinate,
  centroidOf,
  distanceBetween,
  distanceToArea,
  isInArea,
  isInChina,
  isOnMap,
} from '#kernel/check/coordinate.ts';

const square = (west: number, south: number, size: number) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const ring: Polygon = { type: 'Polygon', coordinates: [square(102, 24, 2), square(102.5, 24.5, 1)] };
const two: MultiPolygon = { type: 'MultiPolygon', coordinates: [[square(102, 24, 1)], [square(110, 30, 1)]] };

describe('boxes', () => {
  it('China and the map', () => {
    expect(isInChina([102.7122, 25.0406])).toBe(true);
    expect(isInChina([25.0406, 102.7122])).toBe(false);
    expect(isInChina([Number.NaN, 25])).toBe(false);
    expect(isOnMap([-180, 74])).toBe(true);
    expect(isOnMap([0, 74.01])).toBe(false);
  });

  it('box of an area', () => {
    expect(boundingBoxOf(two)).toEqual([102, 24, 111, 31]);
    expect(boundingBoxOf({ type: 'MultiPolygon', coordinates: [] })).toBeUndefined();
  });
});

describe('area', () => {
  it('leaves out holes and finds every part', () => {
    expect(isInArea([102.2, 24.2], ring)).toBe(true);
    expect(isInArea([103, 25], ring)).toBe(false);
    expect(isInArea([110.5, 30.5], two)).toBe(true);
    expect(isInArea([106, 27], two)).toBe(false);
  });

  it('centre of gravity', () => {
    const [lng, lat] = centroidOf(ring) ?? [0, 0];
    expect(lng).toBeCloseTo(103, 9);
    expect(lat).toBeCloseTo(25, 9);
    expect(centroidOf({ type: 'Polygon', coordinates: [[[5, 5]]] })).toEqual([5, 5]);
    expect(centroidOf({ type: 'Polygon', coordinates: [] })).toBeUndefined();
  });

  it('does not depend on the orientation of the ring', () => {
    const back: Polygon = { type: 'Polygon', coordinates: ring.coordinates.map((part) => part.toReversed()) };
    expect(centroidOf(back)?.[0]).toBeCloseTo(103, 9);
    expect(isInArea([102.2, 24.2], back)).toBe(true);
  });

  it('agrees with the plain rule on a rectangle', () => {
    const plain: Polygon = { type: 'Polygon', coordinates: [square(100, 20, 10)] };
    fc.assert(
      fc.property(
        fc.double({ min: 95, max: 115, noNaN: true }),
        fc.double({ min: 15, max: 35, noNaN: true }),
        (lng, lat) => {
          fc.pre(![100, 110].includes(lng) && ![20, 30].includes(lat));
          expect(isInArea([lng, lat], plain)).toBe(lng > 100 && lng < 110 && lat > 20 && lat < 30);
        },
      ),
    );
  });
});

describe('distance', () => {
  it('Kunming to Beijing is about 2,089 km', () => {
    expect(distanceBetween([102.7122, 25.0406], [116.4074, 39.9042]) / 1000).toBeCloseTo(2089, -1);
  });

  it('is symmetric, zero to itself, and obeys the triangle inequality', () => {
    const point = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -74, max: 74, noNaN: true }),
    );
    fc.assert(
      fc.property(point, point, point, (a: Coordinate, b: Coordinate, c: Coordinate) => {
        expect(distanceBetween(a, a)).toBe(0);
        expect(distanceBetween(a, b)).toBeCloseTo(distanceBetween(b, a), 3);
        expect(distanceBetween(a, c)).toBeLessThanOrEqual(distanceBetween(a, b) + distanceBetween(b, c) + 1e-6);
      }),
      {
        examples: [
          [
            [0, 0],
            [0, 6.037091348628667e-7],
            [179.99999879258175, 0],
          ],
        ],
      },
    );
  });

  it('to an area: nothing inside, the nearest edge outside, the edge of a hole within it', () => {
    expect(distanceToArea([102.2, 24.2], ring)).toBe(0);
    expect(distanceToArea([101.95, 25], ring)).toBeCloseTo(distanceBetween([101.95, 25], [102, 25]), -1);
    expect(distanceToArea([102.6, 25], ring)).toBeCloseTo(distanceBetween([102.6, 25], [102.5, 25]), -1);
  });
});
