import type { LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalServer, startLocalServer, writeEndlessly } from '../../test/support/local-server.ts';
import { fetchLimited, type OutgoingRequest, openLimited } from './fetch-with-size-and-address-limits.ts';
import { OutgoingError } from './outgoing-request-error.ts';
import {
  lookUpAllowedAddress,
  networkKindOf,
  parseInnerNetworks,
  resolveAllowedAddress,
  whyUrlIsForbidden,
} from './ssrf-protection-of-outgoing-requests.ts';

const loopback = { config: { innerNetworks: parseInnerNetworks('loopback') ?? [] } };
const nowhere = { config: { innerNetworks: [] } };
const limits = { maxBytes: 1000, timeout: 5000 };

let server: LocalServer;
let base: string;
let closed = 0;

beforeAll(async () => {
  server = await startLocalServer((request, response) => {
    response.on('close', () => closed++);
    const answers: Record<string, () => void> = {
      '/echo': () => request.pipe(response),
      '/endless': () => writeEndlessly(response),
      '/announced': () => response.writeHead(200, { 'content-length': '700000000' }).write('x'),
      '/silent': () => undefined,
      '/stalled': () => response.writeHead(200).write('x'),
      '/elsewhere': () => response.writeHead(302, { location: '/echo' }).end(),
      '/packed': () => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000))),
      '/upgraded': () =>
        request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      '/cookies': () => response.writeHead(404, { 'set-cookie': ['a=1', 'b=2'] }).end('gone'),
    };
    answers[request.url ?? '']?.();
  });
  ({ base } = server);
});
afterAll(() => server.close());

const reasonOf = (path: string, request: Partial<OutgoingRequest> = {}, by = loopback) =>
  fetchLimited(by, path.startsWith('/') ? base + path : path, { ...limits, ...request }).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof OutgoingError ? error.reason : error),
  );

test('what is sent arrives, and the answer comes back with its headers, whatever its status', async () => {
  const echo = await fetchLimited(loopback, `${base}/echo`, { ...limits, method: 'POST', body: '你好' });
  expect([echo.status, await echo.text()]).toEqual([200, '你好']);
  const gone = await fetchLimited(loopback, `${base}/cookies`, limits);
  expect([gone.status, gone.headers.getSetCookie(), await gone.text()]).toEqual([404, ['a=1', 'b=2'], 'gone']);
});

test('an answer is bounded in bytes and in time, and the connection ends with it', async () => {
  const before = closed;
  expect(await reasonOf('/endless')).toBe('too_large');
  expect(await reasonOf('/announced')).toBe('too_large');
  expect(await reasonOf('/packed'), 'small on the way, large when it is unpacked').toBe('encoded');
  expect(await reasonOf('/silent', { timeout: 50 })).toBe('timeout');
  expect(await reasonOf('/stalled', { timeout: 50 })).toBe('timeout');
  await expect.poll(() => closed - before).toBe(5);
  const { body } = await openLimited(loopback, `${base}/endless`, limits);
  await expect(buffer(body)).rejects.toMatchObject({ reason: 'too_large' });
});

test('an answer that changes the protocol ends the call', async () => {
  expect(await reasonOf('/upgraded')).toBe('unreachable');
});

test('where an answer leads on to is not followed', async () => {
  expect(await reasonOf('/elsewhere')).toBe('redirected');
});

test('the inner network is called only where the operator has opened it, in whatever way it is written', async () => {
  expect(await reasonOf('/echo', {}, nowhere)).toBe('closed');
  const { port } = new URL(base);
  for (const host of ['localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0', '169.254.169.254'])
    for (const scheme of ['http', 'https'])
      expect(await reasonOf(`${scheme}://${host}:${port}/echo`, {}, nowhere)).toBe('closed');
  expect(await reasonOf('http://192.168.1.1/echo'), 'another network').toBe('closed');
  expect(await reasonOf('http://1.1.1.1/'), 'never in the clear over the internet').toBe('closed');
  expect(await reasonOf('file:///etc/passwd')).toBe('closed');
  expect(await reasonOf(`http://user:secret@127.0.0.1:${port}/echo`)).toBe('closed');
});

test('what is judged is the address that is connected to, not the name', async () => {
  const look = (innerNetworks: readonly string[], all: boolean) =>
    new Promise<unknown>((resolve) => {
      const done: Parameters<LookupFunction>[2] = (error, address) => resolve(error ?? address);
      lookUpAllowedAddress({ innerNetworks, encrypted: true })('localhost', { all }, done);
    });
  for (const all of [true, false]) expect(await look([], all)).toMatchObject({ reason: 'closed' });
  expect(await look(['127.0.0.0/8'], true)).toEqual([{ address: '127.0.0.1', family: 4 }]);
  const closedRule = { innerNetworks: [], encrypted: true };
  await expect(resolveAllowedAddress('localhost', closedRule)).rejects.toMatchObject({ reason: 'closed' });
  await expect(resolveAllowedAddress('[::1]', closedRule)).rejects.toMatchObject({ reason: 'closed' });
  expect(await resolveAllowedAddress('127.0.0.1', { innerNetworks: ['127.0.0.1'], encrypted: false })).toBe(
    '127.0.0.1',
  );
});

test.each([
  ['114.114.114.114', 'public'],
  ['2400:3200::1', 'public'],
  ...['10.0.0.1', '100.64.0.1', '169.254.169.254', '172.31.255.255', '192.168.0.1', '224.0.0.1', '255.255.255.255'].map(
    (one) => [one, 'closed'] as const,
  ),
  ...['::', '::1', 'fe80::1', 'fc00::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '::ffff:10.0.0.1'].map(
    (one) => [one, 'closed'] as const,
  ),
  ['64:ff9b::7f00:1', 'closed'],
  ['64:ff9b::7272:7272', 'public'],
  ['10.1.2.3', 'inner'],
  ['::ffff:10.1.2.3', 'inner'],
  ['fd12::1', 'inner'],
  ['not an address', 'closed'],
] as const)('%s is %s', (address, place) => {
  expect(networkKindOf(address, ['10.1.0.0/16', 'fd12::/16'])).toBe(place);
});

test('what somebody types is judged before it is called', () => {
  const judge = (address: string, innerNetworks: readonly string[] = []) =>
    whyUrlIsForbidden(address, { innerNetworks });
  expect(judge('https://login.gov.cn/realm')).toBeUndefined();
  expect(judge('http://login.gov.cn')).toBe('scheme');
  expect(judge('http://login.inner', ['10.0.0.0/8']), 'known when it is looked up').toBeUndefined();
  expect(judge('https://10.0.0.1')).toBe('closed');
  expect(judge('http://10.0.0.1', ['10.0.0.0/8'])).toBeUndefined();
  expect(judge('ftp://login.gov.cn')).toBe('scheme');
  expect(judge('login.gov.cn')).toBe('scheme');
});
