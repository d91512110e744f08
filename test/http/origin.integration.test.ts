import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureMinuteLasts } from '../support/rate-limit-minute.ts';
import { startApp, type TestApp } from '../support/test-engine.ts';

describe('a token in a cookie', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp();
    token = (await app.client({ officer: 'city' })).token;
  });
  afterAll(() => app.close());

  const call = async (headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') => {
    const answer = await app.server.app.inject({
      method,
      url: '/admin/session/index',
      headers: { host: 'xingjian.example:8000', server: 'true', cookie: `batoken=${token}`, ...headers },
    });
    return (JSON.parse(answer.body) as { code: number }).code;
  };

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'http://xingjian.example:8000' }],
    [{ origin: 'https://xingjian.example:8000' }],
    [{ referer: 'http://xingjian.example:8000/admin/session' }],
    [{}],
  ])('counts for our own pages and for no page: %j', async (headers) => {
    expect(await call(headers)).toBe(1);
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://xingjian.example:8000' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'http://localhost:5173' }],
    [{ origin: 'http://xingjian.example' }],
    [{ origin: 'http://xingjian.example:8001' }],
    [{ origin: 'null' }],
    [{ origin: 'file://xingjian.example:8000' }],
    [{ referer: 'https://evil.example/xingjian.example:8000' }],
    [{ 'x-forwarded-proto': 'https', origin: 'http://xingjian.example:8000' }],
  ])('is not looked at for pages of elsewhere: %j', async (headers) => {
    expect(await call(headers)).toBe(302);
  });

  test('is not accepted from forms of other sites', async () => {
    const answer = await app.server.app.inject({
      method: 'POST',
      url: '/admin/index/logout',
      headers: {
        host: 'xingjian.example:8000',
        server: 'true',
        cookie: `batoken=${token}`,
        origin: 'https://evil.example',
        'content-type': 'application/json',
      },
      payload: '{}',
    });
    expect(answer.statusCode).toBe(200);
    expect(await call({}), 'still signed in').toBe(1);
  });

  test('is accepted in a header or a parameter, from pages of any origin', async () => {
    const other = { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site', cookie: '' };
    expect(await call({ ...other, batoken: token })).toBe(1);
    const answer = await app.server.app.inject({
      url: `/admin/session/index?server=1&batoken=${token}`,
      headers: other,
    });
    expect((JSON.parse(answer.body) as { code: number }).code).toBe(1);
  });
});

describe('cacheable answers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  test('are few, and each is listed', () => {
    const cached = app.server.served.filter(({ serves }) => serves.answerLifetime !== undefined);
    expect(cached.map(({ app: area, controller, action }) => `${area}/${controller}/${action}`)).toEqual([
      // the English names of three thousand divisions, needed before the first English page
      'api/ajax/areaNames',
      'api/ajax/boundary',
      // public keys: verifiers of codes on the road keep them longer than any network outage
      'api/travel.code/keys',
    ]);
  });

  test('are cached only by the browser; JSON and refusals are not cached at all', async () => {
    const [chief, nobody] = [await app.client({ officer: 'admin' }), await app.client('nobody')];
    const keeping = async (client: typeof chief, path: string) => (await client.get(path)).headers['cache-control'];
    expect(await keeping(nobody, '/api/ajax/boundary?code=530000')).toBe('private, max-age=3600');
    expect(await keeping(nobody, '/api/ajax/boundary?code=999999')).toBe('no-store');
    for (const path of [
      '/api/index/index',
      '/api/ajax/calendar',
      '/admin/index/index',
      '/admin/enterprise.enterprise/index',
      '/admin/enterprise.enterprise/edit?id=999',
      '/admin/openapi/index',
      '/admin/openapi/document',
      '/admin/no.such/index',
    ])
      for (const client of [chief, nobody]) expect(await keeping(client, path), path).toBe('no-store');
    expect((await chief.post('/admin/enterprise.enterprise/add', '{"a"')).headers['cache-control']).toBe('no-store');
  });
});

describe('addresses', () => {
  let believing: TestApp;
  let plain: TestApp;
  beforeAll(async () => {
    believing = await startApp({ config: { rateLimit: 20, trustProxy: ['127.0.0.1', '10.9.0.0/16'] } });
    plain = await startApp({ config: { rateLimit: 20, trustProxy: [] } });
  });
  beforeEach(() => ensureMinuteLasts(5));
  afterAll(async () => {
    await believing.close();
    await plain.close();
  });
  const send = async (app: TestApp, remoteAddress: string, forwarded?: string) => {
    const answer = await app.server.app.inject({
      url: '/api/index/index',
      remoteAddress,
      headers: { server: 'true', ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
    });
    return (JSON.parse(answer.body) as { code: number }).code;
  };
  /** How many of seven calls are answered, if a stranger may make five. */
  const heard = async (calls: readonly (() => Promise<number>)[]) => {
    let good = 0;
    for (const call of calls) good += (await call()) === 1 ? 1 : 0;
    return good;
  };
  const seven = (call: (n: number) => Promise<number>) => heard(Array.from({ length: 7 }, (_, n) => () => call(n)));

  test('of one IPv6 network count as one', async () => {
    expect(await seven((n) => send(plain, `2001:db8:0:1::${n + 1}`))).toBe(5);
    expect(await seven((n) => send(plain, `2001:db8:0:${n + 2}::1`))).toBe(7);
    expect(await seven((n) => send(plain, n % 2 ? '198.51.100.7' : '::ffff:198.51.100.7'))).toBe(5);
  });

  test('in a header count only from a trusted proxy', async () => {
    expect(await seven((n) => send(plain, '127.0.0.1', `203.0.113.${n}`))).toBe(5);
    expect(await seven((n) => send(believing, '192.0.2.1', `203.0.113.${n}`))).toBe(5);
    expect(await seven((n) => send(believing, '10.9.1.1', `203.0.113.${n}`))).toBe(7);
    // behind two of them, the address before both
    expect(await seven((n) => send(believing, '127.0.0.1', `203.0.114.${n}, 10.9.2.2`))).toBe(7);
    // an address that the client made up before the proxy added its own is ignored
    expect(await seven((n) => send(believing, '10.9.1.1', `203.0.115.${n}, 203.0.116.1`))).toBe(5);
    // and so is anything that is no address
    expect(await seven((n) => send(believing, '10.9.1.2', `nonsense-${n}`))).toBe(5);
  });
});
