import { expect, test } from 'vitest';
import { Answer, encodeAnswer } from '#server/http/connection/encode-response-envelope.ts';
import { mapLayerOfEncodedFeatures } from '#server/wall-panel/map-layer-features-as-json.ts';
import { encodePanelAnswer } from '../server/encode-panel-answer.ts';

const map = {
  asof: 1,
  source: 'map',
  layers: {
    spot: mapLayerOfEncodedFeatures({ n: 1, unplaced: 0, clustered: false }, Buffer.from('[{"type":"Feature"}]')),
    coach: { type: 'FeatureCollection', n: 0, unplaced: 0, clustered: false, features: [] },
    check: mapLayerOfEncodedFeatures({ n: 0, unplaced: 0, clustered: false }, Buffer.from('[]')),
  },
  areas: { by: '景区' },
};

test('a map with encoded layers is the same JSON, in the order of its layers', () => {
  const encoded = encodePanelAnswer(map);
  expect(JSON.parse(encoded.text)).toEqual(JSON.parse(JSON.stringify(map)));
  expect(Object.keys((JSON.parse(encoded.text) as typeof map).layers)).toEqual(['spot', 'coach', 'check']);
  const answered = JSON.parse(encodeAnswer(new Answer(encoded, '好')).toString()) as Record<string, unknown>;
  expect(Object.keys(answered)).toEqual(['code', 'msg', 'time', 'data']);
  expect(answered).toMatchObject({ code: 1, msg: '好', data: { source: 'map', areas: { by: '景区' } } });
});

test('panels without encoded layers are encoded as they are', () => {
  for (const panel of [
    { source: 'check', figures: [1] },
    { ...map, layers: {} },
  ])
    expect(encodePanelAnswer(panel).text).toBe(JSON.stringify(panel));
});
