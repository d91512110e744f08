import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Refused } from '#server/refusal.ts';
import type { PageRequest, ServedPage } from './html-page-types.ts';
import { serveHtmlPages } from './serve-html-pages.ts';

/** An app with one page that shows what it is asked for. */
function appWith(read: ServedPage['read'], mostCalls = 100) {
  const app = Fastify();
  let calls = 0;
  const check = async () => {
    calls += 1;
    if (calls > mostCalls) throw new Refused(text('太频繁', 'Too many'), { data: { reason: 'too_frequent' } });
  };
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => work();
  const services = { engine: {} as Engine, limiter: { check }, inOrder };
  serveHtmlPages(app, [{ pages: [{ path: '/page/:code', read }] }, {}], services);
  return app;
}
const shown = async ({ locale, params, parameter, origin }: PageRequest) => ({
  body: JSON.stringify([locale, params.code, parameter('q'), origin]),
});

test.each([
  ['/page/a', {}, ['zh-cn', 'a', '', 'http://localhost:80']],
  ['/page/a', { 'accept-language': 'en-GB,en;q=0.9' }, ['en', 'a', '', 'http://localhost:80']],
  ['/page/a?lang=zh-cn&q=%20x%00y%20', { 'accept-language': 'en' }, ['zh-cn', 'a', 'xy', 'http://localhost:80']],
  ['/page/%E7%94%B2?q=1&q=2', { host: 'tour.example.cn' }, ['zh-cn', '甲', '', 'http://tour.example.cn']],
])('%s with %j', async (url, headers, expected) => {
  const answer = await appWith(shown).inject({ url, headers });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(JSON.parse(answer.body)).toEqual(expected);
});

test('a long parameter is cut, also within a character', async () => {
  const answer = await appWith(shown).inject({ url: `/page/a?q=${'x'.repeat(5000)}` });
  expect(JSON.parse(answer.body)[2]).toHaveLength(200);
  const within = await appWith(shown).inject({ url: `/page/a?q=${'x'.repeat(199)}%F0%9F%98%80` });
  const [, , q] = JSON.parse(within.body);
  expect([q.length, q.isWellFormed()]).toEqual([200, true]);
});

test('a part of the path is no byte that a database refuses', async () => {
  expect(JSON.parse((await appWith(shown).inject('/page/a%00b')).body)[1]).toBe('ab');
});

test('pages wait for their turn', async () => {
  const app = Fastify();
  const turns: string[] = [];
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    turns.push('page');
    return work();
  };
  const services = { engine: {} as Engine, limiter: { check: async () => {} }, inOrder };
  serveHtmlPages(app, [{ pages: [{ path: '/page/:code', read: shown }] }], services);
  await app.inject('/page/a');
  expect(turns).toEqual(['page']);
});

test('a page that the reader has is not sent again, unless it changed', async () => {
  let body = 'first';
  const app = appWith(async () => ({ body }));
  const { headers } = await app.inject('/page/a');
  const again = () => app.inject({ url: '/page/a', headers: { 'if-none-match': String(headers.etag) } });
  expect((await again()).statusCode).toBe(304);
  body = 'second';
  expect((await again()).body).toBe('second');
});

test('too many pages are refused until the next minute, in the language of the reader', async () => {
  const app = appWith(shown, 1);
  await app.inject('/page/a');
  const refused = await app.inject({ url: '/page/a', headers: { 'accept-language': 'en' } });
  expect([refused.statusCode, refused.body]).toEqual([429, 'Too many\n']);
});

test('a fault is none of the reader', async () => {
  const broken = await appWith(async () => {
    throw new Error('secret detail');
  }).inject('/page/a');
  expect(broken.statusCode).toBe(500);
});
