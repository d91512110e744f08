import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endUnreadResponses } from './end-unread-responses.ts';

/** More than the buffers of the system take. */
const size = 64 * 2 ** 20;
let server: http.Server;
let port: number;
const ended: string[] = [];
const open: net.Socket[] = [];

beforeEach(async () => {
  ended.length = 0;
  server = http.createServer((request, response) => {
    response.once('close', () => ended.push(request.url ?? ''));
    if (request.url?.startsWith('/quiet')) response.write('data: {}\n\n');
    else response.end(Buffer.alloc(size));
  });
  endUnreadResponses(server, { patience: 2000, least: 1024 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as net.AddressInfo).port;
});
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy();
  server.close();
  await once(server, 'close');
});

function request(path: string): net.Socket {
  const socket = net.connect(port, '127.0.0.1');
  open.push(socket.on('error', () => {}));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

test('a reader who takes nothing is ended, one who is slow or has nothing to take is not', {
  timeout: 80_000,
}, async () => {
  request('/stalled').pause();
  const slow = request('/slow');
  request('/quiet').on('data', () => {});
  let received = 0;
  slow.on('data', (chunk: Buffer) => {
    received += chunk.length;
    slow.pause();
    void sleep(5).then(() => slow.resume());
  });
  await expect.poll(() => ended, { timeout: 60_000 }).toContain('/stalled');
  expect(received, 'it was still reading').toBeLessThan(size);
  await expect.poll(() => received, { timeout: 45_000 }).toBeGreaterThanOrEqual(size);
  expect(ended).not.toContain('/quiet');
});
