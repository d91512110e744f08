import { describe, expect, it } from 'vitest';
import type { Boundary } from './fetch-division-boundary.ts';
import { type LabelProjection, placeLabels, placeRequiredLabels } from './place-area-labels-on-map.ts';

/** A view of 400 × 300 px in which a degree is 10 px, with 0° E 30° N in its upper left corner. */
const view: LabelProjection = {
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

const spotsIn = (seen: LabelProjection, kind: 'area' | 'context', ...shapes: Boundary['features']) =>
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

describe('a name that moves away from a marker', () => {
  const sidesOf = (name: string, ...shapes: Boundary['features']) =>
    placeLabels(shapes, 'area', 14, view)
      .features.find(({ properties }) => properties?.name === name)
      ?.properties?.sidesteps.filter((one: unknown) => typeof one === 'string');

  it('may stand in its own division, or close by in none, and never in another', () => {
    const near = ['center', 'top', 'bottom', 'top', 'bottom', 'left', 'right'];
    expect(sidesOf('甲', square('甲', 15, 10, 3))).toEqual(near);
    // others begin directly below and further to the right
    const below = square('乙', 15, 7, 3);
    const right = square('丙', 18.2, 10, 3);
    expect(sidesOf('甲', square('甲', 15, 10, 3), below, right)).toEqual(['center', 'bottom', 'bottom', 'right']);
    const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];
    expect(sidesOf('丁', square('丁', 10, 5, 20))).toEqual([...near, ...corners, 'top', 'bottom']);
  });
});

describe('names a map is not shown without', () => {
  const spotOf = (seen: LabelProjection, ...spots: [number, number][]) =>
    placeRequiredLabels([{ name: 'Taiwan', fill: '#fff', spots }], 14, seen).features[0]?.geometry.coordinates;
  const box = { left: 100, top: 100, right: 260, bottom: 180 };

  it('stand where they belong if it is free', () => {
    expect(spotOf(view, [20, 15])).toEqual([20, 15]);
  });

  it('stand at another of their places under an overlay, else beside it', () => {
    const titled = { ...view, covered: [box] };
    expect(spotOf(titled, [20, 15], [30, 15])).toEqual([30, 15]);
    const [lng = 0, lat = 0] = spotOf(titled, [20, 15]) ?? [];
    expect(lng).toBe(20);
    expect(lat < 12 || lat > 20).toBe(true);
  });

  it('stay even if everything is covered, unless their place is out of view', () => {
    expect(spotOf({ ...view, covered: [{ left: 0, top: 0, right: 400, bottom: 300 }] }, [20, 15])).toEqual([20, 15]);
    expect(spotOf(view, [50, 15])).toBeUndefined();
  });

  it('Latin letters take less room than Chinese characters', () => {
    const narrow = (name: string) =>
      placeRequiredLabels([{ name, fill: '', spots: [[0, 15]] }], 14, view).features[0]?.geometry.coordinates[0] ?? 0;
    expect(narrow('Taiwan')).toBeLessThan(narrow('台湾台湾台湾'));
  });
});
