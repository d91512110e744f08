import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = (await app.client({ officer: 'admin' })).token;
});
afterAll(() => app.close());

/** Begins to send a body of a size and stops after `sent` bytes of it; `finish` sends the rest and reads the answer. */
async function begin(size: number, sent: number) {
  const body = `{"a":"${'x'.repeat(size - 8)}"}`;
  const socket = net.connect(Number(new URL(app.address).port), '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(
    `POST /admin/enterprise.enterprise/add HTTP/1.1\r\nHost: x\r\nserver: true\r\nbatoken: ${token}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, sent)}`,
  );
  return {
    answered: () => answer !== '',
    leave: () => socket.destroy(),
    async finish() {
      socket.write(body.slice(sent));
      await once(socket, 'close');
      return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as { code: number };
    },
  };
}

test('large bodies of one address take turns; small ones, and those of others, do not wait for them', async () => {
  const [one, two] = [await begin(200_000, 1000), await begin(200_000, 1000)];
  await sleep(100);
  const third = await begin(200_000, 200_000);
  const small = await begin(2000, 10);
  expect((await small.finish()).code).toBe(0);
  const elsewhere = await app.server.app.inject({
    method: 'POST',
    url: '/admin/enterprise.enterprise/add',
    remoteAddress: '198.51.100.7',
    headers: { server: 'true', batoken: token, 'content-type': 'application/json' },
    payload: `{"a":"${'x'.repeat(200_000)}"}`,
  });
  expect((JSON.parse(elsewhere.body) as { code: number }).code).toBe(0);
  expect(third.answered()).toBe(false);
  expect((await one.finish()).code).toBe(0);
  expect((await third.finish()).code).toBe(0);
  expect((await two.finish()).code).toBe(0);
});

test('who goes away, waiting or in turn, gives the turn to the next', async () => {
  const gone = await Promise.all(Array.from({ length: 12 }, () => begin(200_000, 1000)));
  await sleep(100);
  for (const one of gone) one.leave();
  const all = await Promise.all(Array.from({ length: 12 }, () => begin(200_000, 1000)));
  expect(await Promise.all(all.map((one) => one.finish()))).toHaveLength(12);
});

test('more values than a form can have are refused', async () => {
  const chief = await app.client({ officer: 'admin' });
  const answer = await chief.post('/admin/enterprise.enterprise/add', `{"name":[${'[],'.repeat(20_000)}1]}`);
  expect([answer.status, answer.code, answer.data]).toEqual([200, 0, { reason: 'parameter' }]);
});
