import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { startApp, type TestApp } from '../support/test-engine.ts';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    log: createLog({ level: 'debug', pretty: true, destination: { write: (line) => void lines.push(line) } }),
  });
});
afterAll(() => app.close());

/** Everything written since, as lines on a terminal. */
const written = () => lines.splice(0).flatMap((line) => line.replace(/\n$/, '').split('\n'));
const forged = '\r\n08:50:00 FATAL forged\u001b[2J\u009b31m\u2028\u202e';
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

test('a report from a page becomes one log line, whatever it contains', async () => {
  const nobody = await app.client('nobody');
  written();
  const answer = await nobody.post(
    '/api/common/reportError',
    { message: `broken${forged}`, stack: `Error${forged}\n    at x${forged}`, url: `/admin${forged}` },
    { 'user-agent': `agent\u009b31m` },
  );
  expect(answer.code).toBe(1);
  const lines = written();
  const [problem, ...others] = lines.filter((line) => line.includes('forged'));
  expect(problem).toMatch(/^\d\d:\d\d:\d\d WARN page problem {2}/);
  expect(others).toEqual([]);
  for (const line of lines) expect(line).not.toMatch(unsafe);
});

test('URLs, refused names and error messages cannot forge log lines either', async () => {
  const nobody = await app.client('nobody');
  written();
  await nobody.post('/admin/index/login', { username: `a${forged}`, password: `b${forged}` });
  await nobody.get(`/admin/enterprise.enterprise/index?x=${encodeURIComponent(forged)}`);
  // bytes that the HTTP parser accepts in a URL: C1 control characters of Latin-1
  const { port } = new URL(app.address);
  await new Promise<void>((done) => {
    const socket = net.connect(Number(port), '127.0.0.1', () => {
      socket.write(
        Buffer.from(
          'GET /api/index/\u009b31m\u0085forged?server=1 HTTP/1.1\r\nHost: x\r\nUser-Agent: \u009b\u0085\r\nConnection: close\r\n\r\n',
          'latin1',
        ),
      );
    });
    socket.resume().on('close', () => done());
  });
  const lines = written();
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    expect(line).toMatch(/^\d\d:\d\d:\d\d /);
    expect(line).not.toMatch(/^08:50:00 FATAL/);
    expect(line).not.toMatch(unsafe);
  }
});

test('the log line of a refusal names the fault, without numbers of people', async () => {
  const nobody = await app.client('nobody');
  written();
  const answer = await nobody.post(
    '/api/Sms/send',
    { mobile: '1380000', template_code: 'user_register' },
    { 'think-lang': 'en' },
  );
  expect(answer.code).toBe(0);
  await nobody.get(`/admin/enterprise.enterprise/index?search[0][field]=${'1380013800'.repeat(2)}`);
  const refused = written().filter((line) => line.includes(' refused '));
  expect(refused.length).toBeGreaterThan(0);
  for (const line of refused) {
    expect(line).not.toMatch(/\{\w+[|}]/);
    // the ID of a request may be of digits alone for as long as that
    expect(line.replace(/reqId=\S+/, '')).not.toMatch(/\d{11}/);
  }
  expect(refused.join('\n')).toContain(answer.msg);
});

test('a flood of reports is counted instead of written', async () => {
  const nobody = await app.client('nobody');
  written();
  for (let n = 0; n < 320; n++) await nobody.post('/api/common/reportError', { message: `flood ${n}` });
  expect(written().filter((line) => line.includes('page problem')).length).toBeLessThanOrEqual(300);
});
