import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WallPanel } from '#kernel/module/wall-panel.ts';
import { text } from '#kernel/text/text.ts';
import { arrangePanels } from './arrange-panels.ts';

const panel = (name: string, size?: WallPanel['size']): WallPanel => ({
  name,
  label: text(name, name),
  ...(size === undefined ? {} : { size }),
  shows: { of: 'x/y', rows: 'newest' },
});

test('columns are filled in order and evenly; panels without a size are in the strip', () => {
  const { spots, strip } = arrangePanels([
    panel('overview', 10),
    panel('types', 7),
    panel('areas', 7),
    panel('map', 'map'),
    panel('audit', 12),
    panel('newest', 12),
    panel('extra'),
    panel('toomany', 5),
  ]);
  expect(Object.fromEntries(spots.map((one) => [one.panel.name, [one.usual, one.wide]]))).toEqual({
    overview: ['1 / 1 / 11 / 2', '1 / 1 / 15 / 2'],
    types: ['11 / 1 / 18 / 2', '15 / 1 / 25 / 2'],
    areas: ['18 / 1 / 25 / 2', '1 / 3 / 10 / 4'],
    map: ['1 / 2 / 25 / 3', '1 / 2 / 25 / 3'],
    audit: ['1 / 3 / 13 / 4', '10 / 3 / 25 / 4'],
    newest: ['13 / 3 / 25 / 4', '1 / 4 / 25 / 5'],
  });
  expect(strip.map((one) => one.name)).toEqual(['extra', 'toomany']);
});

test('tiles of a column do not overlap and leave no gap', () => {
  const some = fc.array(fc.integer({ min: 1, max: 24 }), { maxLength: 12 });
  fc.assert(
    fc.property(some, fc.boolean(), (sizes, map) => {
      const panels = [...sizes.map((size, at) => panel(`p${at}`, size)), ...(map ? [panel('map', 'map')] : [])];
      for (const shape of ['usual', 'wide'] as const) {
        const columns = new Map<number, number[]>();
        for (const spot of arrangePanels(panels).spots) {
          const [from, column, until] = spot[shape].split(' / ').map(Number) as [number, number, number];
          columns.set(column, [...(columns.get(column) ?? []), from, until]);
        }
        for (const ends of columns.values()) {
          expect([ends[0], ends.at(-1)]).toEqual([1, 25]);
          for (let at = 1; at + 1 < ends.length; at += 2) expect(ends[at]).toBe(ends[at + 1]);
        }
      }
    }),
  );
});
