import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { startSession } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { bundleProgram } from '../../../test/support/bundle-program.ts';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';

/** The real server, killed during uploads: unfinished files are gone when it starts again. */
let on: TestEngine;
let child: ChildProcess | undefined;
beforeAll(async () => {
  on = await createTestEngine();
});
afterAll(async () => {
  if (child) await stop(child);
  await on.close();
});

async function stop(one: ChildProcess): Promise<void> {
  const exited = one.exitCode !== null || one.signalCode !== null ? undefined : once(one, 'exit');
  one.kill('SIGKILL');
  await exited;
}

async function start(): Promise<URL> {
  const { host = '', port, user, database } = on.db.address;
  const server = spawn(process.execPath, [bundleProgram({ file: 'apps/server.ts' })], {
    cwd: packageRoot,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: on.config.dataDir,
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      DEMO: '0',
      CAPTCHA: '0',
      RATE_LIMIT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = server;
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (piece) => (output += String(piece)));
  for (;;) {
    const url = /Address\s+(http:\/\/\S+)/.exec(output)?.[1];
    if (url) return new URL(url);
    if (server.exitCode !== null) throw new Error(`the server did not start: ${output}`);
    await sleep(20);
  }
}

const stored = (...folders: string[]) => {
  const root = path.join(on.config.dataDir, 'storage', ...folders);
  return fs.existsSync(root)
    ? fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    : [];
};

const head = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
const tail = '\r\n--cut--\r\n';

/** A request written by hand, so that it can stop in the middle. */
function send(to: URL, token: string, body: string, length: number): net.Socket {
  const socket = net.connect(Number(to.port), to.hostname);
  socket.on('error', () => {});
  socket.write(
    `POST /api/ajax/upload?topic=killed HTTP/1.1\r\nHost: ${to.host}\r\nba-user-token: ${token}\r\nserver: true\r\n` +
      `Content-Type: multipart/form-data; boundary=cut\r\nContent-Length: ${length}\r\n\r\n${body}`,
  );
  return socket;
}

test('kill -9 during an upload, and while its file is moved: nothing remains', {
  timeout: 120_000,
}, async () => {
  const { id } = await on.member('uploader');
  const session = await startSession(
    on.db,
    { type: 'member', id },
    { ip: '127.0.0.1', userAgent: 'test' },
    { seconds: 3600, persistent: false },
  );
  const first = await start();
  // one stops in the middle; the other is complete but cannot write its row, because its quota is locked
  const half = send(first, session.token, `${head}${'半'.repeat(50_000)}`, 1_000_000);
  const held = await on.db.pool.connect();
  await held.query('begin; lock table upload_quota in access exclusive mode');
  const whole = `${head}全部${tail}`;
  const placed = send(first, session.token, whole, Buffer.byteLength(whole));
  await expect.poll(() => stored('killed').length, { timeout: 60_000 }).toBe(1);
  // half a file, a complete one, and the note with its address
  await expect.poll(() => stored('.incoming').length, { timeout: 60_000 }).toBe(3);
  await stop(child as ChildProcess);
  await held.query('rollback');
  held.release();
  for (const socket of [half, placed]) socket.destroy();
  expect([stored('killed').length, stored('.incoming').length]).toEqual([1, 3]);

  const second = await start();
  expect([stored('killed').length, stored('.incoming').length]).toEqual([0, 0]);
  expect(await on.db.row('select count(*)::int as n from routine_attachment')).toEqual({ n: 0 });
  const again = send(second, session.token, whole, Buffer.byteLength(whole));
  const [answer] = (await once(again, 'data')) as [Buffer];
  expect(String(answer)).toContain('文件上传成功');
  again.destroy();
  expect([stored('killed').length, stored('.incoming').length]).toEqual([1, 0]);
});
