import { expect, test } from 'vitest';
import type { MapFeature, MapLayer } from '#kernel/module/wall-map-layer.ts';
import { text } from '#kernel/text/text.ts';
import { chosenMapLayers } from './map-layers-chosen-for-wall.ts';
import { pointsOfMapLayer } from './points-of-map-layer.ts';

const layer = (name: string, more: Partial<MapLayer> = {}): MapLayer => ({
  name,
  label: text(name, name),
  mark: text('景', 'S'),
  of: 'scenic/spot',
  unit: text('个', 'spots'),
  levels: { normal: { ...text('正常', 'Normal'), tone: 'good' }, full: { ...text('满', 'Full'), tone: 'bad' } },
  ...more,
});
const all = [layer('enterprise', { initially: true }), layer('coach'), layer('spot', { initially: true })];
const namesOf = (chosen: Parameters<typeof chosenMapLayers>[0]) =>
  chosenMapLayers(chosen, all).shown.map(({ name }) => name);

test('the layers of a wall are those of the declaration until somebody switches one', () => {
  expect(namesOf({})).toEqual(['enterprise', 'spot']);
  expect(namesOf({ layers: [] })).toEqual([]);
  expect(namesOf({ layers: ['spot', 'coach', 'of an older version'] }), 'in their own order').toEqual([
    'coach',
    'spot',
  ]);
  expect(chosenMapLayers({ filledBy: 'coach' }, all).filledBy?.name).toBe('coach');
  expect(chosenMapLayers({ filledBy: 'gone' }, all).filledBy?.name).toBe('enterprise');
});

test('rows and cells become points with the place of their level among the levels', () => {
  const feature = (properties: Omit<MapFeature['properties'], 'kind'>): MapFeature => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [102, 25] },
    properties: { kind: 'spot', ...properties },
  });
  const row = feature({ id: 7, level: 'full', label: '西山' });
  const unknown = feature({ id: 8, level: 'renamed since', label: '滇池' });
  const cell = feature({ id: '7/1/2', level: 'normal', label: '5', counts: [4, 1] });
  expect(pointsOfMapLayer(layer('spot'), [row, unknown, cell])).toEqual([
    { id: 7, lng: 102, lat: 25, label: '西山', tone: 1 },
    { id: 8, lng: 102, lat: 25, label: '滇池', tone: 0 },
    { cell: '7/1/2', lng: 102, lat: 25, label: '5', counts: [4, 1] },
  ]);
});
