// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetSession, readTokens, storeAdmin, storeMember } from '#web/session/session.ts';
import { del, get, isCancelled, post, urlWithToken, type WireError } from './client.ts';
import { setNavigator } from './navigate-by-router.ts';
import { noteServerTime, serverNow } from './server-clock.ts';

type Handler = (url: string, init: RequestInit & { headers: Record<string, string> }) => unknown;

const sent: { url: string; method: string; headers: Record<string, string>; body: unknown }[] = [];
const visited: string[] = [];

/** Answers each call with what the handler returns: an envelope, a Response, or a promise of one. */
function serve(handler: Handler): void {
  vi.stubGlobal('fetch', (url: string, init: RequestInit & { headers: Record<string, string> }) => {
    sent.push({ url, method: init.method ?? 'GET', headers: init.headers, body: init.body });
    return new Promise<Response>((resolve, reject) => {
      const stop = () => reject(new DOMException('aborted', 'AbortError'));
      init.signal?.addEventListener('abort', stop);
      if (init.signal?.aborted) stop();
      Promise.resolve(handler(url, init)).then(
        (content) => resolve(content instanceof Response ? content : Response.json(content)),
        reject,
      );
    });
  });
}

const ok = (data: unknown, msg = '') => ({ code: 1, msg, time: 1_800_000_000, data });
const toasts = () => [...document.querySelectorAll('.xj-toast-body')].map((one) => one.firstChild?.textContent);
const failure = (promise: Promise<unknown>): Promise<WireError> =>
  promise.then(
    () => Promise.reject(new Error('it should have failed')),
    (error: WireError) => error,
  );

beforeEach(() => {
  sent.length = 0;
  visited.length = 0;
  localStorage.clear();
  forgetSession('admin');
  forgetSession('member');
  document.body.innerHTML = '';
  history.replaceState(null, '', '/admin/enterprise/enterprise');
  setNavigator((path) => {
    visited.push(path);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the time of an answer', () => {
  const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;
  const request = async (cacheControl: string | undefined) => {
    serve(() =>
      Response.json(
        { ...ok(null), time: hourAgo() },
        cacheControl ? { headers: { 'cache-control': cacheControl } } : {},
      ),
    );
    await get('/api/ajax/boundary');
    return Math.round(Date.now() / 1000 - serverNow());
  };
  afterEach(() => noteServerTime(Math.floor(Date.now() / 1000), Date.now()));

  test('counts when the server made the answer just now', async () => {
    expect(await request('no-store')).toBeCloseTo(3600, -1);
    noteServerTime(Math.floor(Date.now() / 1000), Date.now());
    expect(await request(undefined)).toBeCloseTo(3600, -1);
  });

  test('does not count when the answer may come from a cache', async () => {
    expect(await request('private, max-age=3600')).toBeCloseTo(0, -1);
    expect(await request('public, max-age=31536000, immutable')).toBeCloseTo(0, -1);
  });
});

describe('an ordinary call', () => {
  test('sends the headers of the contract and resolves to the data', async () => {
    storeAdmin({ id: 1, token: 'a' });
    storeMember({ id: 2, token: 'm' });
    serve(() => ok({ list: [] }));
    const search = [{ field: 'status', val: 'open', operator: '=' }];
    await expect(get('/admin/a.b/index', { page: 2, ids: [1, 2], search, none: null })).resolves.toEqual({ list: [] });
    expect(sent[0]?.url).toBe(
      '/admin/a.b/index?page=2&ids[]=1&ids[]=2&search[0][field]=status&search[0][val]=open&search[0][operator]=%3D',
    );
    expect(sent[0]?.headers).toMatchObject({
      'think-lang': 'zh-cn',
      server: 'true',
      batoken: 'a',
      'ba-user-token': 'm',
    });
  });

  test('sends the same browser id with every call that may sign in', async () => {
    serve(() => ok(null));
    await post('/admin/index/login', { username: 'a' });
    await post('/api/user/checkIn', { username: 'b' });
    await get('/admin/a.b/index');
    const marks = sent.map(({ headers }) => headers['x-device']);
    expect(marks).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), marks[0], undefined]);
  });

  test('posts JSON, passes FormData through, and deletes with ids in the query', async () => {
    serve(() => ok(null));
    await post('/admin/a.b/add', { name: '旅行社' });
    expect(sent[0]).toMatchObject({ method: 'POST', body: '{"name":"旅行社"}' });
    expect(sent[0]?.headers['content-type']).toBe('application/json');
    const form = new FormData();
    await post('/admin/ajax/upload', form);
    expect(sent[1]?.body).toBe(form);
    expect(sent[1]?.headers['content-type']).toBeUndefined();
    await del('/admin/a.b/del', { ids: [3] });
    expect(sent[2]).toMatchObject({ method: 'DELETE', url: '/admin/a.b/del?ids[]=3' });
  });

  test('shows the message of a success only on request', async () => {
    serve((url) => ok(null, url.endsWith('add') ? '添加成功!' : ''));
    await post('/admin/a.b/silent');
    expect(toasts()).toEqual([]);
    await post('/admin/a.b/add', {}, { successMessage: true });
    await post('/admin/a.b/plain', {}, { successMessage: true });
    expect(toasts()).toEqual(['添加成功!', '操作成功']);
  });

  test('a URL for images carries token, language and server', () => {
    storeAdmin({ id: 1, token: 'a' });
    expect(urlWithToken('/admin/ajax/buildSuffixSvg', { suffix: 'pdf' })).toBe(
      '/admin/ajax/buildSuffixSvg?suffix=pdf&batoken=a&lang=zh-cn&server=1',
    );
  });
});

describe('a server without its database', () => {
  const away = (data: object = {}) =>
    Response.json(
      { code: 0, msg: '数据库暂时连接不上', time: 1, data: { reason: 'unavailable', ...data } },
      { status: 503, headers: { 'retry-after': '2' } },
    );

  test('a read is repeated once when the server asks for it, without a message', async () => {
    vi.useFakeTimers();
    serve(() => (sent.length === 1 ? away() : ok({ list: [7] })));
    const answer = get('/admin/a.b/index');
    await vi.advanceTimersByTimeAsync(1900);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    await expect(answer).resolves.toEqual({ list: [7] });
    expect(toasts()).toEqual([]);
  });

  test("still unavailable, it shows the server's message; cancelled meanwhile, it is not repeated", async () => {
    vi.useFakeTimers();
    serve(() => away());
    const error = failure(get('/admin/a.b/index'));
    await vi.advanceTimersByTimeAsync(2100);
    expect(await error).toMatchObject({ status: 503, reason: 'unavailable', retryAfter: 2 });
    expect([sent.length, toasts()]).toEqual([2, ['数据库暂时连接不上']]);
    const stop = new AbortController();
    const given = failure(get('/admin/a.b/index', {}, { signal: stop.signal }));
    await vi.advanceTimersByTimeAsync(100);
    stop.abort();
    expect(isCancelled(await given)).toBe(true);
  });

  test('a write is left to the user, who sends it again under the same key', async () => {
    serve(() => away({ outcome: 'unknown' }));
    for (let n = 0; n < 2; n++) await failure(post('/admin/a.b/add', { name: '旅行社' }));
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([
      expect.any(String),
      sent[0]?.headers['idempotency-key'],
    ]);
  });
});

describe('a refusal', () => {
  test('is shown, and thrown with reason, field errors and request id', async () => {
    const body = { code: 0, msg: '请检查', time: 1, data: { reason: 'invalid', errors: { name: ['必填'] } } };
    serve(() => Response.json(body, { headers: { 'x-request-id': 'r-7' } }));
    const error = await failure(post('/admin/a.b/add'));
    expect(error).toMatchObject({
      code: 0,
      reason: 'invalid',
      errors: { name: ['必填'] },
      requestId: 'r-7',
      status: 200,
    });
    expect(toasts()).toEqual(['请检查']);
  });

  test.each([
    '密码不正确',
    '用户名不正确',
    'Wrong password',
    'Incorrect username',
    '没有产品模板,请先添加产品模板才能快速创建行程',
    'no product template, add one first to quickly create an itinerary',
  ])('%s is left to its screen', async (msg) => {
    serve(() => ({ code: 0, msg, time: 1, data: null }));
    await failure(post('/admin/index/login'));
    expect(toasts()).toEqual([]);
  });

  test('shows nothing when the call is quiet', async () => {
    serve(() => ({ code: 401, msg: '没有权限操作！', time: 1, data: [] }));
    expect((await failure(get('/admin/a.b/index', {}, { quiet: true }))).code).toBe(401);
    expect(toasts()).toEqual([]);
  });

  test.each([
    [400, '参数不正确！'],
    [403, '您没有权限操作！'],
    [404, '请求地址出错：/admin/x/y'],
    [409, '系统已存在相同数据！'],
    [500, '服务器内部错误！'],
    [504, '服务暂时无法访问，请稍后再试！'],
    [418, '异常问题，请联系网站管理员！'],
  ])('HTTP status %i says: %s', async (status, message) => {
    serve(() => new Response('<html>', { status }));
    expect(await failure(get('/admin/x/y'))).toMatchObject({ status, message });
    expect(toasts()).toEqual([message]);
  });
});

describe('a call that is not answered', () => {
  test('times out after 10 s', async () => {
    vi.useFakeTimers();
    serve(() => new Promise(() => {}));
    const waiting = failure(get('/admin/a.b/index'));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(toasts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await waiting).message).toBe('网络请求超时！');
  });

  test.each([
    [true, '服务器异常！'],
    [false, '您已断网！'],
  ])('tells a broken server from a broken line (online: %s)', async (online, message) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    serve(() => Promise.reject(new TypeError('failed')));
    expect((await failure(get('/admin/a.b/index'))).message).toBe(message);
  });

  test('cancels the older of two identical calls and only logs it', async () => {
    const log = vi.spyOn(console, 'info').mockReturnValue(undefined);
    const release: ((value: unknown) => void)[] = [];
    serve(() => new Promise((resolve) => release.push(resolve)));
    const older = failure(get('/admin/a.b/index', { page: 1 }));
    const other = get('/admin/a.b/index', { page: 2 });
    const newer = get('/admin/a.b/index', { page: 1 });
    expect(isCancelled(await older)).toBe(true);
    for (const one of release) one(ok('answer'));
    await expect(Promise.all([other, newer])).resolves.toEqual(['answer', 'answer']);
    expect(log).toHaveBeenCalledWith('因重复请求而自动取消: GET /admin/a.b/index?page=1');
    expect(toasts()).toEqual([]);
  });

  test('lets identical calls run on request', async () => {
    serve(() => ok(1));
    const both = [1, 2].map(() => get('/admin/a.b/index', {}, { duplicate: 'allow' }));
    await expect(Promise.all(both)).resolves.toEqual([1, 1]);
  });

  test('can be cancelled by its caller', async () => {
    serve(() => new Promise(() => {}));
    const controller = new AbortController();
    const waiting = failure(get('/admin/a.b/index', {}, { signal: controller.signal }));
    controller.abort();
    expect(isCancelled(await waiting)).toBe(true);
    expect(toasts()).toEqual([]);
  });
});

describe('409: the token expired', () => {
  const expired = { code: 409, msg: 'Token expiration', data: { type: 'admin', token: 'old' } };

  beforeEach(() => storeAdmin({ id: 1, token: 'old', refreshToken: 'secret' }));

  /** A server that accepts only the given token. */
  const serveTokens = (refresh: unknown) =>
    serve((url, { headers }) =>
      url === '/api/common/refreshToken' ? refresh : headers.batoken === 'new' || !headers.batoken ? ok(url) : expired,
    );

  test('one refresh with the old token; every waiting call is repeated with the new one', async () => {
    serveTokens(ok({ type: 'admin-refresh', token: 'new' }));
    await expect(Promise.all([get('/admin/a/1'), get('/admin/a/2'), post('/admin/a/3')])).resolves.toEqual([
      '/admin/a/1',
      '/admin/a/2',
      '/admin/a/3',
    ]);
    const refreshes = sent.filter((one) => one.url === '/api/common/refreshToken');
    expect(refreshes).toHaveLength(1);
    expect(refreshes[0]).toMatchObject({ body: '{"refresh_token":"secret"}' });
    expect(refreshes[0]?.headers.batoken).toBe('old');
    expect(sent).toHaveLength(7);
    expect(readTokens('admin').token).toBe('new');
  });

  test('a late 409 for the old token does not refresh again', async () => {
    serveTokens(ok({ type: 'admin-refresh', token: 'newest' }));
    let release: (value: unknown) => void = () => {};
    serve((_url, { headers }) =>
      headers.batoken === 'new'
        ? ok('replayed')
        : new Promise((resolve) => {
            release = resolve;
          }),
    );
    const late = get('/admin/a/1');
    await Promise.resolve();
    storeAdmin({ token: 'new' });
    release(expired);
    await expect(late).resolves.toBe('replayed');
    expect(sent.map((one) => one.url)).toEqual(['/admin/a/1', '/admin/a/1']);
  });

  test('a refused refresh removes the token and opens the sign-in page', async () => {
    serveTokens({ code: 0, msg: '登录过期，请重新登录。', time: 1, data: null });
    const errors = await Promise.all([failure(get('/admin/a/1')), failure(get('/admin/a/2'))]);
    expect(errors.every(isCancelled)).toBe(true);
    expect(visited).toEqual(['/admin/login']);
    expect(toasts()).toEqual(['登录过期，请重新登录。']);
    expect(readTokens('admin').token).toBe('');
  });

  test('on the sign-in page, waiting calls are repeated with an empty token', async () => {
    history.replaceState(null, '', '/admin/login');
    serveTokens({ code: 0, msg: '登录过期，请重新登录。', time: 1, data: null });
    await expect(Promise.all([get('/admin/index/login'), get('/admin/index/other')])).resolves.toHaveLength(2);
    expect(sent.at(-1)?.headers.batoken).toBeUndefined();
    expect(visited).toEqual([]);
  });

  test('without a refresh token nothing is requested', async () => {
    storeAdmin({ refreshToken: '' });
    serveTokens(ok({ token: 'new' }));
    await failure(get('/admin/a/1'));
    expect(sent).toHaveLength(1);
    expect(visited).toEqual(['/admin/login']);
  });

  test('a lost connection fails the calls but keeps the session', async () => {
    serve((url) => (url === '/api/common/refreshToken' ? Promise.reject(new TypeError('failed')) : expired));
    expect(isCancelled(await failure(get('/admin/a/1')))).toBe(false);
    expect(readTokens('admin')).toEqual({ token: 'old', refreshToken: 'secret' });
  });

  test('a call is repeated once, not for ever', async () => {
    serve((url) => (url === '/api/common/refreshToken' ? ok({ token: `t${sent.length}` }) : expired));
    expect((await failure(get('/admin/a/1'))).code).toBe(409);
    expect(sent).toHaveLength(3);
  });
});

describe('302', () => {
  beforeEach(() => {
    storeAdmin({ id: 1, token: 'a', refreshToken: 'r' });
    storeMember({ id: 2, token: 'm' });
  });

  test('follows a path and drops the token of its area, without a message', async () => {
    serve(() => ({ code: 302, msg: '请先登录！', time: 1, data: { routePath: '/admin/login' } }));
    expect(isCancelled(await failure(get('/admin/a/1')))).toBe(true);
    expect(visited).toEqual(['/admin/login']);
    expect(readTokens('admin').token).toBe('');
    expect(readTokens('member').token).toBe('m');
    expect(toasts()).toEqual([]);
  });

  test('follows a named route', async () => {
    history.replaceState(null, '', '/user');
    serve(() => ({ code: 302, msg: '', time: 1, data: { routeName: 'userLogin' } }));
    await failure(get('/api/user/index'));
    expect(visited).toEqual(['/user/login']);
    expect(readTokens('member').token).toBe('');
    expect(readTokens('admin').token).toBe('a');
  });

  test('does not lead a user working in one area to the sign-in page of the other', async () => {
    serve(() => ({ code: 302, msg: '请先登录！', time: 1, data: { routePath: '/user/login' } }));
    expect(isCancelled(await failure(get('/api/ajax/something', {}, { quiet: true })))).toBe(false);
    expect(visited).toEqual([]);
    expect(readTokens('admin').token).toBe('a');
  });

  test('keeps the token of a user who has signed in already', async () => {
    serve(() => ({ code: 302, msg: '您已经登录过了', time: 1, data: { routePath: '/admin' } }));
    await failure(get('/admin/index/login'));
    expect(visited).toEqual(['/admin']);
    expect(readTokens('admin').token).toBe('a');
  });
});
