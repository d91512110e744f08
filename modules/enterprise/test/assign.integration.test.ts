import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workbench } from '#modules/identity/server/workbench/read-open-work-of-officer.ts';
import { sql } from '#server/db/sql.ts';
import type { Timeline } from '#server/history/read-timeline-of-record.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { watchWrites } from '../../../test/support/watch-writes.ts';
import { enterprise } from '../contract/enterprise.ts';
import { activeEnterprise, addEnterprise, move, uploadMaterials } from './form.ts';
import { placePerson } from './people.ts';

let app: TestApp;
let chief: Client;
let county: Client;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  await watchWrites(app.db, [enterprise]);
  chief = await app.client({ officer: 'admin' });
  county = await app.client({ officer: 'county1' });
});
afterAll(() => app.close());

const at = (action: string) => `/admin/enterprise.enterprise/${action}`;
const handlerOf = async (id: number) =>
  (await app.db.row<{ handler_id: number | null }>(sql`select handler_id from enterprise where id = ${id}`))
    ?.handler_id;
const numberOf = async (client: Client) =>
  (await client.get<Workbench>('/admin/dashboard/dashboard')).data.todo
    .filter(({ path }) => path.includes('handler=me'))
    .map(({ count, overdue, path }) => ({ count, overdue, path }));
async function submitted(): Promise<number> {
  const admin = await app.officer('admin');
  const id = await addEnterprise(app.engine, admin);
  await move(app.engine, admin, id, 'submit');
  return id;
}

test('a row is assigned to an officer who sees it and may take its step, with a notice', async () => {
  const id = await submitted();
  const [mine, other] = [await app.officer('county1'), await app.officer('county2')];
  const offered = await chief.get<{ list: { id: number }[] }>(at('handlers'), { id });
  const ids = offered.data.list.map((one) => one.id);
  expect([ids.includes(mine.id), ids.includes(other.id)]).toEqual([true, false]);
  expect((await chief.post(at('assign'), { id, to: other.id })).data).toEqual({ reason: 'invalid' });
  expect(await handlerOf(id)).toBeNull();
  const done = await chief.post(at('assign'), { id, to: mine.id });
  expect([done.code, done.msg]).toEqual([1, '已分派']);
  expect(await handlerOf(id)).toBe(mine.id);
  const notices = await county.get<{ list: object[] }>('/admin/message.notice/index', { quick_search: '分派给您' });
  expect(notices.data.list).toMatchObject([{ kind: 'todo', subject: { resource: 'enterprise/enterprise', id } }]);
  expect((await chief.post(at('assign'), { id, to: mine.id })).code, 'again is no news').toBe(1);
  expect((await county.get<{ total: number }>('/admin/message.notice/index')).data.total).toBe(1);
  const found = await county.get<{ list: { id: number }[] }>(at('index'), {
    search: [{ field: 'handler_id', operator: '=', val: mine.id }],
  });
  expect(found.data.list.map((one) => one.id)).toEqual([id]);
  // a personal view, counted on the workbench and opened by its number; invisible to others, gone with the row
  const own = { handler: 'me' };
  const assigned = async (client: Client) =>
    (await client.get<{ list: { id: number }[] }>(at('index'), own)).data.list.map((one) => one.id);
  expect([await assigned(county), await assigned(chief)]).toEqual([[id], []]);
  expect(await numberOf(county)).toEqual([{ count: 1, overdue: 0, path: expect.stringContaining('?handler=me&') }]);
  expect(await numberOf(chief)).toEqual([]);
  const figures = await county.get<{ list: { value: number }[] }>(at('measure'), { name: 'registered', ...own });
  expect(figures.data.list.map((one) => one.value)).toEqual([1]);
  const report = { resource: 'enterprise/enterprise', name: 'registered' };
  expect((await county.get<{ total: number }>('/admin/report/index', { ...report, ...own })).data.total).toBe(1);
  expect((await chief.get<{ total: number }>('/admin/report/index', { ...report, ...own })).data.total).toBe(0);
  const story = await chief.get<Timeline>(at('timeline'), { id });
  expect(story.data.list.find(({ action }) => action === 'assign')?.names?.handler_id).toEqual([null, '五华区审核员']);
  expect((await county.post(at('assign'), { id, to: 0 })).code).toBe(1);
  expect(await handlerOf(id)).toBeNull();
});

test("several rows are assigned all or none, and only at the caller's own level", async () => {
  const mine = await app.officer('county1');
  const [first, second] = [await submitted(), await submitted()];
  const done = await activeEnterprise(app.engine, await app.officer('admin'));
  await move(app.engine, await app.officer('admin'), done, 'cancel', { reason: '企业申请注销' });
  expect((await chief.post(at('assign'), { ids: [first, done], to: mine.id })).data).toEqual({ reason: 'invalid' });
  expect([await handlerOf(first), await handlerOf(done)]).toEqual([null, null]);
  expect((await chief.post(at('assign'), { ids: [first, second], to: mine.id })).code).toBe(1);
  expect((await numberOf(county)).map(({ count }) => count)).toEqual([2]);
  expect([await handlerOf(first), await handlerOf(second)]).toEqual([mine.id, mine.id]);
  const elsewhere = await addEnterprise(app.engine, await app.officer('admin'), { area_code: '530103' });
  await move(app.engine, await app.officer('admin'), elsewhere, 'submit');
  expect((await county.post(at('assign'), { ids: [first, elsewhere], to: mine.id })).data).toMatchObject({
    reason: 'not_found',
  });
  for (const body of [{ to: 1 }, { id: first }, { ids: [], to: 1 }, { id: first, to: 'x' }, { id: first, to: 9e8 }])
    expect((await chief.post(at('assign'), body)).code, JSON.stringify(body)).toBe(0);
});

test('members neither see nor query the assigned officer', async () => {
  const id = await submitted();
  const mine = await app.officer('county1');
  expect((await chief.post(at('assign'), { id, to: mine.id })).code).toBe(1);
  const holder = await app.member(`assigned${id}`);
  await placePerson(app.db, id, holder);
  const member = await app.client({ member: holder.name });
  const row = await member.get<{ row: object }>('/api/enterprise.enterprise/edit', { id });
  expect(row.code).toBe(1);
  expect(row.text).not.toContain('handler_id');
  const story = await member.get('/api/enterprise.enterprise/timeline', { id });
  expect([story.code, /handler_id|county1/.test(story.text)]).toEqual([1, false]);
  expect((await member.post('/api/enterprise.enterprise/assign', { id, to: 1 })).status).toBe(404);
});

test("assigned rows are handed over with an officer's work", async () => {
  const id = await submitted();
  const mine = await app.officer('county1');
  expect((await chief.post(at('assign'), { id, to: mine.id })).code).toBe(1);
  const to = await app.db.row<{
    id: number;
  }>(sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
    select 'taker', '接手人', '', group_arr, area_code from auth_admin where id = ${mine.id} returning id`);
  const open = await chief.get<{ open: { field: string; n: number }[] }>('/admin/auth.handOver/index', {
    from: mine.id,
  });
  expect(open.data.open.find(({ field }) => field === 'handler_id')?.n).toBeGreaterThan(0);
  const done = await chief.post('/admin/auth.handOver/run', { from: mine.id, to: to?.id, open: true });
  expect(done.code, done.msg).toBe(1);
  expect(await handlerOf(id)).toBe(to?.id);
});

test('work is handed over by those who may assign it, to officers who can take it, and not from a higher level', async () => {
  const mine = await app.officer('county1');
  const account = async (username: string, grants: string, area = mine.areaCode) => {
    await app.db.query(sql`with granted as (
        insert into auth_group (name, rules) select ${username}, array_agg(m.id) from auth_menu m where m.name ~ ${grants} returning id)
      insert into auth_admin (username, nickname, password, group_arr, area_code)
      select ${username}, ${username}, '', array[id], ${area} from granted`);
    return (await app.officer(username)).id;
  };
  const steps = '^enterprise/enterprise/(index|accept|firstPass|return)$';
  const [giving, reading, taking] = [
    await account('hands_over', steps),
    await account('reads_alone', '^enterprise/enterprise/(index|edit)$'),
    await account('takes_over', steps),
  ];
  const [waiting, above] = [await submitted(), await submitted()];
  const others = '^(auth/handOver/.*|enterprise/enterprise/(index|edit)';
  await account('edits_alone', `${others})$`);
  await account('assigns', `${others}|enterprise/enterprise/assign)$`);
  const [editor, assigner] = [await app.client({ officer: 'edits_alone' }), await app.client({ officer: 'assigns' })];
  for (const id of [waiting, above]) expect((await chief.post(at('assign'), { id, to: giving })).code).toBe(1);
  // at the prefecture; how it got there is not tested here
  await app.db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(sql`update enterprise set status = 'final_review' where id = ${above}`);
  });
  const offered = async (by: Client) =>
    (await by.get<{ open: { n: number }[] }>('/admin/auth.handOver/index', { from: giving })).data.open;
  expect(await offered(editor), 'who deals with a row is read by who assigns').toEqual([]);
  expect(await offered(assigner)).toMatchObject([{ field: 'handler_id', n: 2 }]);
  const run = (by: Client, to: number) =>
    by.post<{ left: number }>('/admin/auth.handOver/run', { from: giving, to, open: '1' });
  const handlers = async () => [await handlerOf(waiting), await handlerOf(above)];
  await run(editor, taking);
  expect(await handlers()).toEqual([giving, giving]);
  expect((await run(assigner, reading)).data.left).toBe(2);
  expect(await handlers(), 'officers who only see rows have no work').toEqual([giving, giving]);
  expect((await run(assigner, taking)).data.left).toBe(1);
  expect(await handlers()).toEqual([taking, giving]);
});
