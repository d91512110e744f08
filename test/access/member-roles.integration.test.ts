import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkMemberAccess, roleInRowLabels } from '#kernel/access/member-rights-by-role.ts';
import type { RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { DeliverableEvent } from '#server/events/live-event-relay.ts';
import { mayReceiveLiveEvent } from '#server/events/may-receive-live-event.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import { type RunningServer, startServer } from '#server/start/start-server-with-database-and-jobs.ts';
import { write } from '#server/write/write-pipeline.ts';
import { inventModule } from '../invented/invented-module.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

const label = text('车队', 'Fleet');
const name = field.text(text('名称', 'Name'), { required: true, search: true });

const fleet = resource({
  name: 'fleet/fleet',
  label,
  title: 'name',
  scope: 'area',
  people: 'fleet/person',
  members: { owner: ['index', 'edit'], operator: ['index', 'edit'], viewer: ['index'] },
  fields: {
    name,
    mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked' }),
    area_code: field.area(text('地区', 'Area'), { level: 3 }),
  },
});
const person = resource({
  name: 'fleet/person',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'fleet_id',
  members: { owner: ['index', 'add', 'edit', 'del'] },
  fields: {
    fleet_id: field.reference(label, { to: 'fleet/fleet', required: true }),
    name,
    user_id: field.integer(text('账号', 'Account')),
    role: field.select(text('身份', 'Role'), { options: roleInRowLabels, required: true }),
  },
  life: lifecycle({
    initial: 'invited',
    states: {
      invited: text('已邀请', 'Invited'),
      here: { ...text('在任', 'Here'), holds: true },
      gone: text('已退出', 'Gone'),
    },
    moves: { leave: { from: ['invited', 'here'], to: 'gone', label: text('退出', 'Leave') } },
  }),
});
const vehicle = resource({
  name: 'fleet/vehicle',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'fleet_id',
  members: {
    owner: ['index', 'add', 'edit', 'del', 'retire'],
    operator: ['index', 'add', 'edit'],
    viewer: ['index'],
  },
  fields: {
    fleet_id: field.reference(label, { to: 'fleet/fleet', required: true }),
    name,
    driver_mobile: field.mobile(text('司机手机', 'Driver'), { privacy: 'masked' }),
  },
  life: lifecycle({
    initial: 'running',
    states: { running: text('在用', 'Running'), retired: text('停用', 'Disabled') },
    moves: {
      retire: { from: ['running'], to: 'retired', label: text('停用', 'Disable'), by: ['member', 'admin'] },
      seize: { from: ['running'], to: 'retired', label: text('扣押', 'Seize') },
    },
  }),
});
/** Two levels below the fleet; refers to guides anywhere, and to fleets of the same county. */
const trip = resource({
  name: 'fleet/trip',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'vehicle_id',
  members: { owner: ['index', 'add'], operator: ['index', 'add'] },
  fields: {
    vehicle_id: field.reference(label, { to: 'fleet/vehicle', required: true }),
    name,
    guide_id: field.reference(label, { to: 'fleet/guide', reach: 'all' }),
    partner_id: field.reference(label, { to: 'fleet/fleet', reach: 'area' }),
    other_id: field.reference(label, { to: 'fleet/guide' }),
  },
});
const guide = resource({
  name: 'fleet/guide',
  label,
  title: 'name',
  scope: 'area',
  fields: { name, area_code: field.area(text('地区', 'Area')) },
});
const invented = inventModule(
  module_({ name: 'fleet', label, icon: 'car', weigh: 1, entries: [fleet, person, vehicle, trip, guide] }),
);

type Standing = RoleInRow | undefined;
const people = ['甲', '乙', '丙'] as const;
/** The role of each of three people in each of three fleets; undefined: invited as owner, but not yet active. */
const standings: Standing[][] = [
  ['owner', 'operator', 'viewer'],
  ['viewer', 'owner', undefined],
  [undefined, undefined, 'owner'],
];

let app: TestApp;
let engine: Engine;
let server: RunningServer;
const clients: Client[] = [];
const fleets: number[] = [];
const vehicles: number[] = [];

beforeAll(async () => {
  app = await startApp({ max: 12 });
  const made = await createEngine({
    ...app,
    resources: [...resources, ...invented.resources],
    modules: (forget) => [...serverModules(forget), invented.server],
  });
  engine = made.engine;
  server = await startServer({ platform: made, config: app.config, log: app.log });
  const chief = await app.officer('admin');
  const members = await Promise.all(people.map((one) => app.member(one)));
  const add = async (one: AnyResource, input: Record<string, unknown>, set: Record<string, unknown> = {}) =>
    (await write(engine, one, chief, { operation: 'add', input, set })).id;
  for (const [at, row] of standings.entries()) {
    const area_code = ['530102', '530102', '530103'][at];
    fleets.push(await add(fleet, { name: `车队${at}`, mobile: '13812345678', area_code }));
    for (const [who, role = 'owner'] of row.entries()) {
      const input = { fleet_id: fleets[at], name: people[who], user_id: members[who]?.id, role };
      await add(person, input, row[who] ? { status: 'here' } : {});
    }
    vehicles.push(await add(vehicle, { fleet_id: fleets[at], name: `客车${at}`, driver_mobile: '13987654321' }));
  }
  for (const one of people) {
    const { token } = await app.client({ member: one });
    clients.push(await clientOf(token));
  }
});
afterAll(async () => {
  await server.stop();
  await app.close();
});

async function clientOf(token: string): Promise<Client> {
  const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await server.app.inject({
      method,
      url,
      headers: { server: 'true', 'ba-user-token': token },
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, headers: {}, text: answer.body, ...(JSON.parse(answer.body) as object) };
  };
  return {
    get: (address: string, query: Record<string, string> = {}) =>
      call('GET', `${address}?${new URLSearchParams(query).toString()}`),
    post: (address: string, body: object = {}) => call('POST', address, body),
  } as unknown as Client;
}

type Listed = { list: { id: number; driver_mobile: string; _moves: string[]; _actions: string[] }[]; total: number };
const at = (one: AnyResource, action: string) => `/api/${one.name.replace('/', '.')}/${action}`;

test('members see, add, edit and move rows as their role in each fleet allows, and nothing of other fleets', async () => {
  for (const [who, client] of clients.entries()) {
    const roles = standings.map((row) => row[who]);
    const { data, code, msg } = await client.get<Listed>(at(vehicle, 'index'), { order: 'id,asc' });
    expect(code, msg).toBe(1);
    expect(data.list.map((row) => row.id)).toEqual(vehicles.filter((_, fleetAt) => roles[fleetAt]));
    for (const row of data.list) {
      const role = roles[vehicles.indexOf(row.id)];
      expect([role, row._moves, row._actions]).toEqual([
        role,
        role === 'owner' ? ['retire'] : [],
        role === 'owner' ? ['edit', 'del'] : role === 'operator' ? ['edit'] : [],
      ]);
      expect(row.driver_mobile).toBe(role === 'viewer' ? '139****4321' : '13987654321');
    }
    const plain = await client.get<Listed>(at(vehicle, 'index'), {
      'search[0][field]': 'driver_mobile',
      'search[0][operator]': '=',
      'search[0][val]': '13987654321',
    });
    expect(plain.data.list, 'a masked number cannot be found by a filter').toEqual([]);
  }
});

test('every call of every person on every row is allowed or refused by their role there', async () => {
  const calls = ['edit', 'timeline', 'save', 'del', 'retire', 'seize', 'add', 'trip', 'hang'] as const;
  const lets: Record<RoleInRow, readonly string[]> = {
    owner: ['edit', 'timeline', 'save', 'del', 'retire', 'add', 'trip', 'hang'],
    operator: ['edit', 'timeline', 'save', 'add', 'trip', 'hang'],
    viewer: ['edit', 'timeline'],
  };
  const chief = await app.officer('admin');
  await fc.assert(
    fc.asyncProperty(fc.nat(2), fc.nat(2), fc.constantFrom(...calls), async (who, fleetAt, call) => {
      const role = standings[fleetAt]?.[who];
      const client = clients[who] as Client;
      const input = { fleet_id: fleets[fleetAt], name: '临时车' };
      const { id } = await write(engine, vehicle, chief, { operation: 'add', input });
      const made = { name: '新', fleet_id: fleets[fleetAt] };
      const own = standings.findIndex((row) => row[who] === 'owner');
      const answer = await {
        edit: () => client.get(at(vehicle, 'edit'), { id }),
        timeline: () => client.get(at(vehicle, 'timeline'), { id }),
        save: () => client.post(at(vehicle, 'edit'), { id, name: '改名' }),
        del: () => client.post(at(vehicle, 'del'), { ids: [id] }),
        retire: () => client.post(at(vehicle, 'retire'), { id }),
        seize: () => client.post(at(vehicle, 'seize'), { id }),
        add: () => client.post(at(vehicle, 'add'), made),
        trip: () => client.post(at(trip, 'add'), { name: '线路', vehicle_id: id }),
        hang: () => client.post(at(vehicle, 'edit'), { id: vehicles[own], fleet_id: fleets[fleetAt] }),
      }[call]();
      const let_ = role !== undefined && lets[role].includes(call);
      expect([call, role, answer.code === 1]).toEqual([call, role, let_]);
      // who sees the row but may not do this gets “forbidden”, not “not found”
      if (role && !let_ && ['save', 'del', 'retire'].includes(call)) expect([call, answer.code]).toEqual([call, 401]);
      if (call === 'hang')
        await write(engine, vehicle, chief, {
          operation: 'edit',
          id: vehicles[own] as number,
          input: { fleet_id: fleets[own] },
        });
    }),
    { numRuns: 90 },
  );
}, 60_000);

test('a batch changes rows as far as the role in each fleet allows', async () => {
  type Done = { done: number[]; refused: { id: number; title: string }[]; tried: number; n: number };
  const names = async () =>
    (
      await engine.db.rows<{ name: string }>(
        sql`select name from fleet_vehicle where id = any(${vehicles}) order by id`,
      )
    ).map(({ name: one }) => one);
  const before = await names();
  const order = { operation: 'edit', rows: vehicles.map((id) => [id]) };
  for (const [who, client] of clients.entries()) {
    const roles = standings.map((row) => row[who]);
    const mayEdit = (_: number, fleetAt: number) => roles[fleetAt] === 'owner' || roles[fleetAt] === 'operator';
    const tried = await client.post<Done>(at(vehicle, 'batch'), { ...order, values: { name: '未改' }, dry: '1' });
    expect([tried.data.n, tried.data.refused.length]).toEqual([3, 3 - vehicles.filter(mayEdit).length]);
    expect(await names()).toEqual(before);
    const { data } = await client.post<Done>(at(vehicle, 'batch'), {
      ...order,
      values: { driver_mobile: '13700000000' },
    });
    expect(data.done).toEqual(vehicles.filter(mayEdit));
    // of rows that they do not see not even the name is returned
    for (const { id, title } of data.refused)
      expect(title).toBe(roles[vehicles.indexOf(id)] ? before[vehicles.indexOf(id)] : `#${id}`);
    const held = roles.filter(Boolean).length;
    const counted = await client.post<Done>(at(vehicle, 'batch'), {
      operation: 'edit',
      values: { name: '未改' },
      all: {},
      dry: '1',
    });
    expect(counted.data.n).toBeGreaterThanOrEqual(held);
    const list = await client.get<Listed>(at(vehicle, 'index'));
    expect(counted.data.n).toBe(list.data.total);
    expect((await client.post(at(vehicle, 'batch'), { ...order, operation: 'seize' })).code).not.toBe(1);
  }
  expect((await clients[2]?.post(at(fleet, 'batch'), { operation: 'del', rows: [[fleets[2]]] }))?.code).toBe(401);
});

test('events reach exactly those who may list the row', async () => {
  const event = (await app.db.row<DeliverableEvent>(
    sql`select name, resource, row_id, area_code, owner_id, people, department_id, admin_id, payload from event
        where resource = 'fleet/vehicle' and row_id = ${vehicles[0] as number} and name like '%.added'`,
  )) as DeliverableEvent;
  const hears = await Promise.all(
    people.map(async (one) => mayReceiveLiveEvent(await app.member(one), event, engine.find)),
  );
  expect(hears).toEqual([true, true, true]);
  const joined = (await app.db.row<DeliverableEvent>(
    sql`select name, resource, row_id, area_code, owner_id, people, department_id, admin_id, payload from event
        where resource = 'fleet/person' and name like '%.added' order by id offset 1 limit 1`,
  )) as DeliverableEvent;
  const answers = await Promise.all(
    people.map(async (one) => mayReceiveLiveEvent(await app.member(one), joined, engine.find)),
  );
  expect(answers).toEqual([true, false, false]);
});

test('references have their declared reach, both in choices and in writes', async () => {
  const chief = await app.officer('admin');
  const far = (
    await write(engine, guide, chief, { operation: 'add', input: { name: '远方导游', area_code: '110101' } })
  ).id;
  const [owner] = clients as [Client];
  const choose = async (one: AnyResource, of?: string) => {
    const answer = await owner.get<{ list: { id: number }[] }>(at(one, 'index'), {
      select: 'true',
      ...(of ? { of } : {}),
    });
    return answer.code === 1 ? answer.data.list.map((row) => row.id).toSorted((a, b) => a - b) : answer.code;
  };
  expect(await choose(guide, 'fleet/trip.guide_id')).toEqual([far]);
  expect(await choose(guide, 'fleet/trip.other_id')).toEqual([]);
  expect(await choose(guide, 'fleet/trip.partner_id'), 'not the rows that it refers to').toEqual(401);
  expect(await choose(guide)).toEqual(401);
  expect(await choose(fleet, 'fleet/trip.partner_id')).toEqual([fleets[0], fleets[1]]);
  expect(await choose(fleet)).toEqual([fleets[0], fleets[1]]);
  expect((await owner.get(at(guide, 'index'))).code, 'the right to choose is not the right to list').toBe(401);
  const trip1 = { name: '线路', vehicle_id: vehicles[0] };
  expect((await owner.post(at(trip, 'add'), { ...trip1, guide_id: far, partner_id: fleets[1] })).code).toBe(1);
  for (const [wrong, value] of [
    ['other_id', far],
    ['partner_id', fleets[2]],
    ['vehicle_id', vehicles[2]],
  ] as const)
    expect((await owner.post(at(trip, 'add'), { ...trip1, [wrong]: value })).data).toMatchObject({
      errors: { [wrong]: ['选项无效，请从列表中选择'] },
    });
});

test('a declaration of roles that nobody can have is refused', () => {
  const find = (wanted: string) => invented.resources.find((one) => one.name === wanted);
  expect(() => checkMemberAccess([{ ...guide, members: { owner: ['index'] } }], find)).toThrow('cannot hold its rows');
  expect(() => checkMemberAccess([{ ...fleet, people: 'fleet/trip' }], find)).toThrow('must be part of it');
  expect(() => checkMemberAccess([{ ...fleet, owner: 'user_id' }], find)).toThrow('cannot have an owner field');
  expect(() => checkMemberAccess([person], find)).toThrow('only for states of people');
  const states = { invited: text('已邀请', 'Invited') };
  const nobody = { ...person, life: lifecycle({ initial: 'invited', states, moves: {} }) };
  const named = (wanted: string) => (wanted === nobody.name ? nobody : find(wanted));
  expect(() => checkMemberAccess([fleet], named)).toThrow('a state with holds');
  const base = { name: 'a/b', label, title: 'name', scope: 'all', fields: { name } } as const;
  expect(() => resource({ ...base, members: { owner: ['reveal'] } })).toThrow('cannot be granted');
  // @ts-expect-error there is no such move
  expect(() => resource({ ...base, members: { owner: ['fly'] } })).toThrow('cannot be granted');
});
