import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';

/** Administrators of three levels, each in groups with a proper subset of the permissions above (wire contract §4). */
let app: TestApp;
let chief: Client;
let upper: Client;
let middle: Client;
const ids = new Map<string, number>();

beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  const levels = [
    ['upper', ['^auth/', '^security/', '^enterprise/enterprise/']],
    [
      'middle',
      ['^auth/admin', '^auth/group', '^auth/handOver', '^auth/access', '^security/', '^enterprise/enterprise/'],
    ],
    ['lower', ['^auth/admin/index$', '^enterprise/enterprise/index$']],
  ] as const;
  for (const [name, patterns] of levels) {
    const group = await app.db.row<{ id: number }>(sql`insert into auth_group (name, rules)
      select ${name}, array_agg(id) from auth_menu where name ~ any(${[...patterns]}::text[]) returning id`);
    ids.set(`group of ${name}`, group?.id ?? 0);
  }
  await addOfficer('upper_one', ['upper']);
  await addOfficer('middle_one', ['middle']);
  await addOfficer('middle_two', ['middle']);
  await addOfficer('lower_one', ['lower']);
  await addOfficer('lower_away', ['lower'], '532901');
  await addOfficer('mixed_one', ['lower', 'upper']);
  await addOfficer('no_group', []);
  const boss = await app.db.row<{ id: number }>('select id from auth_group where rules is null order by id limit 1');
  ids.set('group of boss', boss?.id ?? 0);
  await addOfficer('boss_here', ['boss']);
  upper = await app.client({ officer: 'upper_one' });
  middle = await app.client({ officer: 'middle_one' });
});
afterAll(() => app.close());

async function addOfficer(username: string, groups: readonly string[], area = '530100') {
  const keys = groups.map((one) => ids.get(`group of ${one}`) as number);
  const row = await app.db.row<{
    id: number;
  }>(sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
    values (${username}, ${username}, ${await hashPassword(testPassword)}, ${keys}::bigint[], ${area}) returning id`);
  ids.set(username, row?.id ?? 0);
}
const idOf = (username: string) => ids.get(username) as number;

interface Row {
  id: number;
  username: string;
}
const mine = ['middle_one', 'lower_one', 'no_group'];
const above = ['middle_two', 'upper_one', 'mixed_one', 'boss_here', 'lower_away'];
const listed = async (client: Client, query: object = {}) => {
  const { data } = await client.get<{ list: Row[]; total: number }>('/admin/auth.admin/index', {
    limit: 100,
    ...query,
  });
  expect(data.total).toBe(data.list.length);
  return data.list.map(({ username }) => username).filter((name) => ids.has(name));
};

describe("administrators of one's own level or above, and super administrators", () => {
  test('are not listed, chosen, searched or exported', async () => {
    expect((await listed(middle)).sort()).toEqual([...mine].sort());
    expect((await listed(upper)).sort()).toEqual(
      ['upper_one', 'middle_one', 'middle_two', 'lower_one', 'no_group'].sort(),
    );
    expect((await listed(chief)).sort()).toEqual(
      [...ids.keys()].filter((name) => !name.startsWith('group of ')).sort(),
    );
    expect((await listed(middle, { select: 'true' })).sort()).toEqual([...mine].sort());
    const named = { select: 'true', initKey: 'id', initValue: above.map(idOf) };
    expect(await listed(middle, named)).toEqual([]);
    for (const name of above) {
      expect([name, await listed(middle, { quick_search: name })]).toEqual([name, []]);
      const search = [{ field: 'username', operator: '=', val: name }];
      expect([name, await listed(middle, { search })]).toEqual([name, []]);
    }
    const counted = await middle.get<{ list: Row[] }>('/admin/auth.admin/index', { area_code: '530100', limit: 100 });
    expect(counted.data.list.map(({ username }) => username)).not.toContain('boss_here');
  });

  test('are neither opened, edited nor deleted, while those below and oneself are', async () => {
    for (const name of above) {
      const id = idOf(name);
      expect([name, (await middle.get('/admin/auth.admin/edit', { id })).code]).toEqual([name, 0]);
      expect([name, (await middle.post('/admin/auth.admin/edit', { id, nickname: '改名' })).code]).toEqual([name, 0]);
      expect([name, (await middle.del('/admin/auth.admin/del', { ids: [id] })).code]).toEqual([name, 0]);
    }
    const left = await app.db.row<{ n: number }>(
      sql`select count(*)::int as n from auth_admin where id = any(${above.map(idOf)}::bigint[]) and nickname = username`,
    );
    expect(left?.n).toBe(above.length);
    for (const name of ['middle_one', 'lower_one']) {
      const id = idOf(name);
      expect([name, (await middle.get('/admin/auth.admin/edit', { id })).code]).toEqual([name, 1]);
      expect([name, (await middle.post('/admin/auth.admin/edit', { id, motto: '勤' })).code]).toEqual([name, 1]);
    }
    expect((await middle.del('/admin/auth.admin/del', { ids: [idOf('no_group')] })).code).toBe(1);
  });

  test('are not revealed by copies and changes of their rows', async () => {
    const gone = await chief.del<{ undo: number[] }>('/admin/auth.admin/del', { ids: [idOf('middle_two')] });
    const search = [{ field: 'resource', operator: '=', val: 'auth/admin' }];
    const seen = async (client: Client) =>
      JSON.stringify((await client.get('/admin/security.dataRecycleLog/index', { search, limit: 100 })).data);
    expect(await seen(middle)).not.toContain('middle_two');
    expect(await seen(upper)).toContain('middle_two');
    expect((await middle.post('/admin/auth.admin/restore', { ids: gone.data.undo })).code).toBe(0);
    expect((await upper.post('/admin/auth.admin/restore', { ids: gone.data.undo })).code).toBe(1);
  });

  test('become accounts below as soon as their groups lose rights', async () => {
    const group = ids.get('group of upper') as number;
    const was = await app.db.row<{ rules: number[] }>(sql`select rules from auth_group where id = ${group}`);
    await app.db.query(
      sql`update auth_group set rules = (select rules from auth_group where name = 'lower') where id = ${group}`,
    );
    expect(await listed(middle)).toEqual(expect.arrayContaining(['upper_one', 'mixed_one']));
    await app.db.query(sql`update auth_group set rules = ${was?.rules ?? []}::bigint[] where id = ${group}`);
    expect(await listed(middle)).not.toContain('upper_one');
  });
});

test('colleagues are still found by name as persons in charge', async () => {
  const enterprise = await app.db.row<{ id: number }>(sql`insert into enterprise (name, uscc, ent_type, legal_person,
      legal_mobile, contact_name, contact_mobile, area_code, address, status, handler_id)
    values ('经办企业', '91530102MA6R000001', 'agency', '甲', '13800000001', '乙', '13800000002', '530102', '路', 'submitted',
      ${idOf('upper_one')}) returning id`);
  expect(enterprise).toBeDefined();
  const named = { select: 'true', of: 'enterprise/enterprise.handler_id', quick_search: 'upper_one' };
  expect(await listed(middle, named)).toEqual(['upper_one']);
  const found = async (field: string, val: string) =>
    (
      await middle.get<{ list: { id: number; handler: { username: string } }[] }>(
        '/admin/enterprise.enterprise/index',
        {
          search: [{ field, operator: '=', val }],
        },
      )
    ).data.list.map(({ handler }) => handler.username);
  expect(await found('handler_id', String(idOf('upper_one')))).toEqual(['upper_one']);
  expect(await found('handler.username', 'upper_one')).toEqual(['upper_one']);
  const officers = await middle.get<{ list: Row[] }>('/admin/enterprise.enterprise/handlers', { id: enterprise?.id });
  expect(officers.data.list.map(({ id }) => id)).toContain(idOf('upper_one'));
});

test('work is handed over between all officers of an office, rights only between accounts below', async () => {
  const [one, two] = [idOf('middle_one'), idOf('upper_one')];
  const officers = async (quick_search = '') => {
    const found = await middle.get<{ list: { username: string }[] }>('/admin/auth.handOver/people', { quick_search });
    expect(found.code, found.msg).toBe(1);
    return found.data.list.map(({ username }) => username);
  };
  expect(await officers()).toEqual(expect.arrayContaining(['upper_one', 'middle_one', 'lower_one', 'boss_here']));
  expect(await officers()).not.toContain('other_city');
  expect(await officers('upper')).toEqual(['upper_one']);
  const enterprise = await app.db.row<{ id: number }>(
    sql`update enterprise set handler_id = ${two} where name = '经办企业' returning id`,
  );
  const job = await app.db.row<{ id: number }>(sql`insert into auth_job (code, name, group_arr)
    values ('peer', '同级岗', array[${ids.get('group of lower') ?? 0}::bigint]) returning id`);
  await app.db.query(sql`update auth_admin set job_arr = array[${job?.id ?? 0}::bigint] where id = ${two}`);
  const shown = await middle.get<{ jobs: object[]; jobs_offered: boolean; open: object[] }>(
    '/admin/auth.handOver/index',
    { from: two },
  );
  expect(shown.data).toMatchObject({ jobs: [], jobs_offered: false, open: [{ field: 'handler_id', n: 1 }] });
  const rights = await middle.post<{ reason: string }>('/admin/auth.handOver/run', {
    from: two,
    to: one,
    jobs: [job?.id],
  });
  expect(rights.data.reason).toBe('forbidden');
  expect(rights.msg).toContain('岗位带有权限');
  const done = await middle.post<{ open: object }>('/admin/auth.handOver/run', { from: two, to: one, open: true });
  expect(done.data.open, done.msg).toMatchObject({ 'enterprise/enterprise': 1 });
  expect(await app.db.row(sql`select handler_id from enterprise where id = ${enterprise?.id ?? 0}`)).toEqual({
    handler_id: one,
  });
  const away = await middle.post('/admin/auth.handOver/run', { from: one, to: idOf('other_city'), open: true });
  expect(away.code, 'nobody of another place').toBe(0);
  // administrators see only those below them, also in explanations
  const why = (person: number) =>
    middle.get('/admin/auth.access/why', { person, resource: 'enterprise/enterprise', action: 'index' });
  expect([(await why(two)).code, (await why(idOf('lower_one'))).code]).toEqual([0, 1]);
});
