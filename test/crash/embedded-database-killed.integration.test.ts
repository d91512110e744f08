import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { enterpriseForm } from '#modules/enterprise/test/form.ts';
import { findRunningPostgres, type SocketAddress } from '#server/db/embedded/embedded-postgres.ts';
import { readPostmaster } from '#server/db/embedded/find-and-stop-leftover-postmaster.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { copyMigratedCluster } from '../support/copy-migrated-cluster.ts';

/** The real server, whose embedded database is killed while it runs. */
const password = 'Bad-Luck-1';
let parent = '';
let dataDir = '';
let server: Server;

interface Server {
  child: ChildProcess;
  url: string;
  token: string;
  output(): string;
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
}

beforeAll(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-death-'));
  fs.chmodSync(parent, 0o755); // run as root, PostgreSQL's own account has to pass through
  dataDir = path.join(parent, 'data');
  copyMigratedCluster(dataDir);
});
afterEach(async () => {
  server.child.kill('SIGTERM');
  await server.exited;
});
afterAll(() => fs.rmSync(parent, { recursive: true, force: true }));

async function start(): Promise<Server> {
  const child = spawn(process.execPath, [bundleProgram({ file: 'apps/server.ts' })], {
    cwd: packageRoot,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      ADMIN_PASSWORD: password,
      DEMO: '0',
      CAPTCHA: '0',
      RATE_LIMIT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  for (const end = Date.now() + 90_000; Date.now() < end && child.exitCode === null; await sleep(50)) {
    const url = /Address\s+(http:\/\/\S+)/.exec(output)?.[1];
    if (!url) continue;
    const answer = await call({ url, token: '' }, 'POST', 'index/login', { username: 'admin', password });
    const { token } = (answer.data as { userInfo: { token: string } }).userInfo;
    return { child, url, token, output: () => output, exited };
  }
  child.kill('SIGKILL');
  throw new Error(`the server did not start:\n${output}`);
}

interface Answer {
  status: number;
  code: number;
  msg: string;
  data: unknown;
}

async function call(
  { url, token }: { url: string; token: string },
  method: string,
  action: string,
  body?: unknown,
  key?: string,
): Promise<Answer> {
  const response = await fetch(`${url}/admin/${action}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: {
      server: 'true',
      'content-type': 'application/json',
      ...(token ? { batoken: token } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
  });
  return { ...((await response.json()) as Omit<Answer, 'status'>), status: response.status };
}

/** Sends SIGKILL to the postmaster that runs now, a new one after each kill. */
async function killPostmaster(before?: number): Promise<number> {
  const cluster = path.join(fs.realpathSync(path.join(dataDir, 'postgres')), 'cluster');
  for (;;) {
    const found = readPostmaster(cluster);
    if (found.state === 'ready' && found.pid !== before) {
      process.kill(found.pid, 'SIGKILL');
      return found.pid;
    }
    await sleep(20);
  }
}

test('when the database is killed under load, calls wait for the next one, and no acknowledged write is lost', {
  timeout: 180_000,
}, async () => {
  server = await start();
  let running = true;
  const failed: Answer[] = [];
  const added: number[] = [];
  // on a slow machine a call may get 503 and is repeated, as clients do
  const isAway = ({ status, data }: Answer) =>
    status === 503 && (data as { reason?: string } | null)?.reason === 'unavailable';
  const readers = Array.from({ length: 2 }, async () => {
    while (running) {
      const answer = await call(server, 'GET', 'enterprise.enterprise/index?limit=5');
      if (answer.code !== 1 && !isAway(answer)) failed.push(answer);
    }
  });
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 0; running; n++) {
      const form = enterpriseForm({ business_license: null, photo_front: null });
      // every second one has no key: its outcome cannot be known, and the answer must say so
      const key = n % 2 ? `${writer}-${n}` : undefined;
      const add = () => call(server, 'POST', 'enterprise.enterprise/add', form, key);
      let answer = await add();
      while (key && isAway(answer)) answer = await add();
      if (answer.code === 1) added.push((answer.data as { id: number }).id);
      else if (!isAway(answer)) failed.push(answer);
    }
  });
  const addMore = async () => {
    const before = added.length;
    await expect.poll(() => added.length, { timeout: 60_000 }).toBeGreaterThan(before + 20);
  };
  await addMore();
  const first = await killPostmaster();
  await addMore();
  await killPostmaster(first);
  await addMore();
  running = false;
  await Promise.all([...readers, ...writers]);
  expect(failed).toEqual([]);

  const db = await openDatabase({ ...(findRunningPostgres(path.join(dataDir, 'postgres')) as SocketAddress), max: 2 });
  const stored = new Set((await db.rows<{ id: number }>('select id from enterprise')).map(({ id }) => id));
  const twice = await db.rows('select uscc from enterprise group by uscc having count(*) > 1');
  await db.close();
  expect(added.filter((id) => !stored.has(id))).toEqual([]);
  expect(twice).toEqual([]);
  expect(server.child.exitCode).toBeNull();
});

test('three deaths of the database within a minute end the server, which says why', { timeout: 180_000 }, async () => {
  server = await start();
  let last: number | undefined;
  for (let death = 0; death < 3; death++) last = await killPostmaster(last);
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain('内置数据库一分钟内三次意外终止，行鉴已停止运行。');
  // where to look, or the output of its start if it died while starting
  expect(server.output()).toMatch(
    /The embedded database ended three times within a minute, so Xingjian has stopped\. (See |The embedded database)/,
  );
  const again = await start();
  server = again;
  expect((await call(again, 'GET', 'enterprise.enterprise/index')).code).toBe(1);
});
