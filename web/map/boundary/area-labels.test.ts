import { describe, expect, it } from 'vitest';
import { placeLabels, type View } from './area-labels.ts';
import type { Boundary } from './boundary.ts';

/** A view of 400 × 300 px in which a degree is 10 px, with 0° E 30° N in its upper left corner. */
const view: View = {
  width: 400,
  height: 300,
  covered: [],
  project: ([lng, lat]) => ({ x: lng * 10, y: (30 - lat) * 10 }),
  unproject: ({ x, y }) => [x / 10, 30 - y / 10],
};

const square = (name: string, west: number, south: number, side: number): Boundary['features'][number] => ({
  type: 'Feature',
  properties: { code: name, name, center: [west, south] },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + side, south],
        [west + side, south + side],
        [west, south + side],
        [west, south],
      ],
    ],
  },
});

const spotsIn = (seen: View, kind: 'area' | 'context', ...shapes: Boundary['features']) =>
  placeLabels(shapes, kind, 14, seen).features.map(({ properties, geometry }) => [
    properties?.name,
    ...geometry.coordinates,
  ]);

const spots = (...shapes: Boundary['features']) => spotsIn(view, 'context', ...shapes);

describe('labels of divisions', () => {
  it('are in the middle if they fit', () => {
    expect(spots(square('富民县', 15, 10, 10))).toEqual([['富民县', 20, 15]]);
  });

  it('move inwards when the edge would cut them off', () => {
    const [[, lng = 0, lat] = []] = spots(square('楚雄彝族自治州', -14, 4, 22)) as [string, number, number][];
    // Half of seven letters, and the margin of the frame.
    expect(lng).toBeGreaterThan(5);
    expect(lng).toBeLessThan(8);
    expect(lat).toBe(15);
  });

  it('avoid overlays, or are left out', () => {
    const titled = { ...view, covered: [{ left: 20, top: 20, right: 150, bottom: 120 }] };
    const [[, lng = 0, lat = 0] = []] = spotsIn(titled, 'area', square('五华区', 0, 10, 18)) as [
      string,
      number,
      number,
    ][];
    expect(lng).toBe(9);
    // half of its line below the title
    expect(lat).toBeGreaterThan(16.5);
    expect(lat).toBeLessThan(17.5);
    // all of the division lies under the title
    const hidden = { ...view, covered: [{ left: 20, top: 20, right: 150, bottom: 280 }] };
    expect(spotsIn(hidden, 'area', square('五华区', 3, 10, 10))).toEqual([]);
    // below the title the name of a neighbour would read as the title
    expect(spotsIn(titled, 'context', square('丽江市', 0, 10, 18))).toEqual([]);
    expect(spotsIn(titled, 'context', square('丽江市', 0, 0, 18))).toHaveLength(1);
  });

  it('are left out when the visible part of the division is too small', () => {
    expect(spots(square('楚雄彝族自治州', -20, 4, 22), square('玉溪市', 60, 5, 10))).toEqual([]);
  });
});
