import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WallPanel } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';
import { arrangePanels } from './arrange-wall-panels-in-columns.ts';
import { wallShapeOf, wallTextSize } from './wall-screen-shape-and-text-size.ts';

const panel = (name: string, size?: WallPanel['size']): WallPanel => ({
  name,
  label: text(name, name),
  ...(size === undefined ? {} : { size }),
  shows: { of: 'x/y', rows: 'newest' },
});

const market = [
  panel('overview', 10),
  panel('types', 7),
  panel('areas', 7),
  panel('map', 'map'),
  panel('audit', 12),
  panel('newest', 12),
  panel('extra'),
  panel('toomany', 5),
];
const others = Array.from({ length: 30 }, (_, at) => panel(`other${at}`, 6 + (at % 7)));
const otherMap = panel('flows', 'map');

test('columns are filled in order and evenly; panels without a size are in the strip', () => {
  const { spots, strip } = arrangePanels(market, wallShapeOf(1920, 1080), others);
  expect(Object.fromEntries(spots.map((one) => [one.panel.name, one.area]))).toEqual({
    overview: '1 / 1 / 11 / 2',
    types: '11 / 1 / 18 / 2',
    areas: '18 / 1 / 25 / 2',
    map: '1 / 2 / 25 / 4',
    audit: '1 / 4 / 13 / 5',
    newest: '13 / 4 / 25 / 5',
  });
  expect(strip.map((one) => one.name)).toEqual(['extra', 'toomany']);
});

test.each([
  [1366, 768, 13, 4],
  [1920, 1080, 16, 4],
  [2560, 1440, 17, 5],
  [3840, 1080, 16, 8],
  [3840, 2160, 20, 6],
  [5760, 1080, 16, 12],
  [7680, 4320, 28, 9],
])('a wall of %i × %i has text of %i px and %i columns', (width, height, text_, columns) => {
  expect(Math.floor(wallTextSize(width, height))).toBe(text_);
  expect(wallShapeOf(width, height).columns).toBe(columns);
});

test('a larger wall shows more panels and a second map, and on three screens the maps fill the middle one', () => {
  const counts = ([width, height]: readonly [number, number]) =>
    arrangePanels(market, wallShapeOf(width, height), [otherMap, ...others]).spots.length;
  expect(counts([1920, 1080])).toBe(6);
  expect(counts([3840, 2160])).toBeGreaterThan(15);
  expect(counts([5760, 1080])).toBeGreaterThan(18);
  const { spots, tracks } = arrangePanels(market, wallShapeOf(5760, 1080), [otherMap, ...others]);
  const areas = Object.fromEntries(spots.map((one) => [one.panel.name, one.area]));
  expect([areas.map, areas.flows]).toEqual(['1 / 5 / 25 / 7', '1 / 7 / 25 / 9']);
  expect(tracks.split(' minmax').length).toBe(12);
  // the panels of the board itself are beside the map
  expect(areas.overview).toMatch(/ \/ 4 \/ /);
});

test('on two screens the map ends where the first one ends', () => {
  const { spots } = arrangePanels(market, wallShapeOf(3840, 1080), others);
  expect(spots.find((one) => one.panel.name === 'map')?.area).toBe('1 / 2 / 25 / 5');
});

test('a few panels do not stretch over a wide wall: the map has the room', () => {
  const { spots, tracks } = arrangePanels(market, wallShapeOf(5760, 1080));
  expect(tracks.split(') ').map((one) => /(\d)fr/.exec(one)?.[1])).toEqual(['1', '1', '2', '2', '2', '2', '1', '1']);
  expect(spots.find((one) => one.panel.name === 'map')?.area).toBe('1 / 3 / 25 / 7');
});

const sizes: readonly (readonly [number, number])[] = [
  [1366, 768],
  [1920, 1080],
  [2560, 1080],
  [3840, 1080],
  [3840, 2160],
  [5760, 1080],
  [7680, 2160],
];

test('on every wall tiles of a column do not overlap and leave no gap, and nothing lies over the map', () => {
  const some = fc.array(fc.integer({ min: 1, max: 24 }), { maxLength: 14 });
  fc.assert(
    fc.property(some, some, fc.boolean(), fc.constantFrom(...sizes), (own, more, map, [width, height]) => {
      const shape = wallShapeOf(width, height);
      const panels = [...own.map((size, at) => panel(`p${at}`, size)), ...(map ? [panel('map', 'map')] : [])];
      const { spots } = arrangePanels(panels, shape, [otherMap, ...more.map((size, at) => panel(`q${at}`, size))]);
      const taken = new Set<string>();
      const columns = new Map<number, number>();
      for (const { area } of spots) {
        const [from, left, until, right] = area.split(' / ').map(Number) as [number, number, number, number];
        for (let row = from; row < until; row++)
          for (let column = left; column < right; column++) {
            const cell = `${row} ${column}`;
            expect(taken.has(cell)).toBe(false);
            taken.add(cell);
            columns.set(column, (columns.get(column) ?? 0) + 1);
          }
      }
      for (const rows of columns.values()) expect(rows).toBe(shape.parts);
    }),
  );
});
