import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { closeStreams, openEventStream, waitUntil } from '../support/event-stream.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Two processes of the real product on one empty database and one data folder, as behind a proxy. */
const password = 'Both-Of-Them-1';
let db: TestDatabase;
let dataDir: string;
const processes: { child: ChildProcess; address: string; output: () => string }[] = [];

function start(): Promise<void> {
  const { host, port, user, database } = db.address;
  const child = spawn(process.execPath, [bundleProgram({ file: 'apps/server.ts' })], {
    cwd: packageRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '0',
      CAPTCHA: '0',
      RATE_LIMIT: '0',
      ADMIN_PASSWORD: password,
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    const hear = (chunk: unknown) => {
      output += String(chunk);
      const address = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[0];
      if (!address || processes.some((one) => one.child === child)) return;
      processes.push({ child, address, output: () => output });
      resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`a process ended:\n${output}`)));
  });
}

beforeAll(async () => {
  db = await createTestDatabase();
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-several-'));
  // both at once on an empty database: one prepares it, the other waits
  await Promise.all([start(), start()]);
}, 120_000);
afterAll(async () => {
  closeStreams();
  for (const { child } of processes) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  await db.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const [a, b] = [() => processes[0]?.address ?? '', () => processes[1]?.address ?? ''];

async function call<T>(address: string, token: string, body?: object): Promise<{ code: number; msg: string; data: T }> {
  const response = await fetch(address, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { 'content-type': 'application/json', 'think-lang': 'en', ...(token ? { batoken: token } : {}) },
  });
  return (await response.json()) as { code: number; msg: string; data: T };
}

test('a session of one process works at the other, and both receive the events', async () => {
  expect(await db.row('select count(*)::int as n from auth_admin')).toEqual({ n: 1 });
  const signedIn = await call<{ userInfo: { token: string } }>(`${a()}/admin/index/login`, '', {
    username: 'admin',
    password,
  });
  expect(signedIn.code, signedIn.msg).toBe(1);
  const { token } = signedIn.data.userInfo;
  const listening = await openEventStream({ address: a() }, '/admin/stream/index', `batoken=${token}`);

  const added = await call(`${b()}/admin/auth.department/add`, token, {
    name: '同城第二科',
    kind: 'section',
    status: '1',
    area_code: '530100',
  });
  expect(added.code, added.msg).toBe(1);
  await waitUntil(() => listening.events.some(({ data }) => data.resource === 'auth/department'));
  expect(listening.events.map(({ data }) => data.name)).toContain('auth/department.added');

  // a changed setting is announced to the other process, not read some time later
  const name = async (address: string) =>
    (await call<{ siteConfig: { siteName: string } }>(`${address}/admin/index/index`, token)).data.siteConfig.siteName;
  expect(await name(a())).toBe('Xingjian');
  const set = await call(`${b()}/admin/system.setting/save`, token, {
    section: 'site',
    values: { name_en: 'Heard' },
    versions: {},
  });
  expect(set.code, set.msg).toBe(1);
  await expect.poll(() => name(a())).toBe('Heard');

  // a cron job runs in one of them, once
  const run = (address: string) => call(`${address}/admin/system.schedule/run`, token, { name: 'purge_attempts' });
  const requested = await db.transaction(async (tx) => {
    // it cannot finish until both have tried: the rows that it deletes are locked
    await tx.query('lock table attempt in share mode');
    return Promise.all([run(a()), run(b())]);
  });
  expect(requested.map(({ code }) => code).sort()).toEqual([0, 1]);
  await expect
    .poll(() =>
      db.rows(`select status, attempts from schedule_run where name = 'purge_attempts' and requested_by = 'admin'`),
    )
    .toEqual([{ status: 'done', attempts: 1 }]);

  // a sign-out at one soon applies to the other
  const out = await call<null>(`${b()}/admin/index/logout`, token, { refresh_token: '' });
  expect(out.code).toBe(1);
  await expect.poll(async () => (await call(`${a()}/admin/index/index`, token)).code, { timeout: 8000 }).toBe(302);
});
