import { afterAll, beforeAll, expect, test } from 'vitest';
import { owningResourcesAmong, roleInRowLabels } from '#kernel/access/member-rights-by-role.ts';
import type { RowsHeldByMember } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { write } from '#server/write/write-pipeline.ts';
import { inventModule } from '../invented/invented-module.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

const label = text('船', 'Boats');
const name = field.text(text('名称', 'Name'), { required: true, search: true });

const harbour = resource({
  name: 'lake/harbour',
  label: text('码头', 'Harbours'),
  title: 'name',
  scope: 'area',
  people: 'lake/person',
  members: { owner: ['index', 'edit'], operator: ['index'], viewer: ['index'] },
  fields: { name, area_code: field.area(text('地区', 'Area'), { level: 3 }) },
});
const person = resource({
  name: 'lake/person',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'harbour_id',
  fields: {
    harbour_id: field.reference(label, { to: 'lake/harbour', required: true }),
    name,
    user_id: field.integer(text('账号', 'Account')),
    role: field.select(text('身份', 'Role'), { options: roleInRowLabels, required: true }),
  },
});
const boat = resource({
  name: 'lake/boat',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'harbour_id',
  members: { owner: ['index', 'add', 'edit', 'del', 'moor'], operator: ['index', 'add', 'moor'], viewer: ['index'] },
  measures: { boats: { label, by: ['status'], materialised: true } },
  fields: { harbour_id: field.reference(label, { to: 'lake/harbour', required: true }), name },
  life: lifecycle({
    initial: 'out',
    states: { out: text('在航', 'Out'), moored: text('停泊', 'Moored') },
    moves: {
      moor: {
        from: ['out'],
        to: 'moored',
        label: text('停泊', 'Moor'),
        reversible: true,
        by: ['member', 'admin'],
      },
    },
  }),
});
const voyage = resource({
  name: 'lake/voyage',
  label: text('航次', 'Voyages'),
  title: 'name',
  scope: 'parent',
  partOf: 'boat_id',
  members: { owner: ['index'], operator: ['index'] },
  fields: { boat_id: field.reference(label, { to: 'lake/boat', required: true }), name },
});
const lake = inventModule(
  module_({ name: 'lake', label, icon: 'car', weigh: 1, entries: [harbour, person, boat, voyage] }),
);

let app: TestApp;
const clients: Record<string, Client> = {};
const harbours: number[] = [];
const boats: number[] = [];
const at = (one: AnyResource, action: string) => `/api/${controllerNameOf(one)}/${action}`;
const add = async (one: AnyResource, input: Record<string, unknown>) =>
  (await write(app.engine, one, await app.officer('admin'), { operation: 'add', input })).id;

beforeAll(async () => {
  app = await startApp({ also: lake });
  const [jia, yi, bing] = await Promise.all(['甲', '乙', '丙'].map((one) => app.member(one)));
  for (const [n, held] of [
    [
      [jia, 'owner'],
      [yi, 'viewer'],
    ],
    [[jia, 'viewer']],
  ].entries()) {
    const harbour_id = await add(harbour, { name: `码头${n}`, area_code: '530102' });
    harbours.push(harbour_id);
    for (const [who, role] of held as [typeof jia, string][])
      await add(person, { harbour_id, name: '某人', user_id: who?.id, role });
    const boat_id = await add(boat, { harbour_id, name: `船${n}` });
    boats.push(boat_id);
    await add(voyage, { boat_id, name: `航次${n}` });
  }
  for (const one of [jia, yi, bing]) if (one) clients[one.name] = await app.client({ member: one.name });
});
afterAll(() => app.close());

interface Rule {
  name: string;
  title: string;
  type: string;
  children?: Rule[];
}
const boot = async (who: string) => {
  const { data } = await (clients[who] as Client).get<{ menus: Rule[]; held: RowsHeldByMember[] }>('/api/user/index');
  const rules = data.menus.find((one) => one.name === 'lake')?.children ?? [];
  return {
    menu: rules.map((one) => one.title),
    grants: rules.flatMap((one) => one.children ?? []).map((one) => one.name.replace('lake/', '')),
    held: data.held.find((one) => one.resource === harbour.name),
  };
};

test('the start of the member centre returns what members hold, their lists, and what they may do there', async () => {
  expect(owningResourcesAmong(lake.resources, app.engine.find).map((one) => one.name)).toEqual([harbour.name]);
  const owner = await boot('甲');
  expect(owner.menu).toEqual(['我的码头', '船', '航次']);
  expect(owner.grants).toEqual([
    'harbour/index',
    'harbour/edit',
    'boat/index',
    'boat/add',
    'boat/edit',
    'boat/del',
    'boat/moor',
    'voyage/index',
  ]);
  expect(owner.held).toEqual({
    resource: harbour.name,
    more: false,
    roles: ['owner', 'viewer'],
    list: [
      { id: harbours[0], title: '码头0', role: 'owner' },
      { id: harbours[1], title: '码头1', role: 'viewer' },
    ],
  });
  const viewer = await boot('乙');
  expect([viewer.menu, viewer.grants]).toEqual([
    ['我的码头', '船'],
    ['harbour/index', 'boat/index'],
  ]);
  const nobody = await boot('丙');
  expect(nobody.menu, 'the list by which one begins').toEqual(['我的码头']);
  expect(nobody.held?.list).toEqual([]);
});

test('lists, figures and choices can be restricted to one holder, and never contain what the member does not hold', async () => {
  const jia = clients.甲 as Client;
  const ids = async (one: AnyResource, holder: unknown, more: Record<string, unknown> = {}) => {
    const { code, data } = await jia.get<{ list: { id: number }[] }>(at(one, 'index'), { holder, ...more });
    return code === 1 ? data.list.map((row) => row.id) : code;
  };
  expect(await ids(boat, harbours[1])).toEqual([boats[1]]);
  expect(await ids(boat, harbours[0], { select: 'true' })).toEqual([boats[0]]);
  expect(await ids(harbour, harbours[1])).toEqual([harbours[1]]);
  expect(await ids(voyage, harbours[0]), 'two steps below').toHaveLength(1);
  expect(await ids(voyage, harbours[1]), 'viewers have no voyages').toEqual([]);
  const yi = clients.乙 as Client;
  expect((await yi.get<{ total: number }>(at(boat, 'index'), { holder: harbours[1] })).data.total).toBe(0);
  expect((await jia.get(at(boat, 'index'), { holder: 'x' })).code).toBe(0);
  const figures = async (client: Client, holder?: number) =>
    (await client.get<{ list: { value: number }[] }>(at(boat, 'measure'), holder === undefined ? {} : { holder })).data
      .list;
  expect([await figures(jia), await figures(jia, harbours[0]), await figures(yi)]).toEqual([
    [{ value: 2 }],
    [{ value: 1 }],
    [{ value: 1 }],
  ]);
  const chief = await app.client({ officer: 'admin' });
  const query = { name: 'boats', holder: harbours[1] };
  expect((await chief.get<{ list: unknown }>('/admin/lake.boat/measure', query)).data.list).toEqual([{ value: 1 }]);
});

test('members can undo only their own recent deletions and moves', async () => {
  const jia = clients.甲 as Client;
  const made = async () => await add(boat, { harbour_id: harbours[0], name: '小船' });
  const undoOf = async (id: number) =>
    (await jia.post<{ undo: number[] }>(at(boat, 'del'), { ids: [id] })).data.undo as [number];
  const [copy] = await undoOf(await made());
  expect((await (clients.乙 as Client).post(at(boat, 'restore'), { ids: [copy] })).code, 'not theirs').toBe(0);
  expect((await jia.post(at(boat, 'restore'), { ids: [copy] })).code).toBe(1);

  const [late] = await undoOf(await made());
  await app.db.query(
    sql`update security_data_recycle_log set createtime = now() - interval '5 minutes' where id = ${late}`,
  );
  expect((await jia.post(at(boat, 'restore'), { ids: [late] })).code, 'a moment is over').toBe(0);

  const chief = await app.client({ officer: 'admin' });
  const id = await made();
  const { undo } = (await chief.post<{ undo: number[] }>('/admin/lake.boat/del', { ids: [id] })).data;
  expect((await jia.post(at(boat, 'restore'), { ids: undo })).code, 'what the authority deleted').toBe(0);

  const moved = await jia.post<{ undo: { history_id: number } }>(at(boat, 'moor'), { id: boats[0] });
  const { history_id } = moved.data.undo;
  await app.db.query(sql`update lake_person set role = 'viewer' where harbour_id = ${harbours[0] ?? 0}`);
  expect((await jia.post(at(boat, 'undo'), { history_id })).code, 'their role is gone').toBe(401);
  await app.db.query(
    sql`update lake_person set role = 'owner' where harbour_id = ${harbours[0] ?? 0} and user_id = ${(await app.member('甲')).id}`,
  );
  expect((await jia.post(at(boat, 'undo'), { history_id })).code).toBe(1);
});

test("without their page in the member's group, rows can only be chosen in forms", async () => {
  const { id } = await app.member('甲');
  await app.db.query(sql`with g as (insert into user_group (name, rules) select '不含船', array_agg(id) from user_rule where name not like 'lake/boat%' returning id)
    update member set group_id = (select id from g) where id = ${id}`);
  app.platform.authenticator.forget();
  const jia = clients.甲 as Client;
  const own = await add(boat, { harbour_id: harbours[0], name: '扣住的船' });
  const select = 'true';
  for (const [action, body] of [
    ['edit', { id: own, name: '改名' }],
    ['add', { harbour_id: harbours[0], name: '新船' }],
    ['moor', { id: own }],
    ['del', { ids: [own] }],
  ] as const)
    expect((await jia.post(at(boat, action), { ...body, select })).code, action).toBe(401);
  for (const action of ['edit', 'timeline', 'measure'])
    expect((await jia.get(at(boat, action), { id: own, name: 'boats', select })).code, action).toBe(401);
  expect((await jia.get(at(boat, 'index'))).code).toBe(401);
  expect((await jia.get<{ total: number }>(at(boat, 'index'), { select })).data.total).toBeGreaterThan(0);
});

test('preferences of members are their own', async () => {
  const [jia, yi] = [clients.甲, clients.乙] as [Client, Client];
  expect((await jia.post('/api/preference/save', { key: 'table:lake/boat', value: { density: 'small' } })).code).toBe(
    1,
  );
  expect((await jia.get('/api/preference/index')).data).toEqual({
    values: { 'table:lake/boat': { density: 'small' } },
  });
  expect((await yi.get('/api/preference/index')).data).toEqual({ values: {} });
  // they are part of the boot answer if the browser asks for them
  const siblings = async (query: Readonly<Record<string, string>>) =>
    (await jia.get<{ preferences?: object }>('/api/user/index', query)).data.preferences;
  expect(await siblings({ preferences: '1' })).toEqual({ 'table:lake/boat': { density: 'small' } });
  expect(await siblings({})).toBeUndefined();
  const calendar = async (query: Readonly<Record<string, string>>) =>
    (await jia.get<{ calendar?: object }>('/api/user/index', query)).data.calendar;
  expect(await calendar({ calendar: '1' })).toEqual((await jia.get('/api/ajax/calendar')).data);
  expect(await calendar({})).toBeUndefined();
});
