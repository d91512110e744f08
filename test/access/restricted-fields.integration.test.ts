import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { signFileLinksForCaller } from '#server/files/sign-file-links-for-caller.ts';
import { write } from '#server/write/write-pipeline.ts';
import { inventModule } from '../invented/invented-module.ts';
import { type Client, startApp, type TestApp, testArea } from '../support/test-engine.ts';

const label = text('车队', 'Fleet');
const name = field.text(text('名称', 'Name'), { required: true });

/** A fleet held by people with roles; only its owner reads and writes its books. */
const fleet = resource({
  name: 'motor/fleet',
  label,
  title: 'name',
  scope: 'area',
  people: 'motor/person',
  members: { owner: ['index', 'add', 'edit', 'books'], operator: ['index', 'add', 'edit'], viewer: ['index'] },
  nodes: { books: text('账目', 'Books'), grade: text('评级', 'Grade') },
  fields: {
    name,
    debt: field.money(text('欠款', 'Debt'), { reads: 'books' }),
    grade: field.text(text('评级', 'Grade'), { writes: 'grade' }),
    remark: field.text(text('备注', 'Remarks'), { writes: 'books' }),
    ledger: field.file(text('账本', 'Ledger'), { private: true, reads: 'books' }),
    base_code: field.area(text('所在', 'Lies in'), { reads: 'books' }),
    bills: field.rows(text('账单', 'Bills'), { of: 'motor/bill' }),
    area_code: field.area(text('地区', 'Area'), { level: 3 }),
  },
  life: lifecycle({
    initial: 'open',
    states: { open: text('正常', 'Open'), shut: { ...text('停业', 'Shut'), editable: false } },
    moves: {
      shut: {
        from: ['open'],
        to: 'shut',
        label: text('停业', 'Shut'),
        reversible: true,
        batch: true,
      },
    },
  }),
});
const bill = resource({
  name: 'motor/bill',
  label: text('账单', 'Bill'),
  title: 'name',
  scope: 'parent',
  partOf: 'fleet_id',
  sortable: true,
  actions: [],
  fields: {
    fleet_id: field.reference(label, { to: 'motor/fleet', required: true }),
    name,
    amount: field.money(text('金额', 'Amount'), { reads: 'books' }),
  },
});
const person = resource({
  name: 'motor/person',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'fleet_id',
  fields: {
    fleet_id: field.reference(label, { to: 'motor/fleet', required: true }),
    name,
    user_id: field.integer(text('账号', 'Account')),
    role: field.select(text('身份', 'Role'), {
      options: { owner: label, operator: label, viewer: label },
      required: true,
    }),
  },
});
/** A child of a fleet with its own screen: the nodes that it names are those of the fleet. */
const vehicle = resource({
  name: 'motor/vehicle',
  label: text('客车', 'Coach'),
  title: 'name',
  scope: 'parent',
  partOf: 'fleet_id',
  members: { owner: ['index', 'add'], operator: ['index', 'add'] },
  fields: {
    fleet_id: field.reference(label, { to: 'motor/fleet', required: true }),
    name,
    cost: field.money(text('造价', 'Cost'), { reads: 'books' }),
  },
});
const motor = inventModule(
  module_({ name: 'motor', label, icon: 'car', weigh: 1, entries: [fleet, bill, person, vehicle] }),
);

// biome-ignore lint/suspicious/noExplicitAny: rows as they come, whatever is in them
type Seen = any;
let app: TestApp;
let blind: Client;
let chief: Client;
/** One member, the owner of the first fleet and the operator of the second. */
let both: Client;
let [own, worked] = [0, 0];
const ledgers = ['/storage/private/motor/a.pdf', '/storage/private/motor/b.pdf'] as const;
const county = `${testArea.slice(0, 4)}02`;
const api = '/api/motor.fleet';
const admin = '/admin/motor.fleet';

beforeAll(async () => {
  app = await startApp({ also: motor });
  const [me, other, officer] = [await app.member('本人'), await app.member('他人'), await app.officer('admin')];
  const hold = (fleet_id: number, user_id: number, role: string) =>
    write(app.engine, person, officer, { operation: 'add', input: { fleet_id, name: '某人', user_id, role } });
  const add = async (of: number, ledger: string) => {
    await app.db.query(sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private)
      values (${ledger}, 'x.pdf', 1, 'application/pdf', ${ledger}, ${ledger}, true)`);
    const input = {
      name: '车队',
      debt: '8888.00',
      grade: 'A',
      remark: '记',
      ledger,
      base_code: county,
      area_code: county,
    };
    const bills = [{ name: '油费', amount: '777.00' }];
    const { id } = await write(app.engine, fleet, officer, { operation: 'add', input: { ...input, bills } });
    await hold(id, of, 'owner');
    return id;
  };
  own = await add(me.id, ledgers[0]);
  worked = await add(other.id, ledgers[1]);
  await hold(worked, me.id, 'operator');
  await app.db.query(sql`with g as (insert into auth_group (name, rules)
      select '不看账目', array_agg(id) from auth_menu where name not in ('motor/fleet/books', 'motor/fleet/grade') returning id)
    insert into auth_admin (username, nickname, password, group_arr, area_code) select 'blind', '不看账目', '', array[g.id], ${testArea} from g`);
  blind = await app.client({ officer: 'blind' });
  chief = await app.client({ officer: 'admin' });
  both = await app.client({ member: '本人' });
});
afterAll(() => app.close());

const read = async (who: Client, address: string, id: number): Promise<Seen> =>
  (await who.get<{ row: Seen }>(`${address}/edit`, { id })).data.row;
const errorsOf = async (who: Client, address: string, body: object) =>
  (await who.post<{ errors?: object } | null>(address, body)).data?.errors;
const noPermission = ['没有填写此项的权限'];

test('members read fields by their role in each row', async () => {
  const { list } = (await both.get<{ list: Seen[] }>(`${api}/index`, { order: 'id,asc' })).data;
  expect(list.map(({ id, debt, base, bills }) => [id, debt, base?.code, bills])).toEqual([
    [own, '8888.00', county, 1],
    [worked, null, undefined, 1],
  ]);
  expect((await read(both, api, own)).bills).toMatchObject([{ name: '油费', amount: '777.00' }]);
  expect((await read(both, api, worked)).bills).toMatchObject([{ name: '油费', amount: null }]);
  // a field that can be read only in some rows cannot be a condition on all
  const search = [{ field: 'debt', operator: '=', val: '8888.00' }];
  for (const query of [{ search }, { order: 'debt,asc' }, { initKey: 'debt', initValue: '8888.00' }])
    expect((await both.get(`${api}/index`, query)).code).toBe(0);
  const links = await signFileLinksForCaller(app.engine, await app.member('本人'), ledgers);
  expect([...links.keys()]).toEqual([ledgers[0]]);
  expect([...(await signFileLinksForCaller(app.engine, await app.officer('blind'), ledgers)).keys()]).toEqual([]);
});

test('members write fields by their role in the row, and never fields that no role may write', async () => {
  expect(await errorsOf(both, `${api}/edit`, { id: worked, remark: '改', debt: '1.00' })).toEqual({
    debt: noPermission,
    remark: noPermission,
  });
  expect(await errorsOf(both, `${api}/edit`, { id: own, grade: 'B' })).toEqual({ grade: noPermission });
  const amount = async (id: number) => {
    const [first] = (await read(chief, admin, id)).bills;
    return errorsOf(both, `${api}/edit`, { id, bills: [{ id: first.id, amount: '1.00' }] });
  };
  expect(await amount(worked)).toEqual({ 'bills.0.amount': noPermission });
  expect(await amount(own)).toBeUndefined();
  expect((await both.post(`${api}/edit`, { id: own, remark: '改', debt: '9.00' })).code).toBe(1);
  expect(await read(chief, admin, own)).toMatchObject({ remark: '改', debt: '9.00', bills: [{ amount: '1.00' }] });
  // a new row is written with the role in its parent
  const coach = (fleet_id: number) => errorsOf(both, '/api/motor.vehicle/add', { fleet_id, name: '新', cost: '5.00' });
  expect(await coach(worked)).toEqual({ cost: noPermission });
  expect(await coach(own)).toBeUndefined();
  expect(await errorsOf(both, `${api}/add`, { name: '新', grade: 'A', area_code: county })).toEqual({
    grade: noPermission,
  });
  const timeline = async (id: number, kind = 'change') => {
    const { list } = (await both.get<{ list: Seen[] }>(`${api}/timeline`, { id })).data;
    return list.find((one) => one.kind === kind && one.action === 'edit')?.changes;
  };
  expect(await timeline(own)).toMatchObject({ debt: ['8888.00', '9.00'] });
  expect(await timeline(own, 'part')).toEqual({ amount: ['777.00', '1.00'] });
  const [bill] = (await read(chief, admin, worked)).bills;
  const bills = [{ id: bill.id, name: '路费', amount: '8.00' }];
  await chief.post(`${admin}/edit`, { id: worked, debt: '7.00', remark: '再改', bills });
  expect(await timeline(worked)).toMatchObject({ remark: ['记', '再改'] });
  expect(await timeline(worked)).not.toHaveProperty('debt');
  expect(await timeline(worked, 'part'), 'told of what they read there').toEqual({ name: ['油费', '路费'] });
});

test('a sheet is refused at a column that may not be written, and the template leaves it out', async () => {
  const send = async (who: Client, content: string) => {
    const part = (head: string, body: string) => `--cut\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const body = `${part('name="dry"', '1')}${part('name="file"; filename="a.csv"', content)}--cut--\r\n`;
    const type = { 'content-type': 'multipart/form-data; boundary=cut' };
    const { data } = await who.post<{ job_id: number }>(`${admin}/import`, Buffer.from(body), type);
    for (;;) {
      const { job } = (await who.get<{ job: Seen }>('/admin/job/show', { id: data.job_id })).data;
      if (['done', 'failed'].includes(job.status)) return job.result.report;
      await sleep(30);
    }
  };
  const sheet = `名称,评级,欠款,地区\n甲,A,1.00,${county}\n乙,,,${county}`;
  expect(await send(blind, sheet)).toMatchObject({
    valid: 1,
    errors: [
      { row: 2, column: '欠款', message: noPermission[0] },
      { row: 2, column: '评级', message: noPermission[0] },
    ],
  });
  expect(await send(chief, sheet)).toMatchObject({ valid: 2, errors: [] });
});

test('a state locks its fields for everybody, in every kind of write, and an undone move unlocks them', async () => {
  const answer = await chief.post<{ undo: { history_id: number } }>(`${admin}/shut`, { id: worked });
  const row = await read(chief, admin, worked);
  for (const [who, address] of [
    [chief, admin],
    [both, api],
  ] as const) {
    const refused = await who.post<{ reason: string }>(`${address}/edit`, { id: worked, name: '别名' });
    expect([refused.code, refused.data.reason]).toEqual([0, 'bad_transition']);
    const within = await who.post(`${address}/edit`, { id: worked, bills: [] });
    expect(within.code).toBe(0);
  }
  const before = await read(chief, admin, worked);
  expect(before).toEqual(row);
  const undone = await blind.post(`${admin}/undo`, { history_id: answer.data.undo.history_id });
  expect(undone.code, 'only by the person who made it').toBe(0);
  expect((await chief.post(`${admin}/undo`, { history_id: answer.data.undo.history_id })).code).toBe(1);
  expect((await chief.post(`${admin}/edit`, { id: worked, name: '别名' })).code).toBe(1);
  expect(await read(chief, admin, worked)).toMatchObject({ name: '别名', debt: '7.00', status: 'open' });
});

test('a deleted row is restored with its restricted fields, whoever restores it', async () => {
  await app.db.query(sql`delete from motor_person where fleet_id = ${own}`);
  await app.db.query(sql`delete from motor_vehicle where fleet_id = ${own}`);
  const gone = await blind.post<{ undo: number[] }>(`${admin}/del`, { ids: [own] });
  expect(gone.code).toBe(1);
  const log = await blind.get('/admin/security.dataRecycleLog/index', {});
  expect(log.text).not.toContain('9.00');
  expect((await blind.post(`${admin}/restore`, { ids: gone.data.undo })).code).toBe(1);
  expect(await read(blind, admin, own)).not.toHaveProperty('debt');
  expect(await read(chief, admin, own)).toMatchObject({ debt: '9.00' });
});
