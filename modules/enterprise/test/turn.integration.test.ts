import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { watchWrites } from '../../../test/support/watch-writes.ts';
import { enterprise } from '../contract/enterprise.ts';
import { addEnterprise, move, uploadMaterials } from './form.ts';

let app: TestApp;
let admin: Caller;
let county: Client;
let city: Client;
let province: Client;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  await watchWrites(app.db, [enterprise]);
  admin = await app.officer('admin');
  // a county officer with all permissions: what is refused is due to the level of review
  await app.db.query(sql`update auth_group set rules = (select array_agg(id) from auth_menu)
    where id = any((select group_arr from auth_admin where username = 'county1')::bigint[])`);
  await app.db.query(sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
    select 'province', '省级审核员', '', group_arr, '530000' from auth_admin where username = 'city'`);
  county = await app.client({ officer: 'county1' });
  city = await app.client({ officer: 'city' });
  province = await app.client({ officer: 'province' });
});
afterAll(() => app.close());

const at = (action: string) => `/admin/enterprise.enterprise/${action}`;
interface Offered {
  id: number;
  status: string;
  version: number;
  _moves: string[];
  _actions: string[];
}
const record = async (client: Client, id: number) => (await client.get<{ row: Offered }>(at('edit'), { id })).data.row;
const listed = async (client: Client, id: number) =>
  (
    await client.get<{ list: Offered[] }>(at('index'), { search: [{ field: 'id', operator: '=', val: id }] })
  ).data.list.find((row) => row.id === id) as Offered;
const moves = ({ _moves }: Offered) => _moves.toSorted();
const acts = ({ _actions }: Offered) => _actions.filter((one) => ['edit', 'del', 'assign'].includes(one));

async function inReview(state: 'first_review' | 'final_review'): Promise<number> {
  const id = await addEnterprise(app.engine, admin);
  await move(app.engine, admin, id, 'submit');
  await move(app.engine, admin, id, 'accept');
  if (state === 'final_review') await move(app.engine, admin, id, 'firstPass', { checked: '1' });
  return id;
}

test("at the prefecture's level a county is offered no moves, in list and record", async () => {
  const id = await inReview('final_review');
  for (const read of [record, listed]) {
    expect([moves(await read(county, id)), acts(await read(county, id))]).toEqual([[], []]);
    expect(moves(await read(city, id))).toEqual(['finalPass', 'reject', 'return']);
    expect(moves(await read(province, id)), 'an office above may act in its place').toContain('return');
    expect(acts(await read(city, id))).toContain('assign');
  }
  const first = await inReview('first_review');
  for (const read of [record, listed]) {
    expect(moves(await read(county, first))).toEqual(['firstPass', 'reject', 'return']);
    expect(acts(await read(county, first))).toEqual(expect.arrayContaining(['del', 'assign']));
  }
});

test('nor may it move, delete or take the row by a direct call', async () => {
  const id = await inReview('final_review');
  const me = (await app.officer('county1')).id;
  const reason = '资料不符合要求';
  const tries: [string, object][] = [
    ['return', { id, cause: 'mismatch', reason }],
    ['reject', { id, reason }],
    ['finalPass', { id }],
    ['assign', { id, to: me }],
    ['assign', { id, to: (await app.officer('city')).id }],
  ];
  const refusal = '该记录正由市级主管部门办理，本级暂不能修改、删除或办理；有意见请在记录下留言';
  for (const [action, body] of tries) {
    const answer = await county.post<{ reason: string }>(at(action), body);
    expect([answer.status, answer.code, answer.data.reason], action).toEqual([200, 0, 'forbidden']);
    expect(answer.msg, action).toBe(refusal);
  }
  const gone = await county.del<{ reason: string }>(at('del'), { ids: [id] });
  expect([gone.code, gone.msg]).toEqual([0, expect.stringContaining(refusal)]);
  const some = await county.post<{ done: number[]; refused: { msg: string }[] }>(at('batch'), {
    operation: 'finalPass',
    rows: [id],
  });
  expect([some.data.done, some.data.refused.map(({ msg }) => msg)]).toEqual([[], [refusal]]);
  expect((await city.get<{ row: Offered }>(at('edit'), { id })).data.row.status).toBe('final_review');
  const offered = await city.get<{ list: { id: number }[] }>(at('handlers'), { id });
  expect(offered.data.list.map((one) => one.id)).not.toContain(me);
  expect((await county.get<{ list: object[] }>(at('handlers'), { id })).data.list).toEqual([]);
});

test('a county may release a row assigned before it went to the prefecture, which takes it', async () => {
  const id = await inReview('first_review');
  const me = (await app.officer('county1')).id;
  expect((await county.post(at('assign'), { id, to: me })).code).toBe(1);
  expect((await county.post(at('firstPass'), { id, checked: '1' })).code).toBe(1);
  expect(moves(await record(county, id))).toEqual([]);
  expect((await county.post(at('assign'), { id, to: 0 })).code).toBe(1);
  expect((await city.post(at('assign'), { id, to: (await app.officer('city')).id })).code).toBe(1);
  expect((await city.post(at('return'), { id, cause: 'mismatch', reason: '资料不符合要求' })).code).toBe(1);
});

test('the explanation says so', async () => {
  const id = await inReview('final_review');
  const chief = await app.client({ officer: 'admin' });
  const person = (await app.officer('county1')).id;
  const query = { person, resource: 'enterprise/enterprise', action: 'return', row: id };
  const why = await chief.get<{ allowed: boolean; findings: { rule: string; text: string }[] }>(
    '/admin/auth.access/why',
    query,
  );
  expect([why.data.allowed, why.data.findings.at(-1)]).toEqual([
    false,
    { rule: 'state', holds: false, text: '当前状态“市级复审”由上级主管部门办理，本级不能“退回修改”' },
  ]);
});
