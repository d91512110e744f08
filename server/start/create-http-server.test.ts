import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { createLog } from '#server/log.ts';
import { ControllerTable } from '../http/controller.ts';
import { serveOfflineWorker } from '../http/files/serve-offline-service-worker.ts';
import { createRateLimiter } from '../http/limit-requests-per-minute-by-account-and-address.ts';
import { createHttpServer, type HttpServerOptions } from './create-http-server.ts';

let app: FastifyInstance;
let port: number;
let webRoot: string;

function makeApp(folder: string, more: Partial<HttpServerOptions> = {}): Promise<FastifyInstance> {
  const config = readConfig({ METRICS_TOKEN: 'a-token-of-enough-length', ALLOWED_ORIGINS: 'localhost,127.0.0.1' });
  return createHttpServer({
    // the floor asks the engine for its settings and whether the database is there, as long as no action is called
    engine: { config, settings: () => ({ no_access_ip: null }), db: { away: () => false } } as unknown as Engine,
    controllers: new ControllerTable(),
    authenticator: { authenticate: async () => undefined, forget: () => undefined, lockAfter: () => undefined },
    limiter: createRateLimiter(0),
    refusals: { note: () => undefined, flush: async () => undefined, stop: async () => undefined },
    log: createLog({ level: 'silent' }),
    webRoot: folder,
    lightPages: [{ path: '/complaint/:no?' }],
    health: { ready: async () => true, metrics: async () => ({ type: 'text/plain', body: 'up 1\n' }) },
    ...more,
  });
}

beforeAll(async () => {
  webRoot = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-web-'));
  fs.mkdirSync(path.join(webRoot, 'assets'));
  fs.writeFileSync(path.join(webRoot, 'index.html'), '<!doctype html>');
  fs.writeFileSync(path.join(webRoot, 'light.html'), '<!doctype html><!-- light -->');
  fs.writeFileSync(path.join(webRoot, 'assets', 'page-abc.js'), 'export {};');
  fs.writeFileSync(path.join(webRoot, 'assets', 'page-abc.js.br'), 'packed');
  fs.writeFileSync(path.join(webRoot, 'assets', 'map-worker-abc.js'), 'onmessage = () => {};');
  fs.writeFileSync(path.join(webRoot, '.hidden'), 'not for anybody');
  fs.writeFileSync(path.join(webRoot, 'offline-worker.js'), 'self.OFFLINE={};');
  app = await makeApp(webRoot);
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as net.AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  fs.rmSync(webRoot, { recursive: true, force: true });
});

test('a server starts before the web part is built', async () => {
  const unbuilt = await makeApp(path.join(webRoot, 'absent'));
  expect((await unbuilt.inject('/health')).statusCode).toBe(200);
  expect((await unbuilt.inject('/admin')).statusCode).toBe(404);
  await unbuilt.close();
});

test('a call that gave way to another is told so, and may be sent again', async () => {
  const conflicting = await makeApp(webRoot, {
    registerRoutes: (routes) => {
      routes.get('/deadlock', () => Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' })));
      routes.get('/fault', () => Promise.reject(new Error('broken')));
    },
  });
  const answer = await conflicting.inject('/deadlock');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.json()).toMatchObject({ code: 0, data: { reason: 'unavailable', retry_after: 2 } });
  expect((await conflicting.inject('/fault')).statusCode).toBe(500);
  await conflicting.close();
});

test('a call of which a statement took too long is told to narrow it down', async () => {
  const slow = await makeApp(webRoot, {
    registerRoutes: (routes) => {
      routes.get('/slow', () => Promise.reject(Object.assign(new Error('canceling statement'), { code: '57014' })));
    },
  });
  const answer = await slow.inject({ url: '/slow', headers: { 'think-lang': 'en' } });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    code: 0,
    msg: expect.stringContaining('Narrow it down'),
    data: { reason: 'too_slow' },
  });
  await slow.close();
});

test('programs that accept gzip get short answers compressed at once, and others as they ask', async () => {
  const answering = await makeApp(webRoot, {
    registerRoutes: (routes) => {
      routes.get('/rows', (request, reply) =>
        reply
          .type('application/json; charset=utf-8')
          .header('vary', 'think-lang')
          .send(JSON.stringify(Array(Number((request.query as { rows: string }).rows)).fill('昆明'))),
      );
    },
  });
  const ask = async (rows: number, accepted?: string) => {
    const { rawPayload, headers } = await answering.inject({
      url: `/rows?rows=${rows}`,
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    });
    const unpack = { gzip: gunzipSync, br: brotliDecompressSync }[headers['content-encoding'] as 'gzip'];
    expect(JSON.parse(String(unpack ? unpack(rawPayload) : rawPayload))).toHaveLength(rows);
    return { encoding: headers['content-encoding'], length: headers['content-length'], vary: headers.vary, rawPayload };
  };
  const { rawPayload, ...short } = await ask(1000, 'gzip, deflate');
  expect(short).toEqual({ encoding: 'gzip', length: String(rawPayload.length), vary: 'think-lang, accept-encoding' });
  // a stream, whose length is not known before
  expect(await ask(10_000, 'gzip, deflate')).toMatchObject({ encoding: 'gzip', length: undefined });
  expect(await ask(1000, 'gzip, deflate, br')).toMatchObject({ encoding: 'br', length: undefined });
  for (const [rows, accepted] of [
    [100, 'gzip'],
    [1000, undefined],
    [1000, 'gzip;q=0'],
  ] as const)
    expect(await ask(rows, accepted)).toMatchObject({ encoding: undefined });
  await answering.close();
});

const call = (origin: string | undefined, method: 'GET' | 'OPTIONS' = 'GET', headers: Record<string, string> = {}) =>
  app.inject({
    method,
    url: '/health',
    headers: { host: 'xingjian.example:8000', ...(origin ? { origin } : {}), ...headers },
  });

test.each([
  ['http://localhost:5173', true],
  ['http://127.0.0.1:9000', true],
  ['https://xingjian.example', true],
  ['http://xingjian.example:3000', true],
  ['http://evil.example', false],
  ['http://localhost.evil.example', false],
  ['null', false],
  ['file:///localhost', false],
])('a page of %s may read answers: %s', async (origin, allowed) => {
  const { headers } = await call(origin);
  expect(headers['access-control-allow-origin']).toBe(allowed ? origin : undefined);
  expect(headers['access-control-allow-credentials']).toBe(allowed ? 'true' : undefined);
  expect(headers.vary).toContain('Origin');
});

test('a preflight echoes the headers asked for and is kept for a day', async () => {
  const answer = await call('http://localhost:5173', 'OPTIONS', {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'batoken, think-lang, server',
  });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': 'http://localhost:5173',
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'batoken, think-lang, server',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-max-age': '86400',
  });
});

test('a preflight of an unlisted page lets no credentials through', async () => {
  const { headers } = await call('http://evil.example', 'OPTIONS');
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  expect(headers['access-control-allow-headers']).toContain('batoken');
});

test('metrics are for this machine, or for who sends the token', async () => {
  const read = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode);
  expect(await read('127.0.0.1')).toBe(200);
  expect(await read('::1')).toBe(200);
  expect(await read('10.1.2.3')).toBe(403);
  expect(await read('10.1.2.3', { authorization: 'Bearer a-token-of-enough-length' })).toBe(200);
  expect(await read('10.1.2.3', { authorization: 'Bearer another-token-of-length' })).toBe(403);
  // through a proxy on this machine: the visitor counts, not the proxy, whatever either writes
  expect(await read('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(403);
  expect(await read('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(403);
  expect(await read('127.0.0.1', { 'x-forwarded-for': '127.evil' })).toBe(403);
  expect(await read('127.0.0.1', { forwarded: 'for=203.0.113.9' })).toBe(403);
  expect(await read('::ffff:127.0.0.1')).toBe(200);
});

/** Writes bytes to the port and reads until the server closes the connection. */
async function send(bytes: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

test.each([
  ['\u0016\u0003\u0001 not http at all\r\n\r\n', '400 Bad Request', 'parameter'],
  ['GET /health HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n', '400 Bad Request', 'parameter'],
  [`GET /health HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, '431', 'too_large'],
])('bytes that are no request get an envelope and the connection is closed (%#)', async (bytes, status, reason) => {
  const answer = await send(bytes);
  expect(answer).toContain(`HTTP/1.1 ${status}`);
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
  expect(body).toMatchObject({ code: 0, data: { reason } });
  expect(body.time).toBeTypeOf('number');
  expect((await app.inject('/health')).statusCode).toBe(200);
});

test('a sender reads the refusal of a body that is too large, whether it announced its length or not', async () => {
  const mebibyte = Buffer.alloc(1024 * 1024, 'x');
  for (const length of [{ 'content-length': 24 * mebibyte.length }, {}]) {
    const request = http.request({
      port,
      method: 'POST',
      path: '/admin/no.such/add',
      headers: { 'content-type': 'application/json', ...length },
    });
    // sent as a browser does: a part after the one before, and nothing is read meanwhile
    await pipeline(Readable.from(Array.from({ length: 24 }, () => mebibyte)), request);
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    expect(JSON.parse(await textOf(answer))).toMatchObject({ code: 0, data: { reason: 'too_large' } });
  }
});

test('nothing is kept that does not say so', async () => {
  for (const url of ['/health', '/ready', '/admin/no.such/index', '/api/no/such', '/nowhere'])
    expect((await app.inject({ url })).headers['cache-control'], url).toBe('no-store');
  const asset = await app.inject({ url: '/assets/page-abc.js' });
  expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  const page = await app.inject({ url: '/admin/enterprise', headers: { accept: 'text/html' } });
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
});

test('pages and workers carry the content security policy, other files of the web part no weight that is not theirs', async () => {
  const carries = async (url: string) =>
    'content-security-policy' in (await app.inject({ url, headers: { accept: 'text/html' } })).headers;
  for (const [url, yes] of [
    ['/admin/enterprise', true],
    ['/nowhere.js', true],
    ['/assets/map-worker-abc.js', true],
    ['/assets/page-abc.js', false],
  ] as const)
    expect([url, await carries(url)]).toEqual([url, yes]);
});

test('files of the web part are served, packed where a browser takes that, and nothing else that lies about', async () => {
  const packed = await app.inject({ url: '/assets/page-abc.js', headers: { 'accept-encoding': 'br, gzip' } });
  expect([packed.statusCode, packed.headers['content-encoding'], packed.body]).toEqual([200, 'br', 'packed']);
  const plain = await app.inject({ url: '/assets/page-abc.js?v=1' });
  expect([plain.statusCode, plain.headers['content-encoding'], plain.body]).toEqual([200, undefined, 'export {};']);
  const head = await app.inject({ method: 'HEAD', url: '/assets/page-abc.js' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  for (const url of [
    '/.hidden',
    '/assets/',
    '/assets',
    '/',
    '/assets/%2e%2e/.hidden',
    '/assets/..%2f.hidden',
    '//etc/passwd',
  ])
    expect((await app.inject({ url })).statusCode, url).toBe(404);
  const page = await app.inject({ url: '/', headers: { accept: 'text/html' } });
  expect([page.statusCode, page.body]).toEqual([200, '<!doctype html>']);
  expect((await app.inject({ method: 'POST', url: '/assets/page-abc.js' })).statusCode).toBe(404);
});

test('an address of a light page is answered with the document of these pages, any other with that of the shell', async () => {
  const read = async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).body;
  for (const url of ['/complaint', '/complaint/', '/Complaint/TS1?lang=en'])
    expect(await read(url), url).toBe('<!doctype html><!-- light -->');
  for (const url of [
    '/',
    '/complaints',
    '/complaint/a/b',
    '/admin/complaint/complaint',
    '/admin/complaint.complaint/index',
  ])
    expect(await read(url), url).toBe('<!doctype html>');
  expect((await app.inject('/complaint')).statusCode).toBe(404);
});

test('the worker that opens pages without a network is asked for anew each time, and takes itself back where it is off', async () => {
  const read = async (on: boolean) => {
    const bare = Fastify();
    serveOfflineWorker(bare, webRoot, on);
    const { headers, body } = await bare.inject('/offline-worker.js');
    expect([headers['cache-control'], headers['content-type']]).toEqual(['no-cache', 'text/javascript; charset=utf-8']);
    return body;
  };
  expect((await app.inject('/offline-worker.js')).body).toBe('self.OFFLINE={};');
  expect(await read(true)).toBe('self.OFFLINE={};');
  expect(await read(false)).toContain('registration.unregister()');
});
