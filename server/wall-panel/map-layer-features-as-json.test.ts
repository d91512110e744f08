import { expect, test } from 'vitest';
import type { MapFeature } from '#kernel/module/wall-map-layer.ts';
import { encodeByteString } from '#server/utf8-byte-string.ts';
import { encodedPartsOfMapLayer, MapFeatureCache, mapLayerOfEncodedFeatures } from './map-layer-features-as-json.ts';

const featureOf = (label: string): MapFeature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [102.7, 25.05] },
  properties: { kind: 'spot', id: 1, level: 'normal', label },
});

test('features are made once for the same rows, and anew for others', () => {
  const cache = new MapFeatureCache();
  let made = 0;
  const read = (key: string, label: string) =>
    cache.jsonOf(key, encodeByteString(label), () => {
      made++;
      return [featureOf(label)];
    });
  const first = read('spot 530100', '滇池');
  expect(JSON.parse(first.toString())).toEqual([featureOf('滇池')]);
  expect(read('spot 530100', '滇池')).toBe(first);
  expect(made).toBe(1);
  expect(JSON.parse(read('spot 530100', '石林').toString())).toEqual([featureOf('石林')]);
  read('spot 530102', '石林');
  expect(made).toBe(3);
});

test('of what has become too much, the least recently used is made again', () => {
  const cache = new MapFeatureCache();
  const long = 'x'.repeat(1_500_000);
  let made = 0;
  const read = (key: string) =>
    cache.jsonOf(key, encodeByteString(long), () => {
      made++;
      return [featureOf(long)];
    });
  for (const key of ['one', 'two', 'one', 'three', 'one']) read(key);
  expect(made).toBe(3);
  read('two');
  expect(made).toBe(4);
});

test('a layer is the same JSON in parts, as a whole and by its features', () => {
  const json = Buffer.from(JSON.stringify([featureOf('滇池')]));
  const layer = mapLayerOfEncodedFeatures({ n: 2, unplaced: 1, clustered: false }, json);
  expect({ ...layer }).toEqual({
    type: 'FeatureCollection',
    n: 2,
    unplaced: 1,
    clustered: false,
    features: [featureOf('滇池')],
  });
  const parts = encodedPartsOfMapLayer(layer) ?? [];
  expect(Buffer.concat(parts.map((one) => Buffer.from(one as string))).toString()).toBe(JSON.stringify(layer));
  expect(encodedPartsOfMapLayer({ ...layer })).toBeUndefined();
});
