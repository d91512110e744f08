// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSession, storeAdmin } from '#web/session/session.ts';
import {
  cachedTemporaryLink,
  downloadFile,
  openFile,
  openLinkedFile,
  temporaryLinkReuseTime,
} from './temporary-file-link.ts';

const secret = (n: number | string) => `/storage/private/default/20261121/${n}.png`;
const requests: string[][] = [];
let clock = 0;

beforeEach(() => {
  requests.length = 0;
  clock += 10_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  window.history.replaceState(null, '', '/admin/enterprise/enterprise');
  storeAdmin({ id: 1, token: 'a-token' });
  vi.stubGlobal('fetch', (address: string) => {
    const urls = [...new URL(address, 'http://x').searchParams.values()].filter((one) => one.startsWith('/storage'));
    requests.push(urls);
    const list = urls
      .filter((url) => !url.includes('foreign'))
      .map((url) => ({ url, link: `${url}?ticket=${requests.length}` }));
    return Promise.resolve(Response.json({ code: 1, msg: '', time: 1, data: { list, expires_in: 300 } }));
  });
});
afterEach(() => {
  forgetSession('admin');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a public file needs no link', async () => {
  expect(await openFile('/storage/default/20261121/a.png')).toBe('/storage/default/20261121/a.png');
  expect(requests).toEqual([]);
});

test('the links of a page are one call, and are cached for four minutes', async () => {
  const links = await Promise.all([1, 2, 1, 'foreign'].map((n) => openFile(secret(n))));
  expect(links).toEqual([`${secret(1)}?ticket=1`, `${secret(2)}?ticket=1`, `${secret(1)}?ticket=1`, undefined]);
  expect(requests).toEqual([[secret(1), secret(2), secret('foreign')]]);
  clock += temporaryLinkReuseTime - 1;
  expect(await openFile(secret(1))).toBe(`${secret(1)}?ticket=1`);
  clock += 2;
  expect(await openFile(secret(1))).toBe(`${secret(1)}?ticket=2`);
});

test('a call requests at most fifty links', async () => {
  const links = await Promise.all(Array.from({ length: 120 }, (_, n) => openFile(secret(`long-${n}`))));
  expect(links).not.toContain(undefined);
  expect(requests.map((urls) => urls.length)).toEqual([50, 50, 20]);
});

test('another user gets links of their own', async () => {
  await openFile(secret('own'));
  storeAdmin({ id: 2, token: 'b-token' });
  expect(cachedTemporaryLink(secret('own'))).toBeUndefined();
  await openFile(secret('own'));
  expect(requests).toHaveLength(2);
});

test('an expired link is renewed before it opens', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const click = () => ({ preventDefault: vi.fn(), stopPropagation: vi.fn() });
  await openFile(secret('old'));
  const early = click();
  openLinkedFile(early, secret('old'));
  expect(early.preventDefault).not.toHaveBeenCalled();
  clock += temporaryLinkReuseTime + 1;
  const late = click();
  openLinkedFile(late, secret('old'));
  expect(late.preventDefault).toHaveBeenCalled();
  await expect.poll(() => opened).toHaveBeenCalledWith(`${secret('old')}?ticket=2`, '_blank', 'noopener,noreferrer');
});

test('a result is downloaded by a new link, whatever ticket its address has', async () => {
  const fetched: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    fetched.push(this.getAttribute('href') ?? '');
  });
  await downloadFile('/storage/result/admin1-aa.xlsx?ticket=old');
  expect(fetched).toEqual(['/storage/result/admin1-aa.xlsx?ticket=1']);
});
