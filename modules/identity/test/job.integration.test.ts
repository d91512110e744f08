import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { activeEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { readRowText } from '#server/read/row/read-one-row-as-json.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';
import { watchWrites } from '../../../test/support/watch-writes.ts';
import { admin } from '../contract/admin.ts';

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  await watchWrites(app.db);
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

const groupOf = async (name: string) =>
  (await app.db.row<{ id: number }>(sql`select id from auth_group where name = ${name}`))?.id ?? 0;
const rights = (username: string) =>
  app.db.row<{ id: number; group_arr: number[]; job_arr: number[]; main_job_id: number | null }>(
    sql`select id, group_arr, job_arr, main_job_id from auth_admin where username = ${username}`,
  );
async function add(address: string, body: object): Promise<number> {
  const answer = await chief.post<{ id: number }>(`/admin/${address}/add`, body);
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
}

test('jobs bring their groups, and are handed over with them in one transaction', async () => {
  const [city, county] = [await groupOf('市级市场管理'), await groupOf('县级市场管理')];
  const audit = await add('auth.job', { code: 'audit', name: '审核岗', level: 3, group_arr: [city], status: '1' });
  const officeJob = await add('auth.job', { code: 'desk', name: '窗口岗', group_arr: [county], status: '1' });
  const account = (username: string, more: object) =>
    add('auth.admin', {
      username,
      nickname: username,
      password: testPassword,
      area_code: '530100',
      status: '1',
      ...more,
    });
  await account('giver', { job_arr: [officeJob, audit] });
  await account('taker', { group_arr: [county] });
  expect(await rights('giver')).toMatchObject({
    group_arr: expect.arrayContaining([city, county]),
    main_job_id: officeJob,
  });
  const [giver, taker] = [await rights('giver'), await rights('taker')];
  const none = await chief.post<{ errors: object }>('/admin/auth.admin/add', {
    username: 'no_group',
    nickname: 'x',
    password: testPassword,
    status: '1',
  });
  expect(none.data.errors, 'neither groups nor a job with some').toHaveProperty('group_arr');
  expect(
    (await chief.post<{ errors: object }>('/admin/auth.admin/edit', { id: taker?.id, main_job_id: audit })).data.errors,
  ).toHaveProperty('main_job_id');
  const listed = await chief.get<{ jobs: { name: string }[] }>('/admin/auth.handOver/index', { from: giver?.id });
  expect(listed.data.jobs.map(({ name }) => name).sort()).toEqual(['审核岗', '窗口岗']);
  const outsider = await app.client({ officer: 'county1' });
  expect(
    (await outsider.post('/admin/auth.handOver/run', { from: giver?.id, to: taker?.id, jobs: [audit] })).code,
  ).toBe(401);
  for (const wrong of [
    {},
    { jobs: [] },
    { jobs: [audit], to: giver?.id },
    { jobs: 'x' },
    { jobs: [audit], open: ['enterprise'] },
  ])
    expect((await chief.post('/admin/auth.handOver/run', { from: giver?.id, to: taker?.id, ...wrong })).code).toBe(0);
  const done = await chief.post('/admin/auth.handOver/run', { from: giver?.id, to: taker?.id, jobs: [audit] });
  expect(done.code, done.msg).toBe(1);
  expect(await rights('giver')).toMatchObject({ job_arr: [officeJob], group_arr: [county] });
  expect(await rights('taker')).toMatchObject({ job_arr: [audit], group_arr: [county, city], main_job_id: audit });
  const log = await app.db.row(sql`select 1 from auth_admin_log where title = '工作交接' and username = 'admin'`);
  expect(log).toBeDefined();
  expect((await chief.del('/admin/auth.job/del', { ids: [audit] })).code, 'somebody holds it').toBe(0);
});

test('a hand-over waiting for account locks uses the state after the wait', async () => {
  const county = await groupOf('县级市场管理');
  const job = await add('auth.job', { code: 'night', name: '夜班岗', group_arr: [county], status: '1' });
  const account = (username: string, more: object) =>
    add('auth.admin', {
      username,
      nickname: username,
      password: testPassword,
      area_code: '530100',
      status: '1',
      ...more,
    });
  const from = await account('leaving', { job_arr: [job], group_arr: [county] });
  const to = await account('coming', { group_arr: [county] });
  const boss = await app.officer('admin');
  const change = (id: number, input: Readonly<Record<string, unknown>>, tx?: Transaction) =>
    write(app.engine, admin, boss, { operation: 'edit', id, input }, tx);
  const during = async (body: object, ...[id, input]: [number, Readonly<Record<string, unknown>>]) => {
    const { response } = await app.db.transaction(async (tx) => {
      await change(id, input, tx);
      const response = chief.post('/admin/auth.handOver/run', { from, to, ...body });
      await expect
        .poll(() => app.db.row(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`), { timeout: 60_000 })
        .toBeDefined();
      return { response };
    });
    return response;
  };
  for (const body of [{ jobs: [job] }, { open: true }]) {
    const off = await during(body, to, { status: '0' });
    expect([off.code, off.msg]).toEqual([0, '接收人的账号已禁用']);
    await change(to, { status: '1' });
  }
  const gone = await during({ jobs: [job] }, from, { job_arr: [] });
  expect([gone.code, gone.msg]).toEqual([0, '请至少选择一项']);
  expect(await rights('coming')).toMatchObject({ job_arr: [] });
});

test('a pending proposal is handed over for withdrawal, and confirmed by neither of the two', async () => {
  const boss = { ...(await app.officer('admin')), areaCode: '530100' };
  const id = await activeEnterprise(app.engine, boss);
  const people = await Promise.all(
    ['proposer', 'successor', 'confirmer'].map(async (name) => {
      const username = `${name}_${id}`;
      const key = await add('auth.admin', {
        username,
        nickname: name,
        password: testPassword,
        area_code: '530100',
        status: '1',
        group_arr: [await groupOf('市级市场管理')],
      });
      const nodes = new Set(['index', 'revoke:propose', 'revoke:confirm'].map((one) => `enterprise/enterprise/${one}`));
      return { ...(await app.officer(username)), id: key, nodes, grantKey: 'propose and confirm' };
    }),
  );
  const [proposer, successor, confirmer] = people;
  if (!proposer || !successor || !confirmer) throw new Error('nobody');
  const take = (who: typeof proposer, step: string, input = {}) =>
    write(app.engine, enterprise, who, { operation: 'move', move: 'revoke', step, id, input });
  const decision = { document_no: '昆文旅罚〔2026〕9号', reason: '严重违法经营' };
  await take(proposer, 'propose', decision);
  const work = async (from: number) =>
    (await chief.get<{ open: { field: string; label: string; n: number }[] }>('/admin/auth.handOver/index', { from }))
      .data.open;
  expect(await work(proposer.id)).toMatchObject([{ field: 'approval', label: '企业：待批准的提请', n: 1 }]);
  expect((await chief.post('/admin/enterprise.enterprise/assign', { id, to: proposer.id })).code).toBe(1);
  // rows outside the other officer's scope stay, and the answer says so
  const stranger = await add('auth.admin', {
    username: `stranger_${id}`,
    nickname: '外地',
    password: testPassword,
    area_code: '530300',
    status: '1',
    group_arr: [await groupOf('市级市场管理')],
  });
  const stays = await chief.post<object>('/admin/auth.handOver/run', { from: proposer.id, to: stranger, open: '1' });
  expect(stays).toMatchObject({ code: 1, data: { left: 2 }, msg: expect.stringContaining('2 项仍在移交人名下') });
  expect([(await work(proposer.id)).length, await work(stranger)]).toEqual([2, []]);
  const done = await chief.post<{ open: object }>('/admin/auth.handOver/run', {
    from: proposer.id,
    to: successor.id,
    open: true,
  });
  expect(done.data.open, done.msg).toMatchObject({ 'enterprise/enterprise': 2 });
  expect([await work(proposer.id), (await work(successor.id)).length]).toEqual([[], 2]);
  const story = await chief.get<{ list: { action: string; note: string | null }[] }>(
    '/admin/enterprise.enterprise/timeline',
    { id },
  );
  const handed = story.data.list.filter(({ action }) => action === 'handOver');
  expect(new Set(handed.map(({ note }) => note)), 'names, in no language').toEqual(new Set(['proposer → successor']));
  for (const who of [proposer, successor]) await expect(take(who, 'confirm')).rejects.toThrow();
  await expect(take(proposer, 'withdraw')).rejects.toThrow();
  const offers = async (who: typeof proposer) =>
    (JSON.parse(await readRowText(app.engine, enterprise, who, id)) as { _moves: string[] })._moves;
  expect(await offers(successor)).toEqual(['revoke:withdraw']);
  expect(await offers(confirmer)).toEqual(['revoke:confirm', 'revoke:decline']);
  await take(successor, 'withdraw');
  await take(successor, 'propose', decision);
  await take(confirmer, 'confirm');
});

test('a job grants no more than its editor may', async () => {
  const rules = await app.db.rows<{ id: number }>(
    sql`select id from auth_menu where name in ('auth', 'auth/job', 'auth/job/index', 'auth/job/add', 'auth/admin', 'auth/admin/index')`,
  );
  const group = await add('auth.group', { name: '岗位管理员', rules: rules.map(({ id }) => id), status: '1' });
  await app.db.query(sql`update auth_admin set group_arr = array[${group}::bigint], version = version + 1 where false`);
  await add('auth.admin', {
    username: 'keeper',
    nickname: 'k',
    password: testPassword,
    group_arr: [group],
    area_code: '530100',
    status: '1',
  });
  const storekeeper = await app.client({ officer: 'keeper' });
  const all = await groupOf('超级管理组');
  const tried = await storekeeper.post('/admin/auth.job/add', { code: 'x', name: 'x', group_arr: [all], status: '1' });
  expect(tried.code).not.toBe(1);
  expect((await storekeeper.post('/admin/auth.job/add', { code: 'y', name: 'y', status: '1' })).code).toBe(1);
});
