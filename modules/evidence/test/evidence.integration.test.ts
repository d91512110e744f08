import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import type { EvidenceExport } from '#kernel/evidence-chain/evidence-export-format.ts';
import type { EvidencePublicKeys } from '#kernel/evidence-chain/public-keys-and-signatures-of-merkle-roots.ts';
import type { DailyRoot, SignedRoot } from '#kernel/evidence-chain/signed-hourly-and-daily-merkle-root.ts';
import { verifyEvidenceExport } from '#kernel/evidence-chain/verify-evidence-export.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { readWorkbench } from '#modules/identity/server/workbench/read-open-work-of-officer.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { encryptionWithMasterKey } from '#server/encryption-and-signing.ts';
import { unpackZip } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import { write } from '#server/write/write-pipeline.ts';
import { hashesOf, nodeTools } from '../../../test/evidence/sample-export.ts';
import { inventModule } from '../../../test/invented/invented-module.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import type { EvidenceChainStatusList } from '../contract/evidence-chain-status.ts';
import { checkAllEvidenceChains } from '../server/check/check-all-evidence-chains-roots-and-signatures.ts';
import { createFirstSigningKey, readPublicKeys, readSigningState } from '../server/key/evidence-signing-keys.ts';
import { publishDailyEvidenceRoots } from '../server/root/publish-daily-evidence-roots.ts';
import { sealHourlyEvidenceRoot } from '../server/root/seal-hourly-evidence-root.ts';

const label = text('样本', 'Sample');

/** Cases that are closed with a file as evidence; everything is chained. */
const matter = resource({
  name: 'docket/matter',
  label,
  title: 'subject',
  scope: 'area',
  chained: ['add', 'close', 'reopen'],
  fields: {
    subject: field.text(label, { required: true, max: 40 }),
    area_code: field.area(label, { required: true }),
  },
  life: lifecycle({
    initial: 'open',
    states: { open: label, closed: label },
    moves: {
      close: { from: ['open'], to: 'closed', label, evidence: { files: { max: 3 }, place: 'optional' } },
      reopen: { from: ['closed'], to: 'open', label },
    },
  }),
});
const docket = inventModule(module_({ name: 'docket', label, icon: 'lock', weigh: 1, entries: [matter] }));

let app: TestApp;
let chief: Caller;
let client: Client;
beforeAll(async () => {
  app = await startApp({ also: docket });
  chief = await app.officer('admin');
  client = await app.client({ officer: 'admin' });
}, 120_000);
afterAll(() => app.close());

const log = { title: label, url: '/admin/test', data: '{}' };
const ok = <T>({ code, msg, data }: { code: number; msg: string; data: T }): T => {
  expect(code, `${msg} ${JSON.stringify(data)}`).toBe(1);
  return data;
};
const add = async (area = '530102') =>
  (await write(app.engine, matter, chief, { operation: 'add', input: { subject: '一案', area_code: area }, log })).id;
const move = (id: number, name: 'close' | 'reopen', input: Readonly<Record<string, unknown>> = {}) =>
  write(app.engine, matter, chief, { operation: 'move', move: name, id, input, log });
const streamOf = (id: number) => `docket/matter:${id}`;
const seal = () => sealHourlyEvidenceRoot(app.engine);

/** A stored file, as an upload leaves it. */
async function store(content: Buffer): Promise<string> {
  const url = `/storage/private/evidence/${randomBytes(8).toString('hex')}.png`;
  const file = path.join(app.config.dataDir, url);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
  await app.db.query(sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, admin_id)
    values (${url}, '照片.png', ${content.length}, 'image/png', ${url}, ${hashesOf(content).sha256}, true, ${chief.id})`);
  return url;
}

/** Changes rows although the database refuses it, as whoever owns it could. */
const tamper = (...statements: ReturnType<typeof sql>[]) =>
  app.db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    for (const statement of statements) await tx.query(statement);
  });

async function runJob(id: number): Promise<Record<string, unknown>> {
  const job = async () =>
    await app.db.row<{ status: string; message: string; result: Record<string, unknown> | null }>(
      sql`select status, message, result from job where id = ${id}`,
    );
  await expect.poll(async () => (await job())?.status, { timeout: 60_000 }).toBe('done');
  return (await job())?.result ?? {};
}

async function exported(id: number) {
  const { job_id } = ok(
    await client.post<{ job_id: number }>('/admin/evidence.chain/export', { resource: matter.name, id }),
  );
  const { url } = await runJob(job_id);
  const file = path.join(app.config.dataDir, 'result', path.basename(String(url)));
  const parts = unpackZip(fs.readFileSync(file), () => true, { size: 2 ** 26, files: 100 });
  const evidence = JSON.parse(parts.get('entries.json')?.toString() ?? '') as EvidenceExport;
  const contents = new Map([...parts].map(([name, content]) => [name, hashesOf(content)]));
  return { file, evidence, contents };
}

const publishedKeys = async () =>
  ok(await (await app.client('nobody')).get<{ list: EvidencePublicKeys[] }>('/api/evidence/keys')).list;

describe('a key that is gone', () => {
  test('signs nothing and is never replaced silently; roots go on and say so', async () => {
    // the database was prepared with the secret.key of another folder
    expect(await readSigningState(app.engine)).toMatchObject({ state: 'gone' });
    await createFirstSigningKey(app.engine);
    expect(await readPublicKeys(app.db)).toHaveLength(1);
    const root = await seal();
    expect(root).toMatchObject({ number: 1, key: null });
    expect(ok(await client.get('/admin/evidence.chain/state'))).toMatchObject({
      signing: 'gone',
      unsigned: 1,
      last_root: { number: 1, signed: false },
    });
    const { todo } = await readWorkbench(app.engine, chief);
    expect(todo.find(({ path }) => path === '/admin/evidence/state')).toMatchObject({ count: 1 });
  });

  test('is replaced by an officer with a reason; the replaced one signs the new, if it can', async () => {
    const reason = '迁移时密钥文件遗失';
    for (const _ of [1, 2]) ok(await client.post('/admin/evidence.chain/replaceKey', { reason }));
    const keys = await publishedKeys();
    expect(keys.map(({ predecessor, endorsement }) => [predecessor, endorsement !== null])).toEqual([
      [null, false],
      [keys[0]?.kid, false],
      [keys[1]?.kid, true],
    ]);
    expect(await readSigningState(app.engine)).toMatchObject({ state: 'ready', key: { kid: keys[2]?.kid } });
    const secrets = await app.db.rows<{ kid: string }>('select kid from chain_key_secret');
    expect(secrets).toEqual([{ kid: keys[2]?.kid }]);
    expect(await readSigningState({ db: app.db, seal: encryptionWithMasterKey(randomBytes(32)) })).toMatchObject({
      state: 'gone',
    });
    const refused = await client.post('/admin/evidence.chain/replaceKey', { reason: '' });
    expect(refused.code).toBe(0);
  });
});

test('groups of existing installations get the export beside the list of roots, unless somebody chose their rights', async () => {
  const holds = async () =>
    await app.db.row<{ held: boolean }>(sql`
      select exists (select from auth_menu m where m.name = 'evidence/root/extract' and m.id = any(g.rules)) as held
      from auth_group g where g.shipped = 'city'`);
  const migrate = () => app.db.query(fs.readFileSync('migrations/202611290403_evidence_extract_of_groups.sql', 'utf8'));
  await app.db.query(
    sql`update auth_group set rules = array_remove(rules, (select id from auth_menu where name = 'evidence/root/extract')) where shipped = 'city'`,
  );
  await app.db.query(sql`insert into history (resource, row_id, action, actor_type, actor_name, changes)
    select 'auth/group', id, 'edit', 'admin', '主任', '{"rules": [[], []]}' from auth_group where shipped = 'city'`);
  await migrate();
  expect(await holds()).toEqual({ held: false });
  await app.db.query(sql`delete from history where resource = 'auth/group' and actor_name = '主任'`);
  await migrate();
  expect(await holds()).toEqual({ held: true });
});

describe('an export', () => {
  test('of one row has its files and the roots that cover it, and both verifiers find it intact', async () => {
    const id = await add();
    await seal();
    const photo = Buffer.from('一张照片');
    await move(id, 'close', { evidence_files: [await store(photo)] });
    for (let n = 0; n < 5; n++) await add();
    await seal();
    const { evidence, contents, file } = await exported(id);
    expect(await verifyEvidenceExport(nodeTools, evidence, contents, await publishedKeys())).toEqual({
      state: 'intact',
      findings: [],
      entries: 2,
      unproven: 0,
      removed: 0,
      files: 1,
      roots: 2,
      seen: ['ed25519', 'sm2'],
    });
    expect(evidence.files).toMatchObject([{ name: '照片.png', size: photo.length, ...hashesOf(photo) }]);
    const script = path.join(packageRoot, 'test/evidence/verify_evidence.py');
    const { status, stdout } = spawnSync('python3', [script, file], { encoding: 'utf8' });
    if (status !== null) expect(JSON.parse(stdout)).toMatchObject({ state: 'intact', entries: 2 });
    const cut = { ...evidence, streams: { [streamOf(id)]: evidence.streams[streamOf(id)]?.slice(0, 1) ?? [] } };
    expect((await verifyEvidenceExport(nodeTools, cut, contents)).findings).toEqual([
      { kind: 'missing_at_end', stream: streamOf(id), from: 2, to: 2 },
    ]);
  });

  test('is refused of a row of which nothing is sealed', async () => {
    const row = await app.db.row<{ id: number }>(
      sql`insert into docket_matter (subject, area_code) values ('旧案', '530102') returning id`,
    );
    const answer = await client.post('/admin/evidence.chain/export', { resource: matter.name, id: row?.id });
    expect([answer.status, answer.code, answer.data]).toEqual([200, 0, { reason: 'nothing_sealed' }]);
  });

  test('is of a chain among all, with their length and how far they are sealed', async () => {
    const [sealed, open] = [await add(), await add()];
    await seal();
    await move(open, 'close');
    const read = async (after?: string) =>
      ok(await client.get<EvidenceChainStatusList>('/admin/evidence.chain/streams', after ? { after } : {}));
    const { list } = await read(`${streamOf(sealed)}`.slice(0, -1));
    const found = (id: number) => list.find(({ stream }) => stream === streamOf(id));
    expect(found(sealed)).toMatchObject({ resource: matter.name, row_id: sealed, seq: 1, sealed_seq: 1, signed: true });
    expect(found(open)).toMatchObject({ seq: 2, sealed_seq: 1, event: `${matter.name}.moved` });
    expect((await read(list.at(-1)?.stream)).list).toEqual([]);
    const county = await app.client({ officer: 'county1' });
    expect((await county.get('/admin/evidence.chain/streams')).code).not.toBe(1);
  });

  test('says what no root covers yet, and is covered through a later root where one is not signed', async () => {
    const id = await add();
    await move(id, 'close');
    const young = await exported(id);
    expect(await verifyEvidenceExport(nodeTools, young.evidence, young.contents)).toMatchObject({
      state: 'unproven',
      unproven: 2,
    });
    await sealHourlyEvidenceRoot({ db: app.db, seal: encryptionWithMasterKey(randomBytes(32)) });
    await sealHourlyEvidenceRoot({ db: app.db, seal: encryptionWithMasterKey(randomBytes(32)) });
    const unsigned = await exported(id);
    expect(await verifyEvidenceExport(nodeTools, unsigned.evidence, unsigned.contents)).toMatchObject({
      state: 'unproven',
    });
    await seal();
    const { evidence, contents } = await exported(id);
    expect(evidence.roots.map(({ signatures }) => signatures !== null)).toEqual([false, false, true]);
    expect(await verifyEvidenceExport(nodeTools, evidence, contents)).toMatchObject({ state: 'intact', unproven: 0 });
  });

  test('is given to officers who may see the row and export evidence, and is logged', async () => {
    const id = await add('530103');
    const other = await app.client({ officer: 'county1' });
    const city = await app.client({ officer: 'city' });
    const asked = { resource: matter.name, id };
    expect((await other.post('/admin/evidence.chain/export', asked)).code).not.toBe(1);
    expect((await city.post('/admin/evidence.chain/export', asked)).code).not.toBe(1);
    expect((await client.post('/admin/evidence.chain/export', { resource: 'auth/admin', id: 1 })).code).not.toBe(1);
    await exported(id);
    const logged = await app.db.row(
      sql`select from auth_admin_log where title = '导出证据' and admin_id = ${chief.id}`,
    );
    expect(logged).toBeDefined();
  });

  test('is given to the leaders of a prefecture, and not to a county, whose officers do not see chains', async () => {
    await uploadMaterials(app.engine);
    const asked = { resource: 'enterprise/enterprise', id: await addEnterprise(app.engine, chief) };
    const city = await app.client({ officer: 'city' });
    expect(ok(await city.get<{ list: unknown[] }>('/admin/evidence.chain/entries', asked)).list).toEqual([]);
    ok(await city.get('/admin/evidence.chain/state'));
    await app.db.query(sql`update enterprise set status = 'suspended' where id = ${asked.id}`);
    const resumed = { id: asked.id, document_no: '核验〔2026〕1号', reason: '整改到位，书面复查合格' };
    ok(await city.post('/admin/enterprise.enterprise/resume', resumed));
    const { job_id } = ok(await city.post<{ job_id: number }>('/admin/evidence.chain/export', asked));
    expect((await runJob(job_id)).url).toMatch(/\.zip$/);
    expect((await city.post('/admin/evidence.chain/replaceKey', { reason: '密钥文件遗失' })).code).not.toBe(1);
    const county = await app.client({ officer: 'county1' });
    for (const action of ['entries', 'state', 'export'])
      expect((await county.post(`/admin/evidence.chain/${action}`, asked)).code, action).not.toBe(1);
  });
});

describe('the check of everything', () => {
  test('names stream and number of the first changed entry, and the rows missing at the end', async () => {
    const [changed, cut, gone] = [await add(), await add(), await add()];
    for (const id of [changed, cut]) {
      for (const name of ['close', 'reopen', 'close'] as const) await move(id, name);
    }
    await seal();
    expect((await checkAllEvidenceChains(app.db)).findings).toEqual([]);
    await tamper(
      sql`update chain_entry set device = 'tesu' where stream = ${streamOf(changed)} and seq = 3`,
      sql`delete from chain_entry where stream = ${streamOf(cut)} and seq > 1`,
      sql`delete from chain_entry where stream = ${streamOf(gone)}`,
    );
    const { job_id } = ok(await client.post<{ job_id: number }>('/admin/evidence.chain/verify'));
    const { findings: found } = await runJob(job_id);
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        { kind: 'entry', stream: streamOf(changed), seq: 3, why: 'entry' },
        { kind: 'missing_at_end', stream: streamOf(cut), from: 2, to: 4 },
        { kind: 'missing_at_end', stream: streamOf(gone), from: 1, to: 1 },
      ]),
    );
    await tamper(
      sql`delete from chain_entry where stream = any(${[changed, cut].map(streamOf)}::text[])`,
      sql`delete from chain_root_head where stream = any(${[changed, cut, gone].map(streamOf)}::text[])`,
    );
    const { roots, findings } = await checkAllEvidenceChains(app.db);
    expect(findings).toEqual([{ kind: 'root', root: roots, why: 'proof' }]);
  });

  test('finds a root that was removed, changed or signed by somebody else', async () => {
    const root = await seal();
    const content = JSON.stringify({ ...root, until: '2030-01-01T00:00:00.000Z' });
    await tamper(sql`update chain_root set content = ${content} where number = ${root.number}`);
    const { findings } = await checkAllEvidenceChains(app.db);
    expect(findings.filter(({ kind }) => kind === 'signature')).toEqual([
      { kind: 'signature', of: root.number, algorithm: 'ed25519' },
      { kind: 'signature', of: root.number, algorithm: 'sm2' },
    ]);
    await tamper(
      sql`delete from chain_root_head where root = ${root.number}`,
      sql`delete from chain_root where number = ${root.number}`,
    );
    await tamper(sql`update chain_root set number = number + 1 where number = ${root.number - 1}`);
    expect((await checkAllEvidenceChains(app.db)).findings).toContainEqual({
      kind: 'root',
      root: root.number - 1,
      why: 'missing',
    });
    await tamper(sql`update chain_root set number = number - 1 where number = ${root.number}`);
  });
});

describe('the statement of a day', () => {
  test('is published once the day is over, with the day before and after, and mailed to who may receive it', async () => {
    await tamper(
      sql`update chain_root set until_at = until_at - interval '1 day' where number > 1`,
      sql`update chain_root set until_at = until_at - interval '3 days' where number = 1`,
      sql`update auth_admin set email = 'jiandu@example.gov.cn' where username = 'city'`,
    );
    const days = await publishDailyEvidenceRoots(app.engine);
    expect(days).toHaveLength(2);
    expect(await publishDailyEvidenceRoots(app.engine)).toEqual([]);
    const nobody = await app.client('nobody');
    interface Day extends SignedRoot<DailyRoot> {
      hash: string;
      previous_day: string | null;
      next_day: string | null;
    }
    const last = ok(await nobody.get<Day>('/api/evidence/day'));
    expect(last).toMatchObject({ previous_day: days[0], next_day: null, content: { day: days[1], number: 2 } });
    const first = ok(await nobody.get<Day>('/api/evidence/day', { day: days[0] ?? '' }));
    expect(first).toMatchObject({ previous_day: null, next_day: days[1], content: { roots: [{ number: 1 }] } });
    expect(last.content.previous).toBe(first.hash);
    expect((await nobody.get('/api/evidence/day', { day: '2020-01-01' })).code).not.toBe(1);
    const mails = await app.db.rows<{ n: number }>(
      sql`select count(*)::int as n from message_email where template_code = 'evidence_daily_root'`,
    );
    expect(mails).toEqual([{ n: 2 }]);
  });
});

test('sealing is one transaction: two at once follow each other, and one that is killed leaves nothing', async () => {
  await add();
  const before = (await seal()).number;
  await add();
  const both = await Promise.all([seal(), seal()]);
  expect(both.map(({ number }) => number).sort((a, b) => a - b)).toEqual([before + 1, before + 2]);
  expect(both.map(({ count }) => count).sort()).toEqual([0, 1]);
  await add();
  const killed = app.db.transaction(async (tx) => {
    await sealHourlyEvidenceRoot({
      db: { ...app.db, transaction: (work) => work({ ...tx, afterCommit: () => {} }) },
      seal: app.engine.seal,
    });
    const backend = await tx.row<{ pid: number }>('select pg_backend_pid() as pid');
    await app.db.query('select pg_terminate_backend($1)', [backend?.pid]);
    await tx.query('select 1');
  });
  await expect(killed).rejects.toThrow();
  expect(await seal()).toMatchObject({ number: before + 3, count: 1 });
});
