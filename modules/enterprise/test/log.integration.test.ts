import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { addEnterprise, uploadMaterials } from './form.ts';
import { placePerson } from './people.ts';

let app: TestApp;
let admin: Client;
let ids: readonly [number, number];
const people: Record<string, Client> = {};

beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  admin = await app.client({ officer: 'admin' });
  const chief = await app.officer('admin');
  const areas = await Promise.all(['county1', 'county2'].map(async (one) => (await app.officer(one)).areaCode));
  const add = (at: number) => addEnterprise(app.engine, chief, { ent_type: 'shop', area_code: areas[at] });
  ids = [await add(0), await add(1)];
  const place = async (name: string, role: RoleInRow, at: 0 | 1) => {
    const member = await app.member(name);
    await placePerson(app.db, ids[at], member, role);
    people[name] = await app.client({ member: name });
  };
  await place('log_owner', 'owner', 0);
  await place('log_operator', 'operator', 0);
  await place('log_other', 'owner', 1);
});
afterAll(() => app.close());
beforeEach(() => app.db.query('delete from attempt'));

interface Line {
  readonly username: string;
  readonly outcome?: string;
  readonly title: string;
  readonly url: string;
  readonly ip: string;
  readonly enterprise_id: number;
  readonly subject: { resource: string; id: number | null; title: string };
}
const linesOf = async (who: Client | undefined, at: string, query: object = {}) =>
  (await who?.get<{ list: Line[]; total: number }>(at, { limit: 50, order: 'id,asc', ...query }))?.data;
const own = '/api/enterprise.log/index';
const office = '/admin/enterprise.log/index';
const byEnterprise = (id: number) => ({ search: [{ field: 'enterprise_id', operator: '=', val: id }] });

test('writes of members for an enterprise are in the operation log: actor, enterprise, network address', async () => {
  const { log_owner: owner, log_operator: operator, log_other: other } = people as Record<string, Client>;
  const [first, second] = ids;
  expect((await operator?.post('/api/enterprise.enterprise/edit', { id: first, short_name: '老街坊' }))?.code).toBe(1);
  const staff = {
    enterprise_id: first,
    name: '李四',
    job: 'operator',
    employment: 'employed',
    id_no: '11010519491231002X',
    mobile: '13800001234',
  };
  const added = await owner?.post<{ id: number }>('/api/enterprise.staff/add', staff);
  expect([added?.code, added?.data]).toEqual([1, { id: expect.any(Number) }]);
  expect((await owner?.del('/api/enterprise.staff/del', { ids: [added?.data.id] }))?.code).toBe(1);
  expect((await other?.post('/api/enterprise.enterprise/edit', { id: second, short_name: '别家' }))?.code).toBe(1);
  // refused calls are not logged here, and neither are acts of officers
  expect((await operator?.post('/api/enterprise.enterprise/edit', { id: second, short_name: '别家' }))?.code).not.toBe(
    1,
  );
  expect((await admin.post('/admin/enterprise.enterprise/edit', { id: first, short_name: '局里改' })).code).toBe(1);

  const lines = await linesOf(owner, own);
  expect(
    lines?.list.map(({ username, title, enterprise_id, subject }) => [username, title, enterprise_id, subject]),
  ).toEqual([
    ['log_operator', '企业-编辑', first, { resource: 'enterprise/enterprise', id: first, title: expect.any(String) }],
    [
      'log_owner',
      '从业人员-添加',
      first,
      { resource: 'enterprise/staff', id: added?.data.id, title: expect.stringContaining('李') },
    ],
    [
      'log_owner',
      '从业人员-删除',
      first,
      { resource: 'enterprise/staff', id: null, title: expect.stringContaining('李') },
    ],
  ]);
  expect(lines?.list[0]).toMatchObject({ ip: '127.0.0.1', url: '/api/enterprise.enterprise/edit' });
  expect(await linesOf(owner, own, { limit: 2, page: 2 })).toMatchObject({
    total: 3,
    list: [{ title: '从业人员-删除' }],
  });
  expect((await linesOf(other, own))?.list.map(({ title }) => title)).toEqual(['企业-编辑']);
  const reading = await app.client({ member: 'log_owner' }, 'en');
  expect((await linesOf(reading, own, { quick_search: 'delete' }))?.list).toMatchObject([{ title: 'Staff: Delete' }]);
});

test("is read by owners and officers of the area, immutable, and does not widen anyone's own log", async () => {
  const { log_owner: owner, log_operator: operator } = people as Record<string, Client>;
  const [first, second] = ids;
  expect((await linesOf(operator, own))?.list, 'operators may not').toEqual([]);
  expect((await linesOf(owner, own, byEnterprise(second)))?.list, 'of another enterprise').toEqual([]);
  const [here, elsewhere] = [await app.client({ officer: 'county1' }), await app.client({ officer: 'county2' })];
  expect((await linesOf(here, office, byEnterprise(first)))?.total).toBe(3);
  expect((await linesOf(elsewhere, office, byEnterprise(first)))?.total).toBe(0);
  expect((await linesOf(admin, office))?.total).toBe(4);
  const { list } = (await admin.get<{ list: Line[] }>('/admin/auth.adminLog/index', { limit: 50, order: 'id,asc' }))
    .data;
  const done = list.filter(({ username, outcome }) => username.startsWith('log_') && outcome === 'done');
  expect(done).toMatchObject([
    { admin_id: 0, user_id: (await app.member('log_operator')).id, data: expect.stringContaining('short_name') },
    ...Array.from({ length: 3 }, () => ({ admin_id: 0, data: expect.any(String) })),
  ]);
  expect(JSON.stringify(list)).not.toMatch(/11010519491231002X|13800001234/);
  const city = await app.client({ officer: 'city' });
  const mine = await city.get<{ list: { username: string }[] }>('/admin/auth.adminLog/index', { limit: 50 });
  expect(mine.data.list.filter(({ username }) => username.startsWith('log_'))).toEqual([]);
  for (const action of ['add', 'edit', 'del']) {
    expect((await owner?.post(`/api/enterprise.log/${action}`, { id: 1 }))?.code).not.toBe(1);
    expect((await admin.post(`/admin/enterprise.log/${action}`, { id: 1 })).code).not.toBe(1);
  }
});

test('records leaving an enterprise as an act of the leaver', async () => {
  const { log_owner: owner, log_operator: operator } = people as Record<string, Client>;
  expect((await operator?.post('/api/enterprise.person/leave', { enterprise_id: ids[0] }))?.code).toBe(1);
  const { list } = (await linesOf(owner, own)) ?? { list: [] };
  expect(list.at(-1)).toMatchObject({ username: 'log_operator', title: '企业成员-退出', enterprise_id: ids[0] });
});
