import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerClientError } from './answer-malformed-http.ts';
import { endSlowRequestBodies } from './end-slow-request-bodies.ts';

let server: http.Server;
let port: number;
const open: net.Socket[] = [];

async function countBytes(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  let size = 0;
  if (request.url === '/later') await sleep(4000);
  try {
    for await (const piece of request as AsyncIterable<Buffer>) size += piece.length;
    response.end(`took ${size}`);
  } catch {
    response.destroy();
  }
}

beforeEach(async () => {
  server = http.createServer((request, response) => void countBytes(request, response));
  server.on('clientError', answerClientError);
  endSlowRequestBodies(server, { patience: 2000, least: 1024, whole: 3000 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as net.AddressInfo).port;
});
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy();
  server.close();
  await once(server, 'close');
});

/** Begins to send so many bytes; what was answered is put together. */
function send(path: string, length: number, type = 'multipart/form-data; boundary=x') {
  const socket = net.connect(port, '127.0.0.1');
  open.push(socket.on('error', () => {}));
  const one = { socket, answer: '' };
  socket.on('data', (piece: Buffer) => {
    one.answer += piece.toString();
  });
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`);
  return one;
}

/** Sends a piece again and again while there is somebody to send it to. */
async function trickle(socket: net.Socket, piece: number, times: number, pause: number) {
  for (let time = 0; time < times && socket.writable; time++) {
    socket.write(Buffer.alloc(piece));
    await sleep(pause);
  }
}

test('a file arrives as slowly as it goes on; whoever stalls, or dawdles with a form, is ended', {
  timeout: 60_000,
}, async () => {
  const [slow, stalled, dawdling, form, later] = [
    send('/slow', 16 * 1024),
    send('/stalled', 16 * 1024),
    send('/dawdling', 16 * 1024),
    send('/form', 16 * 1024, 'application/json'),
    send('/later', 4 * 2 ** 20),
  ];
  // four times as long as a form may take altogether
  const sending = [
    trickle(slow.socket, 1024, 16, 800),
    trickle(dawdling.socket, 10, 100, 100),
    trickle(form.socket, 1024, 16, 800),
  ];
  // what nobody here reads yet is not the sender's to hurry with
  later.socket.write(Buffer.alloc(4 * 2 ** 20));
  await Promise.all(sending);
  await expect.poll(() => slow.answer, { timeout: 60_000 }).toContain('took 16384');
  await expect.poll(() => later.answer, { timeout: 60_000 }).toContain(`took ${4 * 2 ** 20}`);
  for (const one of [stalled, dawdling, form])
    await expect.poll(() => one.answer, { timeout: 60_000 }).toContain('408 Request Timeout');
});
