import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterpriseForm } from '#modules/enterprise/test/form.ts';
import { createFirstGroupsAndAdmin } from '#modules/identity/server/account/create-first-accounts.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import { readConfig } from '#server/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import { createJob, findJob } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { createLog } from '#server/log.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { type RunningServer, startServer } from '#server/start/start-server-with-database-and-jobs.ts';
import { makeMemoryFolder } from '../setup/memory-folder.ts';
import { copyMigratedCluster } from '../support/copy-migrated-cluster.ts';
import { closeStreams, openEventStream, waitUntil } from '../support/event-stream.ts';
import { waitForSubscribers } from '../support/wait-for-subscribers.ts';

/** The whole server on a database that is restarted by somebody else. */
let parent: string;
let postgres: EmbeddedPostgres;
let db: Database;
let platform: Platform;
let server: RunningServer;
let token: string;
/** How long a call waits for the database, in ms. */
const patience = 15_000;
const lines: { level: string; msg: string }[] = [];
const ran: number[] = [];
/** Running jobs that wait for the test to release them. */
const atWork: { go(): void }[] = [];

const linger = () => new Promise<void>((go) => void atWork.push({ go }));

const startPostgres = async () => {
  postgres = await startEmbeddedPostgres({ folder: path.join(parent, 'postgres'), volatile: true });
};

beforeAll(async () => {
  parent = makeMemoryFolder('away');
  copyMigratedCluster(parent);
  await startPostgres();
  const log = createLog({ pretty: false, destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  db = await openDatabase({
    ...postgres.address,
    max: 10,
    patience,
    onAway: (error) => log.error({ reason: String(error) }, 'away'),
    onBack: (was) => log.warn(was, 'back'),
  });
  const config = readConfig({
    PORT: '0',
    DATA_DIR: path.join(parent, 'files'),
    DEMO: '0',
    CAPTCHA: '0',
    RATE_LIMIT: '0',
    ADMIN_PASSWORD: 'Away-Test-2026',
  });
  const webRoot = path.join(parent, 'web');
  fs.mkdirSync(webRoot);
  fs.writeFileSync(path.join(webRoot, 'index.html'), '<!doctype html><title>行鉴</title>');
  const counting = {
    name: 'counting',
    tasks: { count: async () => void ran.push(Date.now()), linger },
    jobs: {
      linger: {
        restarts: true,
        // in the middle of reading, like an export
        run: ({ db: on }: Engine) =>
          on.session(async (session) => {
            await linger();
            return { ...(await session.row('select 1 as one')) };
          }),
      },
    },
  };
  const made = await createEngine({
    db,
    config,
    log,
    resources,
    modules: (forget) => [...serverModules(forget), counting],
  });
  platform = made;
  await createFirstGroupsAndAdmin(made.engine);
  server = await startServer({ platform: made, config, log, webRoot });
  const answer = await call('POST', 'index/login', { username: 'admin', password: 'Away-Test-2026' });
  token = (answer.body.data as { userInfo: { token: string } }).userInfo.token;
});
afterAll(async () => {
  await server.stop();
  await db.close();
  await postgres.stop();
  fs.rmSync(parent, { recursive: true, force: true });
});

interface Answer {
  status: number;
  retryAfter: string | null;
  body: { code: number; msg: string; data: unknown };
}

async function call(
  method: string,
  action: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${server.address}/admin/${action}`, {
    method,
    headers: { server: 'true', 'content-type': 'application/json', ...(token ? { batoken: token } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Answer['body'],
  };
}
const form = () => enterpriseForm({ business_license: null, photo_front: null });
const status = async (address: string, headers: Record<string, string> = {}) =>
  (await fetch(`${server.address}${address}`, { headers })).status;

test('while the database is away, calls get 503, a Retry-After header, and a message in the language of the caller', {
  timeout: 120_000,
}, async () => {
  // tasks of the start would each say that they failed
  await waitForSubscribers(platform.engine.db);
  lines.length = 0;
  platform.authenticator.forget();
  await postgres.stop();
  const [read, write, english, login, ...others] = await Promise.all([
    call('GET', 'auth.group/index'),
    call('POST', 'enterprise.enterprise/add', form()),
    call('GET', 'auth.group/index', undefined, { 'think-lang': 'en' }),
    call('POST', 'index/login', { username: 'admin', password: 'Away-Test-2026' }),
    ...Array.from({ length: 40 }, () => call('GET', 'auth.group/index')),
  ]);
  for (const one of [read, write, english, login, ...others]) {
    expect([one.status, one.retryAfter]).toEqual([503, '2']);
    expect(one.body).toMatchObject({ code: 0, data: { reason: 'unavailable', retry_after: 2 } });
  }
  expect([read.body.msg, english.body.msg]).toEqual([
    '数据库暂时连接不上，请稍后再试',
    'The database is temporarily unreachable. Try again later',
  ]);
  expect(write.body.data, 'nothing was sent').not.toHaveProperty('outcome');

  // a call has waited in vain: from now on all calls are answered at once, however many there are
  const late = sleep(patience * 0.9, 'late' as const);
  const crowd = Promise.all(Array.from({ length: 100 }, () => call('GET', 'auth.group/index')));
  const heard = await Promise.race([crowd, late]);
  expect(heard === 'late' ? heard : [...new Set(heard.map((one) => one.status))]).toEqual([503]);

  expect(await status('/health')).toBe(200);
  expect(await status('/ready')).toBe(503);
  expect(await status('/admin/enterprise', { accept: 'text/html' }), 'pages are files').toBe(200);
  expect(await status('/metrics')).toBe(200);
  expect(await status('/storage/default/20260101/nothing.png')).not.toBe(500);

  await startPostgres();
  await expect.poll(() => status('/ready'), { timeout: 60_000 }).toBe(200);
  await expect.poll(() => lines.some(({ msg }) => msg === 'back')).toBe(true);
  expect((await call('GET', 'auth.group/index')).body.code).toBe(1);
  const logged = lines.filter(({ level }) => level !== 'info').map(({ msg }) => msg);
  expect(logged, 'one log line when it goes, one when it is back').toEqual(['away', 'back']);
  expect(lines.find(({ msg }) => msg === 'back')).toMatchObject({ refused: expect.any(Number) });
  expect(lines.some((line) => JSON.stringify(line).includes('    at '))).toBe(false);
});

test('during a restart under load, calls wait and succeed, and keyed writes happen once', {
  timeout: 120_000,
}, async () => {
  let running = true;
  const failed: unknown[] = [];
  const names: string[] = [];
  const reader = async () => {
    while (running) {
      const answer = await call('GET', 'auth.group/index');
      if (answer.body.code !== 1) failed.push(answer);
    }
  };
  const writer = async (writer: number) => {
    for (let n = 0; running; n++) {
      const row = { ...form(), name: `并发${writer}-${n}` };
      const answer = await call('POST', 'enterprise.enterprise/add', row, { 'idempotency-key': `k${writer}-${n}` });
      if (answer.body.code === 1) names.push(row.name);
      else failed.push(answer);
    }
  };
  const people = [...Array.from({ length: 6 }, reader), ...Array.from({ length: 6 }, (_, n) => writer(n))];
  const writtenOver = (count: number) =>
    expect.poll(() => names.length > count || failed.length > 0, { timeout: 40_000 }).toBe(true);
  await writtenOver(5);
  // the fast shutdown ends every backend immediately
  await postgres.stop();
  await startPostgres();
  await writtenOver(names.length + 10);
  running = false;
  await Promise.all(people);
  expect(failed).toEqual([]);
  const found = await db.rows<{ name: string; n: number }>(
    `select name, count(*)::int as n from enterprise where name like '并发%' group by name`,
  );
  expect(found.filter(({ n }) => n !== 1)).toEqual([]);
  expect(found.map(({ name }) => name).sort()).toEqual(names.sort());
});

test('jobs, live events and the lock of the process recover by themselves', { timeout: 120_000 }, async () => {
  const stream = await openEventStream(server, '/admin/stream/index', `batoken=${token}`);
  await postgres.stop();
  await sleep(1500);
  await startPostgres();
  const before = ran.length;
  await addTask(db, 'count', {});
  await expect.poll(() => ran.length, { timeout: 60_000 }).toBe(before + 1);
  await call('POST', 'enterprise.enterprise/add', form());
  await waitUntil(() => stream.events.length > 0);
  expect([stream.events.map(({ data }) => data.name), stream.ended()]).toEqual([
    ['enterprise/enterprise.added'],
    false,
  ]);
  const locks = () =>
    db.rows(
      `select from pg_locks l where locktype = 'advisory' and granted and exists (select from job_worker w where w.process = l.objid::bigint)`,
    );
  await expect.poll(async () => (await locks()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  closeStreams();
});

test('a task that ends while the database is away runs again when it is back', { timeout: 120_000 }, async () => {
  const owner = { type: 'admin', id: 1 } as const;
  const { id } = await createJob(db, { kind: 'linger', title: 'linger', owner, locale: 'zh-cn' });
  await addTask(db, 'linger', {});
  await expect.poll(() => atWork.length, { timeout: 60_000 }).toBe(2);
  await postgres.stop();
  // neither its end nor its failure can be recorded
  for (const { go } of atWork.splice(0)) go();
  await sleep(500);
  await startPostgres();
  await expect.poll(() => atWork.length, { timeout: 60_000 }).toBe(2);
  for (const { go } of atWork) go();
  await expect.poll(async () => (await findJob(db, owner, id))?.status, { timeout: 60_000 }).toBe('done');
  await expect
    .poll(() => db.rows('select 1 from graphile_worker.jobs where task_identifier in ($1, $2)', ['linger', 'run_job']))
    .toEqual([]);
});
