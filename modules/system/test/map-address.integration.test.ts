import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalServer, startLocalServer } from '../../../test/support/local-server.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
let chief: Client;
let service: LocalServer;
const keys: string[] = [];

beforeAll(async () => {
  app = await startApp({ max: 8 });
  chief = await app.client({ officer: 'admin' });
  service = await startLocalServer((request, response) => {
    const key = new URL(request.url ?? '/', 'http://service').searchParams.get('key') ?? '';
    keys.push(key);
    const answer =
      key === 'second'
        ? { status: '1', infocode: '10000', regeocode: { formatted_address: '云南省昆明市五华区东风西路1号' } }
        : { status: '0', info: 'USER_DAILY_QUERY_OVER_LIMIT', infocode: '10044' };
    response.end(JSON.stringify(answer));
  });
});
afterAll(async () => {
  await save({ geocoder: 'none', geocoder_url: '' });
  await app.close();
  await service.close();
});

const save = (values: object) => chief.post('/admin/system.setting/save', { section: 'map', values, versions: {} });
const spot = '/admin/map/reverse?lng=102.712251&lat=25.040609';

test('a position is converted to its address with the configured keys, in order', async () => {
  expect(await chief.get(spot)).toMatchObject({ code: 0, data: { reason: 'not_set' } });
  expect(await save({ geocoder: 'amap', geocoder_url: service.base, geocoder_key: 'first\n second \n' })).toMatchObject(
    { code: 1 },
  );
  expect(await chief.get(spot)).toMatchObject({ code: 1, data: { address: '云南省昆明市五华区东风西路1号' } });
  expect(keys).toEqual(['first', 'second']);
  for (const query of ['', '?lng=0&lat=0', '?lng=x&lat=25', '?lng[]=102&lat=25', '?lng=102.7&lat=25&lat=26'])
    expect(await chief.get(`/admin/map/reverse${query}`), query).toMatchObject({
      code: 0,
      data: { reason: 'invalid' },
    });
  expect(await save({ geocoder_key: 'first' })).toMatchObject({ code: 1 });
  expect(await chief.get(spot)).toMatchObject({ code: 0, msg: '查询失败', data: { reason: 'failed' } });
});

test('impossible keys, and URLs that may not be called, are refused at their field', async () => {
  for (const geocoder_key of [Array.from({ length: 11 }, (_, n) => `k${n}`).join('\n'), 'x'.repeat(129)])
    expect(await save({ geocoder_key })).toMatchObject({
      code: 0,
      data: { errors: { geocoder_key: [expect.any(String)] } },
    });
  expect(await save({ geocoder_url: 'http://10.1.2.3/' })).toMatchObject({
    code: 0,
    data: { errors: { geocoder_url: [expect.any(String)] } },
  });
});
