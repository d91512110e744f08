import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { enterpriseForm } from '#modules/enterprise/test/form.ts';
import { findRunningPostgres, type SocketAddress } from '#server/db/embedded/embedded-postgres.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { runCronJobNow } from '#server/jobs/cron-jobs-and-their-runs.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { copyMigratedCluster } from '../support/copy-migrated-cluster.ts';

/**
 * The real server with its own database is killed in the middle of its work. Every write it acknowledged is there
 * afterwards, and no write is there by half.
 */
const password = 'Bad-Luck-1';
let dataDir = '';
let parent = '';
let server: { child: ChildProcess; url: string } | undefined;

beforeAll(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-luck-'));
  fs.chmodSync(parent, 0o755); // run as root, PostgreSQL's own account has to pass through
  dataDir = path.join(parent, 'data');
  copyMigratedCluster(dataDir);
});
afterAll(async () => {
  if (server) await stop(server.child, 'SIGTERM');
  fs.rmSync(parent, { recursive: true, force: true });
});

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function start(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [bundleProgram({ file: 'apps/server.ts' })], {
    cwd: packageRoot,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: '0',
      CAPTCHA: '0',
      RATE_LIMIT: '0',
      ADMIN_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(50)) {
    const url = /Address\s+(http:\/\/\S+)/.exec(output)?.[1];
    if (
      url &&
      (await fetch(`${url}/ready`).then(
        (answer) => answer.ok,
        () => false,
      ))
    )
      return { child, url };
    if (child.exitCode !== null) break;
  }
  child.kill('SIGKILL');
  throw new Error(`the server did not start:\n${output}`);
}

interface Answer {
  code: number;
  msg: string;
  data: Record<string, never>;
}

async function call(url: string, token: string, action: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${url}/admin/${action}`, {
    method: 'POST',
    headers: { server: 'true', 'content-type': 'application/json', batoken: token },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

async function signIn(url: string): Promise<string> {
  const answer = await call(url, '', 'index/login', { username: 'admin', password });
  return (answer.data as unknown as { userInfo: { token: string } }).userInfo.token;
}

const databaseOf = async () =>
  openDatabase({ ...(findRunningPostgres(path.join(dataDir, 'postgres')) as SocketAddress), max: 2 });

/** The writes that the server acknowledged, by row: the writes of the row, and its last known state. */
interface Acknowledged {
  writes: number;
  status: string;
  short_name: string | null;
  deleted: boolean;
}

/** Eight people who add, edit, submit, accept and delete as fast as they get answers, until the connection breaks. */
async function writeUntilKilled(url: string, token: string, acknowledged: Map<number, Acknowledged>): Promise<void> {
  const send = async (action: string, body: unknown) => {
    const answer = await call(url, token, `enterprise.enterprise/${action}`, body);
    if (answer.code !== 1) throw new Error(`refused: ${answer.msg}`);
    return answer;
  };
  for (let round = 0; ; round++) {
    const form = enterpriseForm({ business_license: null, photo_front: null });
    const { id } = (await send('add', form)).data as unknown as { id: number };
    const row: Acknowledged = { writes: 1, status: 'draft', short_name: null, deleted: false };
    acknowledged.set(id, row);
    for (const short_name of ['第一次', '第二次']) {
      await send('edit', { id, short_name });
      row.writes++;
      row.short_name = short_name;
    }
    if (round % 3 === 0) {
      await send('del', { ids: [id] });
      row.deleted = true;
    }
  }
}

async function killUnderLoad(acknowledged: Map<number, Acknowledged>, after: number): Promise<void> {
  const running = await start();
  server = running;
  const token = await signIn(running.url);
  const lost: string[] = [];
  const people = Array.from({ length: 8 }, () =>
    writeUntilKilled(running.url, token, acknowledged).catch(
      (error: Error) => void (error.message.startsWith('refused') && lost.push(error.message)),
    ),
  );
  const before = acknowledged.size;
  const all = Promise.all(people).then(() => 'ended' as const);
  await sleep(after);
  // on a busy machine not one may have been answered by then
  while (acknowledged.size < before + 6 && (await Promise.race([all, sleep(50)])) !== 'ended');
  await stop(running.child, 'SIGKILL');
  await all;
  expect(lost, 'no write was refused').toEqual([]);
}

test('kill -9 under load, twice, loses no acknowledged write and leaves none half done', {
  timeout: 240_000,
}, async () => {
  const acknowledged = new Map<number, Acknowledged>();
  await killUnderLoad(acknowledged, 600);
  const first = acknowledged.size;
  await killUnderLoad(acknowledged, 400);
  expect(first).toBeGreaterThan(5);
  expect(acknowledged.size).toBeGreaterThan(first);

  server = await start();
  const db = await databaseOf();
  try {
    const rows = new Map(
      (
        await db.rows<{ id: number; version: number; short_name: string | null; status: string }>(
          'select id, version, short_name, status from enterprise',
        )
      ).map((row) => [row.id, row]),
    );
    for (const [id, row] of acknowledged) {
      const found = rows.get(id);
      // the last write of each person was never answered: it may or may not be there, but all earlier ones must be
      if (row.deleted) expect([id, found]).toEqual([id, undefined]);
      else if (found) expect(found.version, `enterprise ${id}`).toBeGreaterThanOrEqual(row.writes);
      else
        expect(
          await db.row('select from security_data_recycle_log where row_id = $1 and resource = $2', [
            id,
            'enterprise/enterprise',
          ]),
          `enterprise ${id} is lost`,
        ).toBeDefined();
    }

    const halves = await db.rows(`
      select e.id, e.version, count(h.id)::int as history, (select count(*)::int from event v where v.resource = h.resource and v.row_id = e.id) as events
      from enterprise e left join history h on h.resource = 'enterprise/enterprise' and h.row_id = e.id
      group by e.id, e.version, h.resource having count(h.id) <> e.version or (select count(*) from event v where v.resource = h.resource and v.row_id = e.id) <> e.version`);
    expect(halves, 'a row has one history entry and one event for each of its versions').toEqual([]);
    const totals = await db.row<Record<string, number>>(`select
      (select count(*)::int from history where resource = 'enterprise/enterprise') as history,
      (select count(*)::int from event where resource = 'enterprise/enterprise') as events,
      (select count(*)::int from auth_admin_log where url like '/admin/enterprise.enterprise/%') as logs,
      (select count(*)::int from history where resource = 'enterprise/enterprise' and action = 'del') as deletions,
      (select count(*)::int from security_data_recycle_log where resource = 'enterprise/enterprise') as recycled,
      (select count(*)::int from history h where resource = 'enterprise/enterprise' and action = 'add' and not exists (select from enterprise e where e.id = h.row_id) and not exists (select from security_data_recycle_log r where r.row_id = h.row_id)) as orphans`);
    expect(totals).toEqual({
      history: totals?.history,
      events: totals?.history,
      logs: totals?.history,
      deletions: totals?.deletions,
      recycled: totals?.deletions,
      orphans: 0,
    });
  } finally {
    await db.close();
  }
  const token = await signIn(server.url);
  const added = await call(
    server.url,
    token,
    'enterprise.enterprise/add',
    enterpriseForm({ business_license: null, photo_front: null }),
  );
  expect([added.code, added.msg]).toEqual([1, '添加成功!']);
});

test('a request cut off in the middle of its body leaves nothing behind', { timeout: 60_000 }, async () => {
  const { url } = server as { url: string };
  const db = await databaseOf();
  const count = async () => (await db.row<{ n: number }>('select count(*)::int as n from enterprise'))?.n;
  const before = await count();
  const token = await signIn(url);
  for (let round = 0; round < 5; round++) {
    const control = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      async start(stream) {
        stream.enqueue(new TextEncoder().encode(`{"name":"半截${round}",`));
        await sleep(30);
        control.abort();
      },
    });
    await fetch(`${url}/admin/enterprise.enterprise/add`, {
      method: 'POST',
      body,
      duplex: 'half',
      signal: control.signal,
      headers: { server: 'true', 'content-type': 'application/json', batoken: token },
    } as RequestInit).catch(() => {});
  }
  await sleep(100);
  expect(await count()).toBe(before);
  expect((await fetch(`${url}/ready`)).ok).toBe(true);
  await db.close();
});

test('kill -9 while evidence is sealed leaves no part of a root, and the next start seals it once', {
  timeout: 90_000,
}, async () => {
  server ??= await start();
  const { child } = server;
  const stream = 'crash/test:1';
  const db = await databaseOf();
  const before = await db.row<{ n: number }>('select count(*)::int as n from chain_root');
  await db.query(sql`
    insert into chain_entry (stream, seq, event, payload, payload_hash, previous, actor, device, server_time, hash, history_id)
    values (${stream}, 1, 'crash/test.added', '{}', 'p', '0', 'system', '', now(), 'h', 1)`);
  let wasSealing = false;
  // the root is stored before the ends of the chains: the lock stops the server between the two
  const killed = db.transaction(async (tx) => {
    await tx.query('lock table chain_root_head in share mode');
    expect(await runCronJobNow(db, 'seal_evidence', 'test')).toBe(true);
    const waiting = sql`select from pg_locks where relation = 'chain_root_head'::regclass and not granted`;
    await expect.poll(() => db.row(waiting), { timeout: 60_000 }).toBeDefined();
    wasSealing = true;
    await stop(child, 'SIGKILL');
  });
  await killed.catch(() => {}); // the embedded database may have ended with the server
  expect(wasSealing).toBe(true);
  await db.close().catch(() => {});

  server = await start();
  const after = await databaseOf();
  try {
    const sealed = sql`select r.number, r.heads from chain_root r join chain_root_head h on h.root = r.number where h.stream = ${stream}`;
    await expect.poll(() => after.rows(sealed), { timeout: 60_000 }).toHaveLength(1);
    const run = sql`select status from schedule_run where name = 'seal_evidence' and requested_by = 'test'`;
    await expect.poll(() => after.rows(run), { timeout: 60_000 }).toEqual([{ status: 'done' }]);
    expect(await after.rows(sealed)).toHaveLength(1);
    const roots = await after.rows<{ number: number; heads: number; there: number }>(
      sql`select r.number, r.heads, (select count(*)::int from chain_root_head h where h.root = r.number) as there from chain_root r order by 1`,
    );
    expect(roots.map(({ number }) => number)).toEqual(roots.map((_, at) => at + 1));
    expect(roots.length).toBeGreaterThan(before?.n ?? 0);
    expect(
      roots.filter(({ heads, there }) => heads !== there),
      'a root has all its ends',
    ).toEqual([]);
  } finally {
    await after.close();
  }
});
