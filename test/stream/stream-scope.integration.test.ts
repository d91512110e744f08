import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import type { Caller } from '#server/caller.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { type RunningServer, startServer } from '#server/start/start-server-with-database-and-jobs.ts';
import { write } from '#server/write/write-pipeline.ts';
import { closeStreams, type EventStream, openEventStream, waitUntil } from '../support/event-stream.ts';
import { startApp, type TestApp } from '../support/test-engine.ts';

/** Rows of each scope: of an officer, of a department, of everybody. */
const memo = resource({
  name: 'test/memo',
  label: text('便签', 'Memo'),
  title: 'name',
  scope: 'own',
  owner: 'admin_id',
  fields: {
    name: field.text(text('名称', 'Name'), { required: true }),
    admin_id: field.integer(text('所有者', 'Owner')),
  },
});
const plan = resource({
  name: 'test/plan',
  label: text('计划', 'Plan'),
  title: 'name',
  scope: 'department',
  fields: {
    name: field.text(text('名称', 'Name'), { required: true }),
    department_id: field.integer(text('部门', 'Department')),
  },
});
const notice = resource({
  name: 'test/notice',
  label: text('通知', 'Notice'),
  title: 'name',
  scope: 'all',
  fields: { name: field.text(text('名称', 'Name'), { required: true }) },
});
/** A child of an enterprise that is also seen in the areas that it names. */
const journey = resource({
  name: 'test/journey',
  label: text('行程', 'Journey'),
  title: 'name',
  scope: 'parent',
  partOf: 'enterprise_id',
  alsoIn: ['area_code', 'passed'],
  fields: {
    name: field.text(text('名称', 'Name'), { required: true }),
    enterprise_id: field.reference(text('企业', 'Enterprise'), { to: 'enterprise/enterprise', required: true }),
    area_code: field.area(text('出发地', 'From')),
    passed: field.references(text('途经地', 'Passed through'), { to: 'system/area', reach: 'all', related: false }),
  },
});
const halt = resource({
  name: 'test/halt',
  label: text('停留', 'Halt'),
  title: 'name',
  scope: 'parent',
  partOf: 'journey_id',
  fields: {
    name: field.text(text('名称', 'Name'), { required: true }),
    journey_id: field.reference(text('行程', 'Journey'), { to: 'test/journey', required: true }),
  },
});

let app: TestApp;
let platform: Platform;
let server: RunningServer;
let chief: Caller;
const people = new Map<string, { id: number; department: number }>();

beforeAll(async () => {
  app = await startApp({ max: 16 });
  for (const table of ['memo', 'plan', 'notice'])
    await app.db.query(`create table test_${table} (id bigint generated always as identity primary key, name text not null,
      ${table === 'memo' ? 'admin_id bigint,' : table === 'plan' ? 'department_id bigint,' : ''}
      version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now())`);
  await app.db.query(`create table test_journey (id bigint generated always as identity primary key, name text not null, enterprise_id bigint not null references enterprise,
      area_code text, passed bigint[], version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now());
    create table test_halt (id bigint generated always as identity primary key, name text not null, journey_id bigint not null references test_journey on delete cascade,
      version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now())`);
  const all = [...resources, memo, plan, notice, journey, halt];
  const made = await createEngine({ ...app, resources: all, modules: serverModules });
  platform = made;
  server = await startServer({ platform: made, config: app.config, log: app.log });
  chief = await app.officer('admin');
  await uploadMaterials(made.engine);
  await app.db.query(
    `insert into auth_menu (type, title, name) select 'button', 'x', unnest(array['test/memo/index', 'test/plan/index', 'test/notice/index', 'test/journey/index', 'test/halt/index'])`,
  );
  const group = await app.db.row<{ id: number }>(
    `insert into auth_group (name, rules) select '测试', array_agg(id) from auth_menu where name like 'test/%' or name in ('enterprise/enterprise/index', 'security/dataRecycleLog/index') returning id`,
  );
  const unit = async (name: string, pid?: number) =>
    (
      await app.db.row<{ id: number }>(
        `insert into auth_department (name, pid, kind, area_code) values ($1, $2, 'bureau', '530100') returning id`,
        [name, pid ?? null],
      )
    )?.id ?? 0;
  const bureau = await unit('局');
  const team = await unit('队', bureau);
  const other = await unit('别处');
  for (const [name, department, area, rules] of [
    ['head', bureau, '530100', [group?.id]],
    ['one', team, '530102', [group?.id]],
    ['two', other, '530103', [group?.id]],
    ['deaf', team, '530102', []],
  ] as const) {
    const row = await app.db.row<{ id: number }>(
      `insert into auth_admin (username, nickname, password, group_arr, area_code, department_id) values ($1, $1, '', $2, $3, $4) returning id`,
      [name, rules, area, department],
    );
    people.set(name, { id: row?.id ?? 0, department });
  }
});
afterEach(closeStreams);
afterAll(async () => {
  await server.stop();
  await app.close();
});

const listen = async (officer: string, lastEventId?: string) =>
  openEventStream(server, '/admin/stream/index', `batoken=${(await app.client({ officer })).token}`, lastEventId);
const names = ({ events }: EventStream) => events.map(({ data }) => `${data.resource} ${data.payload.title}`);

const everything = async (mark: string) => {
  const { engine } = platform;
  for (const [name, { id, department }] of people) {
    const add = (one: typeof memo | typeof plan | typeof notice, input: Record<string, unknown>) =>
      write(engine, one, chief, { operation: 'add', input: { name: `${mark} ${name}`, ...input } });
    await add(memo, { admin_id: id });
    await add(plan, { department_id: department });
  }
  await write(engine, notice, chief, { operation: 'add', input: { name: `${mark} all` } });
  for (const area of ['530102', '530103'])
    await addEnterprise(engine, chief, { area_code: area, name: `${mark} ${area}` });
};

/** What an officer finds in the lists, which are the rows whose events they may receive. */
async function listed(username: string, mark: string): Promise<string[]> {
  const { token } = await app.client({ officer: username });
  const found: string[] = [];
  for (const name of ['test/memo', 'test/plan', 'test/notice', 'test/journey', 'test/halt', 'enterprise/enterprise']) {
    const address = `${server.address}/admin/${name.replace('/', '.')}/index?limit=100`;
    const answer = await fetch(address, { headers: { server: 'true', batoken: token } });
    const { code, data } = (await answer.json()) as { code: number; data: { list?: { name: string }[] } };
    if (code !== 1) continue; // they may not list it
    for (const row of data.list ?? []) if (row.name.startsWith(mark)) found.push(`${name} ${row.name}`);
  }
  return found.sort();
}

test('an officer receives events of exactly the rows they may list: own, department, area, all', async () => {
  const officers = ['head', 'one', 'two', 'deaf', 'admin'];
  const streams = await Promise.all(officers.map((name) => listen(name)));
  await everything('现在');
  await waitUntil(() => (streams[4]?.events.length ?? 0) >= 11);
  await sleep(300);
  for (const [at, name] of officers.entries())
    expect([name, names(streams[at] as EventStream).sort()]).toEqual([name, await listed(name, '现在')]);
  expect(names(streams[1] as EventStream)).toEqual([
    ...['test/plan 现在 one', 'test/memo 现在 one'].toReversed(),
    'test/plan 现在 deaf',
    'test/notice 现在 all',
    'enterprise/enterprise 现在 530102',
  ]);
  expect(streams[3]?.events).toEqual([]);
  const keys = streams.flatMap((one) => one.events.map(({ data }) => Object.keys(data)));
  expect(keys.flat()).not.toContain('admin_id');
  expect(keys.flat()).not.toContain('department_id');
});

test('the replay after a reconnection follows the same rule', async () => {
  const first = await listen('admin');
  await everything('先前');
  await waitUntil(() => first.events.length >= 11);
  const place = first.events[0]?.id;
  for (const name of ['head', 'one', 'two', 'deaf']) {
    const back = await listen(name, place);
    await sleep(200);
    const own = (await listed(name, '先前')).filter((one) => one !== names(first)[0]);
    expect([name, names(back).sort()]).toEqual([name, own]);
  }
});

test('events of a row that changes hands reach its new holder', async () => {
  const { engine } = platform;
  const [one, two] = [await listen('one'), await listen('two')];
  const { id } = await write(engine, memo, chief, {
    operation: 'add',
    input: { name: '转手', admin_id: people.get('one')?.id },
  });
  await waitUntil(() => one.events.length > 0);
  await write(engine, memo, chief, { operation: 'edit', id, input: { admin_id: people.get('two')?.id } });
  await waitUntil(() => two.events.length > 0);
  await write(engine, memo, chief, { operation: 'del', id, input: {} });
  await waitUntil(() => two.events.length > 1);
  expect([one, two].map((stream) => stream.events.map(({ data }) => data.name))).toEqual([
    ['test/memo.added'],
    ['test/memo.edited', 'test/memo.deleted'],
  ]);
});

test('events, copies and mentions of a child row reach everybody who sees it', async () => {
  const { engine } = platform;
  const officers = ['head', 'one', 'two', 'deaf'];
  const streams = await Promise.all(officers.map((name) => listen(name)));
  const enterprise_id = await addEnterprise(engine, chief, { area_code: '530103', name: '途中 企业' });
  const passed = await app.db.rows<{ id: number }>(`select id from system_area where code in ('530102', '530400')`);
  const made: number[] = [];
  for (const [name, where] of [
    ['住地', {}],
    ['出发', { area_code: '530102' }],
    ['途经', { area_code: '530400', passed: passed.map(({ id }) => id) }],
  ] as const) {
    const { id } = await write(engine, journey, chief, {
      operation: 'add',
      input: { name: `途中 ${name}`, enterprise_id, ...where },
    });
    await write(engine, halt, chief, { operation: 'add', input: { name: `途中 ${name}停`, journey_id: id } });
    made.push(id);
  }
  await waitUntil(() => (streams[0]?.events.length ?? 0) >= 7);
  await sleep(300);
  for (const [at, name] of officers.entries())
    expect([name, names(streams[at] as EventStream).sort()]).toEqual([name, await listed(name, '途中')]);
  expect(names(streams[1] as EventStream)).toHaveLength(4);
  expect(streams.flatMap((one) => one.events.map(({ data }) => Object.keys(data))).flat()).not.toContain('areas');

  const seers = async (row: number) =>
    (await findOfficersWhoSeeRow(engine, engine.db, journey, { row, limit: 50 })).map((one) => one.name);
  const shown = await Promise.all(made.map(seers));
  expect(shown.map((list) => list.filter((name) => people.has(name)))).toEqual([
    ['head', 'two'],
    ['head', 'one', 'two'],
    ['head', 'one', 'two'],
  ]);

  for (const id of made) await write(engine, journey, chief, { operation: 'del', id, input: {} });
  const copies = async (officer: string) => {
    const { token } = await app.client({ officer });
    const address = `${server.address}/admin/security.dataRecycleLog/index?quick_search=途中&limit=100`;
    const answer = await fetch(address, { headers: { server: 'true', batoken: token } });
    const { data } = (await answer.json()) as { data: { list?: { title: string }[] } };
    return (data.list ?? []).map(({ title }) => title).sort();
  };
  expect(await copies('one')).toEqual(['途中 出发', '途中 途经']);
  expect(await copies('two')).toEqual(['途中 住地', '途中 出发', '途中 途经']);
});
