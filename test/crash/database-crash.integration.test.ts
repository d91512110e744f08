import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { enterpriseForm } from '#modules/enterprise/test/form.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { readPostmaster } from '#server/db/embedded/find-and-stop-leftover-postmaster.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { makeMemoryFolder } from '../setup/memory-folder.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { copyMigratedCluster } from '../support/copy-migrated-cluster.ts';
import { closeStreams, openEventStream } from '../support/event-stream.ts';

/** Two processes of the real product on a PostgreSQL that is stopped abruptly. */
const password = 'Crash-Test-1';
/** How often it is stopped; a search for faults that end a process takes some hundred rounds. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 2);
let parent: string;
let postgres: EmbeddedPostgres;
const servers: Server[] = [];

interface Server {
  child: ChildProcess;
  address: string;
  output(): string;
}

const startPostgres = async () => {
  // committed data is in the hands of the operating system, which does not crash
  const settings = { synchronous_commit: 'on' };
  postgres = await startEmbeddedPostgres({ folder: path.join(parent, 'postgres'), volatile: true, settings });
};
/** As `pg_ctl stop -m immediate`: no backend finishes its work, no client is disconnected properly. */
async function crash(): Promise<void> {
  const found = readPostmaster(path.join(postgres.folder, 'cluster'));
  if ('pid' in found) process.kill(found.pid, 'SIGQUIT');
  await postgres.stop();
}

function spawnServer(database = postgres.address.database): { child: ChildProcess; output: () => string } {
  const { host, port, user } = postgres.address;
  const child = spawn(process.execPath, [bundleProgram({ file: 'apps/server.ts' })], {
    cwd: packageRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: path.join(parent, 'data'),
      DEMO: '0',
      CAPTCHA: '0',
      RATE_LIMIT: '0',
      ADMIN_PASSWORD: password,
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  return { child, output: () => output };
}

async function startServer(): Promise<void> {
  const { child, output } = spawnServer();
  for (;;) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
    if (address) return void servers.push({ child, address, output });
    if (child.exitCode !== null) throw new Error(`a process ended:\n${output()}`);
    await sleep(50);
  }
}

beforeAll(async () => {
  parent = makeMemoryFolder('crash');
  copyMigratedCluster(parent);
  await startPostgres();
  await Promise.all([startServer(), startServer()]);
}, 180_000);
afterAll(async () => {
  closeStreams();
  for (const { child } of servers) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await postgres.stop();
  fs.rmSync(parent, { recursive: true, force: true });
}, 120_000);

interface Answer {
  status: number;
  code: number;
  msg: string;
  data: Record<string, unknown> | null;
}

async function call(to: number, token: string, action: string, body?: object, key?: string): Promise<Answer> {
  const response = await fetch(`${servers[to % servers.length]?.address}/admin/${action}`, {
    method: body ? 'POST' : 'GET',
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: {
      server: 'true',
      'content-type': 'application/json',
      batoken: token,
      ...(key ? { 'idempotency-key': key } : {}),
    },
  });
  return { ...((await response.json()) as Omit<Answer, 'status'>), status: response.status };
}

const isAway = ({ status, data }: Answer) => status === 503 && data?.reason === 'unavailable';
const ready = async () =>
  (await Promise.all(servers.map(({ address }) => fetch(`${address}/ready`)))).every(({ ok }) => ok);

test('a crash of the database under reads, writes, streams, exports and backups ends no process and loses nothing', {
  timeout: 60_000 + rounds * 20_000,
}, async () => {
  const signedIn = await call(0, '', 'index/login', { username: 'admin', password });
  const { token } = (signedIn.data as { userInfo: { token: string } }).userInfo;
  for (const { address } of servers) await openEventStream({ address }, '/admin/stream/index', `batoken=${token}`);
  const wrong: Answer[] = [];
  const added: number[] = [];
  let running = true;
  const send = async (to: number, action: string, body?: object, key?: string) => {
    const answer = await call(to, token, action, body, key);
    if (answer.code !== 1 && !isAway(answer)) wrong.push(answer);
    // refused at once while the database is away, people do not ask a thousand times a second
    if (isAway(answer)) await sleep(100);
    return answer;
  };
  const work: ((n: number, who: number) => Promise<unknown>)[] = [
    (n) => send(n, 'enterprise.enterprise/index?limit=20'),
    (n) => send(n, 'auth.group/index'),
    // short reads, each over a new connection
    (n) => (added.length ? send(n, `enterprise.enterprise/edit?id=${added.at(-1)}`) : sleep(20)),
    async (n, who) => {
      const form = enterpriseForm({ business_license: null, photo_front: null });
      let answer: Answer;
      do answer = await send(n, 'enterprise.enterprise/add', form, `${who}-${n}`);
      while (isAway(answer) && running);
      if (answer.code === 1) added.push(answer.data?.id as number);
    },
    (n) => send(n, 'enterprise.enterprise/export', { format: 'xlsx' }),
    async (n) => {
      await call(n, token, 'system.schedule/run', { name: 'back_up' });
      await sleep(300);
    },
  ];
  const people = [...work, ...work].map(async (one, who) => {
    for (let n = who; running; n++) await one(n, who);
  });
  const slow: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await sleep(300 + Math.random() * 1500);
    await crash();
    await sleep(Math.random() * 4500);
    await startPostgres();
    const back = Date.now();
    while (!(await ready())) await sleep(20);
    slow.push(Date.now() - back);
    expect(servers.map(({ child, output }) => [child.exitCode, child.exitCode === null || output()])).toEqual(
      servers.map(() => [null, true]),
    );
  }
  running = false;
  await Promise.all(people);
  expect(wrong).toEqual([]);
  for (const { output } of servers)
    expect(
      output()
        .split('\n')
        .filter((line) => /uncaughtException|unhandledRejection|"fault"/.test(line)),
    ).toEqual([]);
  const db = await openDatabase({ ...postgres.address, max: 1 });
  const stored = new Set((await db.rows<{ id: number }>('select id from enterprise')).map(({ id }) => id));
  await db.close();
  expect(added.filter((id) => !stored.has(id))).toEqual([]);
  expect(added.length).toBeGreaterThan(rounds);
  if (process.env.CRASH_ROUNDS) console.log({ added: added.length, back: slow });
});

test('a starting process waits for a database that crashed', { timeout: 240_000 }, async () => {
  // a database of its own: the two running processes still write into theirs
  const database = 'starting';
  const db = await openDatabase({ ...postgres.address, max: 1 });
  await db.query(`create database ${database}`);
  await db.close();
  const third = spawnServer(database);
  const on = await openDatabase({ ...postgres.address, database, max: 1 });
  const migrated = async () =>
    (await on.row<{ n: number }>('select count(*)::int as n from migration').catch(() => undefined))?.n ?? 0;
  await expect.poll(migrated, { timeout: 60_000, interval: 20 }).toBeGreaterThan(3);
  await on.close();
  await crash();
  await sleep(500);
  await startPostgres();
  await expect.poll(() => third.output(), { timeout: 120_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
  third.child.kill('SIGTERM');
  await once(third.child, 'exit');
});
