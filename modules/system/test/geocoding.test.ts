import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { distanceBetween } from '#kernel/check/coordinate.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type LocalServer, startLocalServer, writeEndlessly } from '../../../test/support/local-server.ts';
import { geocodeAddress, reverseGeocode } from '../server/geocoding-controllers.ts';

/** Answers of the fake service by key, whatever the query. */
type Answer = object | string | 'silence' | { status: number; body: object | string };

const answers = new Map<string, Answer>();
let requests: URL[] = [];
let server: LocalServer;
beforeAll(async () => {
  server = await startLocalServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service');
    requests.push(url);
    const answer = answers.get(url.searchParams.get('tk') ?? url.searchParams.get('key') ?? '');
    if (answer === 'silence') return;
    if (answer === 'huge') return writeEndlessly(response);
    const { status, body } =
      typeof answer === 'object' && 'body' in answer
        ? (answer as { status: number; body: object | string })
        : { status: 200, body: answer ?? '' };
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  requests = [];
  answers.clear();
});

const warn = vi.fn();
const engineOf = (geocoder: string, keys: string) => {
  const set = { geocoder, geocoder_key: keys, geocoder_url: `${server.base}/` };
  return {
    settings: () => set,
    log: { warn },
    config: { innerNetworks: ['127.0.0.0/8'] },
  } as unknown as Pick<Engine, 'settings' | 'log' | 'config'>;
};
const limits = { each: 150, whole: 1000 };
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'found',
    ({ data }: { data: { reason: string } }) => data.reason,
  );
const keysUsed = () => requests.map(({ searchParams }) => searchParams.get('tk') ?? searchParams.get('key'));
const spot = { lng: 102.712251, lat: 25.040609 };

const tianditu = {
  place: { status: '0', msg: 'ok', location: { lon: '102.71', lat: 25.04, level: '门址' } },
  address: {
    status: '0',
    msg: 'ok',
    result: { formatted_address: '云南省昆明市五华区东风西路1号', location: { lon: 102.71, lat: 25.04 } },
  },
  wrongKey: { status: 403, body: { code: 301_001, msg: '非法key', resolve: '请到API控制台重新申请Key' } },
  overQuota: { status: 429, body: { code: 301_005, msg: '超出配额' } },
  nothing: { status: '101', msg: 'no result' },
};
const amap = {
  place: {
    status: '1',
    info: 'OK',
    infocode: '10000',
    count: '1',
    geocodes: [{ formatted_address: '云南省昆明市', location: '102.713500,25.037600', level: '门牌号' }],
  },
  address: {
    status: '1',
    info: 'OK',
    infocode: '10000',
    regeocode: { formatted_address: '云南省昆明市五华区华山街道东风西路1号', addressComponent: {} },
  },
  wrongKey: { status: '0', info: 'INVALID_USER_KEY', infocode: '10001' },
  overQuota: { status: '0', info: 'DAILY_QUERY_OVER_LIMIT', infocode: '10003' },
  userQuota: { status: '0', info: 'USER_DAILY_QUERY_OVER_LIMIT', infocode: '10044' },
  nothing: { status: '0', info: 'ENGINE_RESPONSE_DATA_ERROR', infocode: '30001' },
};

test('Tianditu is queried in WGS-84, for the position of an address and for the address of a position', async () => {
  const engine = engineOf('tianditu', 'k&y');
  answers.set('k&y', tianditu.place);
  const place = await geocodeAddress(engine, '昆明市东风西路1号', limits);
  expect(place).toEqual({ lng: 102.71, lat: 25.04, from: 'address', accuracy: 50 });
  answers.set('k&y', tianditu.address);
  expect(await reverseGeocode(engine, spot, limits)).toBe('云南省昆明市五华区东风西路1号');
  const [forward, reverse] = requests.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)]);
  expect(forward).toEqual(['/geocoder', { ds: '{"keyWord":"昆明市东风西路1号"}', tk: 'k&y' }]);
  expect(reverse).toEqual([
    '/geocoder',
    { postStr: '{"lon":102.712251,"lat":25.040609,"ver":1}', type: 'geocode', tk: 'k&y' },
  ]);
});

test('Amap is queried in GCJ-02, and its points are converted to WGS-84', async () => {
  const engine = engineOf('amap', 'key');
  answers.set('key', amap.place);
  const { lng, lat, ...how } = await geocodeAddress(engine, '昆明', limits);
  expect(how).toEqual({ from: 'address', accuracy: 50 });
  const off = distanceBetween([lng, lat], [102.7135, 25.0376]);
  expect(off).toBeGreaterThan(200);
  expect(off).toBeLessThan(700);
  answers.set('key', amap.address);
  expect(await reverseGeocode(engine, { lng, lat }, limits)).toBe('云南省昆明市五华区华山街道东风西路1号');
  expect(requests.map(({ pathname }) => pathname)).toEqual(['/v3/geocode/geo', '/v3/geocode/regeo']);
  // a conversion and its reverse deviate by less than a metre
  const [theirLng, theirLat] = (requests[1]?.searchParams.get('location') ?? '').split(',').map(Number);
  expect(distanceBetween([theirLng ?? 0, theirLat ?? 0], [102.7135, 25.0376])).toBeLessThan(1);
});

test.each([
  ['tianditu', tianditu.wrongKey],
  ['tianditu', tianditu.overQuota],
  ['tianditu', { status: 418, body: '<html>waf</html>' }],
  ['tianditu', 'silence'],
  ['tianditu', '<html>'],
  ['tianditu', 'huge'],
  ['tianditu', 'null'],
  ['tianditu', { status: 500, body: {} }],
  ['amap', amap.wrongKey],
  ['amap', amap.overQuota],
  ['amap', amap.userQuota],
  ['amap', 'silence'],
  ['amap', 'huge'],
  ['amap', '[]'],
  ['amap', { status: 302, body: '' }],
] as const)('%s: where a key brings %j, the next is asked, and is the first the next time', async (name, bad) => {
  const engine = engineOf(name, 'bad\ngood');
  answers.set('bad', bad);
  answers.set('good', name === 'amap' ? amap.address : tianditu.address);
  expect(await reverseGeocode(engine, spot, limits)).toContain('东风西路1号');
  expect(keysUsed()).toEqual(['bad', 'good']);
  expect(JSON.stringify(warn.mock.calls)).not.toContain('bad');
  requests = [];
  expect(await reverseGeocode(engine, spot, limits)).toContain('东风西路1号');
  expect(keysUsed()).toEqual(['good']);
});

test('if no key gets an answer, timeout and failure are distinguished, within the time limit', async () => {
  answers.set('a', 'silence');
  answers.set('b', amap.overQuota);
  await expect(reverseGeocode(engineOf('amap', 'a\nb'), spot, limits)).rejects.toMatchObject({
    text: { 'zh-cn': '查询超时' },
    data: { reason: 'timeout' },
  });
  await expect(reverseGeocode(engineOf('amap', 'b'), spot, limits)).rejects.toMatchObject({
    text: { 'zh-cn': '查询失败' },
    data: { reason: 'failed' },
  });
  requests = [];
  for (const key of ['c', 'd', 'e', 'f']) answers.set(key, 'silence');
  const many = engineOf('amap', 'c d e f');
  expect(await reasonOf(reverseGeocode(many, spot, { each: 100, whole: 150 }))).toBe('timeout');
  expect(keysUsed().length).toBeLessThan(4);
});

test('an address unknown to the service is not tried with a second key', async () => {
  for (const [name, nothing] of [
    ['tianditu', tianditu.nothing],
    ['tianditu', { status: '0', location: null }],
    ['tianditu', { status: '0', location: 'x', result: { formatted_address: '' } }],
    ['tianditu', { status: '0', location: { lon: 0, lat: 0 } }],
    ['tianditu', { status: '0', location: { lon: '1e999', lat: 25 } }],
    ['amap', amap.nothing],
    ['amap', { status: '1', infocode: '10000', geocodes: [], regeocode: { formatted_address: [] } }],
    ['amap', { status: '1', infocode: '10000', geocodes: [{ location: '0,0' }] }],
    ['amap', { status: '1', infocode: '10000', geocodes: 7, regeocode: 7 }],
  ] as const) {
    requests = [];
    answers.set('k', nothing);
    const engine = engineOf(name, 'k\nl');
    expect(await reasonOf(geocodeAddress(engine, 'x', limits)), JSON.stringify(nothing)).toBe('not_found');
    expect(await reasonOf(reverseGeocode(engine, spot, limits)), JSON.stringify(nothing)).toBe('not_found');
    // a request that the test before gave up may still arrive
    expect(keysUsed().filter((key) => key === 'k' || key === 'l')).toEqual(['k', 'k']);
  }
});

test('its precision is parsed, and its texts are shortened and made printable', async () => {
  for (const [level, accuracy] of [
    ['constructor', 2000],
    [7, 2000],
    [undefined, 2000],
    ['市', 100_000],
  ]) {
    answers.set('k', { status: '0', location: { lon: 102.7, lat: 25, level } });
    expect(await geocodeAddress(engineOf('tianditu', 'k'), 'x', limits)).toMatchObject({ accuracy });
  }
  answers.set('k', { status: '0', result: { formatted_address: `\u202e东风\u0000西路${'x'.repeat(500)}` } });
  const found = await reverseGeocode(engineOf('tianditu', 'k'), spot, limits);
  expect(found.startsWith('东风西路x')).toBe(true);
  expect(found).toHaveLength(200);
});

test('nothing is queried without a key', async () => {
  expect(await reasonOf(geocodeAddress(engineOf('none', 'k'), 'x'))).toBe('not_set');
  expect(await reasonOf(reverseGeocode(engineOf('amap', ' \n'), spot))).toBe('not_set');
  expect(await reasonOf(reverseGeocode(engineOf('constructor', 'k'), spot))).toBe('not_set');
  expect(requests).toEqual([]);
});
