import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRunningPostgres, type SocketAddress } from '#server/db/embedded/embedded-postgres.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { copyMigratedCluster } from '../support/copy-migrated-cluster.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

/** The server is killed while officers answer the items of checks and submit the records, which seals them. */
const password = 'Bad-Luck-1';
const strokes = { strokes: [[100, 100, 300, 120, 500, 90]] };
let folder = '';
let server: ServerProcess | undefined;
let db: Database | undefined;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-sealing-'));
  fs.chmodSync(folder, 0o755); // run as root, PostgreSQL's own account has to pass through
  copyMigratedCluster(path.join(folder, 'data'));
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<{ url: string; token: string; db: Database }> {
  const dataDir = path.join(folder, 'data');
  const settings = { DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '0', CAPTCHA: '0', RATE_LIMIT: '0' };
  server = await startServerProcess(
    [bundleProgram({ file: 'apps/server.ts' })],
    { ...settings, ADMIN_PASSWORD: password },
    { ready: '/ready', pollMs: 50 },
  );
  await db?.close();
  db = await openDatabase({ ...(findRunningPostgres(path.join(dataDir, 'postgres')) as SocketAddress), max: 2 });
  const { data } = await call(server.url, '', 'index/login', { username: 'admin', password });
  return { url: server.url, token: (data as { userInfo: { token: string } }).userInfo.token, db };
}

async function call(url: string, token: string, action: string, body: unknown) {
  const response = await fetch(`${url}/admin/${action}`, {
    method: 'POST',
    headers: { server: 'true', 'content-type': 'application/json', batoken: token },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { code: number; msg: string; data: unknown };
}

interface RecordingCheck {
  readonly id: number;
  readonly answers: readonly number[];
}

/** Checks of an enterprise each, which two officers are recording; the administrator is one of them. */
async function makeChecks(on: Database, n: number): Promise<readonly RecordingCheck[]> {
  return on.rows<RecordingCheck & { readonly [column: string]: unknown }>(sql`
    with colleague as (
      insert into auth_admin (username, nickname, password, group_arr, area_code)
      select 'colleague', '执法员', password, group_arr, area_code from auth_admin where username = 'admin' returning id
    ), officers as (
      insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, domains, area_code, capacity, status)
      select a.id, '执法' || a.id, '13888001234', 'YN-K' || a.id, '云南省人民政府', '2099-12-31', '{lodging}', '530102', 500, 'verified'
      from (select id from colleague union all select id from auth_admin where username = 'admin') a returning id, cert_no
    ), d as (
      insert into auth_department (name, kind, area_code) values ('区文化和旅游局', 'bureau', '530102') returning id
    ), e as (
      insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
      select '被检查' || g, '91530102MK' || lpad(g::text, 8, '0'), 'hotel', '甲', '13800000001', '乙', '13800000002', '530102', '路', 'active'
      from generate_series(1, ${n}::int) g returning id, name
    ), c as (
      insert into enforcement_check (source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on, notify_mode,
        direct_reason, approved_at, started_at, status)
      select 'routine', '旅游法第八十五条', 'lodging', d.id, 'enterprise', e.id, e.name, '530102',
        current_date + 10, 'direct', 'evidence', now(), now(), 'recording' from e, d returning id
    ), o as (
      insert into enforcement_check_officer (check_id, officer_id, cert_no, arrived_at) select c.id, f.id, f.cert_no, now() from c, officers f
    ), items as (
      select id from library_check_item where status = 'published' and evidence = 'none' and answer_kind = 'yes_no_na' order by id limit 3
    ), a as (
      insert into enforcement_check_answer (check_id, item_id) select c.id, i.id from c, items i returning id, check_id)
    select check_id as id, array_agg(id order by id) as answers from a group by check_id order by check_id`);
}

/** What the server confirmed before it was killed. */
interface Confirmed {
  readonly answered: Set<number>;
  readonly submitted: Set<number>;
}

/** Answers all items and submits, one check after another, until the connection breaks. */
async function record(
  { url, token }: { url: string; token: string },
  checks: readonly RecordingCheck[],
  confirmed: Confirmed,
): Promise<void> {
  const send = async (action: string, body: unknown) => {
    const { code, msg, data } = await call(url, token, action, body);
    if (code !== 1) throw new Error(`refused: ${msg} ${JSON.stringify(data)}`);
  };
  for (const { id, answers } of checks) {
    for (const answer of answers) {
      await send('enforcement.checkAnswer/answer', { id: answer, answer: 'no', note: '未公示' });
      confirmed.answered.add(answer);
    }
    const signatures = { signature_officer: strokes, signature_second_officer: strokes, signature_object: strokes };
    await send('enforcement.check/submit', { id, summary: '现场检查情况如实记录', ...signatures });
    confirmed.submitted.add(id);
  }
}

const states = (on: Database) =>
  on.rows<{ id: number; status: string; proof: number[]; sealed: boolean }>(sql`
    select c.id, c.status, coalesce(x.payload like '%' || c.seal || '%', false) as sealed, array[
        (select count(*)::int from enforcement_check_signature s where s.check_id = c.id and s.replaced_at is null),
        (select count(*)::int from history h where h.resource = 'enforcement/check' and h.row_id = c.id and h.move = 'submit'),
        (select count(*)::int from chain_entry e where e.stream = 'enforcement/check:' || c.id and e.event = 'enforcement/check.submitted')] as proof
    from enforcement_check c left join chain_entry x on x.stream = 'enforcement/check:' || c.id and x.event = 'enforcement/check.submitted' order by c.id`);

test('kill -9 between answer and seal loses no confirmed answer, seals none by half, and the rest is submitted afterwards', {
  timeout: 300_000,
}, async () => {
  const before = await start();
  const checks = await makeChecks(before.db, 42);
  const confirmed: Confirmed = { answered: new Set(), submitted: new Set() };
  const refused: string[] = [];
  const people = Array.from({ length: 6 }, (_, at) =>
    record(before, checks.slice(at * 7, at * 7 + 7), confirmed).catch((error: Error) => {
      if (error.message.startsWith('refused')) refused.push(error.message);
    }),
  );
  // in the middle of the work, however fast the machine is
  while (confirmed.submitted.size < 12 && refused.length === 0) await sleep(20);
  await server?.kill();
  await Promise.all(people);
  expect(refused).toEqual([]);

  const after = await start();
  const found = await states(after.db);
  for (const { id, status, proof, sealed } of found)
    expect([id, status, proof, sealed]).toEqual(
      status === 'submitted' ? [id, 'submitted', [3, 1, 1], true] : [id, 'recording', [0, 0, 0], false],
    );
  const submitted = new Set(found.filter(({ status }) => status === 'submitted').map(({ id }) => id));
  expect(
    [...confirmed.submitted].filter((id) => !submitted.has(id)),
    'confirmed, and lost',
  ).toEqual([]);
  expect(submitted.size).toBeLessThan(checks.length);
  const stored = await after.db.rows<{ id: number }>(
    sql`select id from enforcement_check_answer where answer = 'no' and note = '未公示'`,
  );
  const answers = new Set(stored.map(({ id }) => id));
  expect(
    [...confirmed.answered].filter((id) => !answers.has(id)),
    'answered, and lost',
  ).toEqual([]);

  const open = checks.filter(({ id }) => !submitted.has(id));
  await record(after, open, confirmed);
  expect((await states(after.db)).every(({ status, sealed }) => status === 'submitted' && sealed)).toBe(true);
});
