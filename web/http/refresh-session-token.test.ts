// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSession, readTokens, storeAdmin } from '#web/session/session.ts';
import { get } from './client.ts';
import { setNavigator } from './navigate-by-router.ts';

// Plain http by name has no Web Locks: windows of one browser share only the storage.

const visited: string[] = [];
/** What another window stores, a moment after the server has answered it. */
const storeElsewhere = (token: string): void => {
  const stored = JSON.parse(localStorage.getItem('adminInfo') ?? '{}') as object;
  localStorage.setItem('adminInfo', JSON.stringify({ ...stored, token }));
};
const ended = { code: 302, msg: '请先登录！', time: 1, data: { type: 'need login', routeName: 'adminLogin' } };
const refused = { code: 0, msg: 'Token 无效', time: 1, data: null };
const expired = { code: 409, msg: 'Token expiration', time: 1, data: { type: 'admin' } };

/** The server's answers to the old token; a fresh token is accepted. */
function serve(old: { call: object; refresh: object }): void {
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) =>
    Promise.resolve(
      Response.json(
        url === '/api/common/refreshToken'
          ? old.refresh
          : headers.batoken === 'fresh'
            ? { code: 1, msg: '', time: 1, data: 'in' }
            : old.call,
      ),
    ),
  );
}

beforeEach(() => {
  visited.length = 0;
  localStorage.clear();
  forgetSession('admin');
  history.replaceState(null, '', '/admin/enterprise/enterprise');
  setNavigator((path) => void visited.push(path));
  storeAdmin({ id: 1, token: 'old', refreshToken: 'secret' });
});
afterEach(() => vi.unstubAllGlobals());

test('a window whose refresh is refused uses the token another window has fetched', async () => {
  serve({ call: expired, refresh: refused });
  setTimeout(() => storeElsewhere('fresh'), 100);
  expect(await get('/admin/a/1')).toBe('in');
  expect([visited, readTokens('admin').token]).toEqual([[], 'fresh']);
});

test('a call with a token that another window has exchanged is repeated with the new one', async () => {
  serve({ call: ended, refresh: refused });
  const answer = get('/admin/a/2');
  storeElsewhere('fresh');
  expect(await answer).toBe('in');
  const late = get('/admin/a/3');
  expect(await late).toBe('in');
  expect([visited, readTokens('admin').token]).toEqual([[], 'fresh']);
});

test('it waits for another window that is still refreshing', async () => {
  serve({ call: ended, refresh: refused });
  setTimeout(() => storeElsewhere('fresh'), 100);
  expect(await get('/admin/a/4')).toBe('in');
  expect([visited, readTokens('admin').token]).toEqual([[], 'fresh']);
});

test('without a new token from another window the session ends', async () => {
  serve({ call: expired, refresh: refused });
  await expect(get('/admin/a/5')).rejects.toThrow();
  expect([visited, readTokens('admin').token]).toEqual([['/admin/login'], '']);
});

test('with Web Locks, a window that waited does not exchange the token another window has just fetched', async () => {
  serve({ call: expired, refresh: refused });
  const answerAs = fetch;
  const called: string[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    called.push(url);
    return answerAs(url, init);
  });
  const request = (_name: string, work: () => Promise<void>) => {
    storeElsewhere('fresh'); // by the window that held the lock
    return work();
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  try {
    expect(await get('/admin/a/6')).toBe('in');
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
  expect([called, readTokens('admin').token]).toEqual([['/admin/a/6', '/admin/a/6'], 'fresh']);
});
