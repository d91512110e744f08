import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { removeAgedRows } from '#server/retention/remove-aged-rows.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';

/** Recycling, watched fields and views of personal data (wire contract §2.7 security.*, domain reference §2.V). */
let app: TestApp;
let chief: Client;
let organiser: Client;
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  const made = await app.db.row<{ id: number }>(
    sql`insert into auth_group (name, rules) select '安全员', array_agg(id) from auth_menu where name ~ '^security(/|$)' returning id`,
  );
  await app.db.query(
    sql`insert into auth_admin (username, nickname, password, group_arr, area_code) values ('guard', '安全员', '', ${[made?.id ?? 0]}::bigint[], '100000')`,
  );
  organiser = await app.client({ officer: 'guard' });
});
afterAll(() => app.close());

type Row = Record<string, unknown> & { id: number };
const list = async (path: string, query: Record<string, unknown> = {}, client = chief) =>
  (await client.get<{ list: Row[]; total: number }>(`/admin/${path}/index`, query)).data;
const member = async (username: string, more: object = {}) =>
  (
    await chief.post<{ id: number }>('/admin/user.user/add', {
      group_id: 1,
      username,
      nickname: username,
      password: testPassword,
      status: 'enable',
      ...more,
    })
  ).data.id;
const restore = (ids: readonly number[], client = chief) =>
  client.post<{ failed: { id: number; title: string; msg: string }[] }>('/admin/security.dataRecycleLog/restore', {
    ids,
  });
const rollback = (ids: readonly number[], client = chief) =>
  client.post<{ failed: { msg: string }[] }>('/admin/security.sensitiveDataLog/rollback', { ids });
const latest = async (path: string, n = 1) => (await list(path, { limit: n })).list;

describe('recycled rows', () => {
  test('are listed under their rule, masked, and restored once', async () => {
    const id = await member('recycled', { mobile: '13911112222' });
    expect((await chief.del('/admin/user.user/del', { ids: [id] })).code).toBe(1);
    const [line] = await latest('security.dataRecycleLog');
    expect(line).toMatchObject({ data_table: 'member', primary_key: 'id', is_restore: 0, recycle: { name: '会员' } });
    expect(line?.admin).toEqual({
      id: expect.any(Number),
      username: 'admin',
      nickname: expect.any(String),
      avatar: '',
    });
    expect(JSON.parse(String(line?.data))).toMatchObject({ username: 'recycled', mobile: '139****2222' });
    expect(JSON.stringify(line)).not.toMatch(/argon2|13911112222/);
    const info = await chief.get<{ row: Row }>('/admin/security.dataRecycleLog/info', { id: line?.id });
    expect(info.data.row.data).toMatchObject({ username: 'recycled', mobile: '139****2222' });
    const found = await list('security.dataRecycleLog', { quick_search: '会员' });
    expect(found.list.map((one) => one.id)).toContain(line?.id);

    const back = await restore([line?.id ?? 0]);
    expect([back.code, back.msg, back.data]).toEqual([1, '', null]);
    expect(await app.db.row(sql`select mobile from member where id = ${id}`)).toEqual({ mobile: '13911112222' });
    const twice = await restore([line?.id ?? 0]);
    expect([twice.code, twice.msg]).toEqual([0, '没有记录被还原']);
  });

  test('leave the list once restored: rows, total, groups, choices and acts on all of them agree', async () => {
    const path = 'security.dataRecycleLog';
    const [back, gone] = [await member('brought_back'), await member('left_gone')];
    await chief.del('/admin/user.user/del', { ids: [back, gone] });
    const [other, copy] = await latest(path, 2);
    expect((await restore([copy?.id ?? 0])).code).toBe(1);
    const named = { field: 'title', operator: 'IN', val: 'brought_back,left_gone' };
    const find = async (...search: object[]) => {
      const query = { search: [named, ...search] };
      const { list: rows, total } = await list(path, query);
      const groups = await chief.get<{ list: { count: number }[] }>(`/admin/${path}/groups`, {
        ...query,
        group: 'recycle_id',
      });
      const chosen = await list(path, { ...query, select: 'true' });
      const all = await chief.post<{ n: number }>(`/admin/${path}/batch`, { operation: 'del', dry: true, all: query });
      const counts = [total, groups.data.list.reduce((sum, { count }) => sum + count, 0), all.data.n];
      return [rows.map(({ id }) => id), chosen.list.map(({ id }) => id), counts];
    };
    const only = (id?: number) => [[id], [id], [1, 1, 1]];
    const restored = { field: 'is_restore', operator: '=', val: '1' };
    expect(await find()).toEqual(only(other?.id));
    expect(await find(restored), 'whoever asks for them finds them').toEqual(only(copy?.id));
    const [[row]] = (await find({ field: 'id', operator: '=', val: String(copy?.id) })) as [[number]];
    expect(row, 'or for one of them').toBe(copy?.id);
  });

  test('are restored all or none, with the reason for each that cannot be', async () => {
    const [one, two] = [await member('first_gone'), await member('second_gone')];
    await chief.del('/admin/user.user/del', { ids: [one, two] });
    const copies = (await latest('security.dataRecycleLog', 2)).map(({ id }) => id);
    await member('second_gone');
    const refused = await restore(copies);
    expect(refused.data).toMatchObject({ failed: [{ title: 'second_gone', msg: '账号已存在' }] });
    expect(await app.db.row(sql`select 1 from member where id = ${one}`), 'none came back').toBeUndefined();
    const group = await chief.post<{ id: number }>('/admin/user.group/add', {
      name: '临时',
      rules: ['*'],
      status: '1',
    });
    const below = await member('of_group', { group_id: group.data.id });
    await chief.del('/admin/user.user/del', { ids: [below] });
    await chief.del('/admin/user.group/del', { ids: [group.data.id] });
    const [parent, child] = await latest('security.dataRecycleLog', 2);
    expect((await restore([child?.id ?? 0])).data.failed, 'a row is restored together with its parent').toEqual([
      expect.objectContaining({ msg: expect.stringContaining('所指的记录已删除，请先恢复它') }),
    ]);
    expect((await restore([child?.id ?? 0, parent?.id ?? 0])).code).toBe(1);
  });

  test('are read and restored only by those who may see and delete such rows', async () => {
    const id = await member('not_theirs');
    await chief.del('/admin/user.user/del', { ids: [id] });
    const [line] = (await list('security.dataRecycleLog', { limit: 1 }, organiser)).list;
    expect(line).toMatchObject({ data: '{}', title: '', subject: { resource: 'user/user', title: null } });
    expect((await organiser.get('/admin/security.dataRecycleLog/info', { id: line?.id })).code).toBe(401);
    const refused = await restore([line?.id ?? 0], organiser);
    expect(refused.data.failed[0]?.msg).toBe('没有权限恢复该业务的记录');
    expect(JSON.stringify(refused)).not.toContain('not_theirs');
    const county = await app.client({ officer: 'county1' });
    expect((await restore([line?.id ?? 0], county)).code).toBe(401);
  });

  test('are deleted when they are old', async () => {
    const id = await member('old_copy');
    await chief.del('/admin/user.user/del', { ids: [id] });
    await app.db.query(
      sql`update security_data_recycle_log set createtime = now() - interval '181 days' where row_id = ${id}`,
    );
    await removeAgedRows(app.engine, app);
    expect(
      await app.db.rows(sql`select 1 from security_data_recycle_log where row_id = ${id} and resource = 'user/user'`),
    ).toEqual([]);
  });
});

describe('the title of a row that a caller may not see', () => {
  const logs = ['security.dataRecycleLog', 'security.sensitiveDataLog'];
  const search = (field: string, operator: string, val: string) => ({ search: [{ field, operator, val }] });
  const listsOf = async (query: Record<string, unknown>, client: Client) =>
    Promise.all(logs.map(async (path) => (await list(path, query, client)).list.length));

  test('finds no log line of it in any query, and is in none', async () => {
    const id = await member('whispered_name', { mobile: '13800000031' });
    await chief.post('/admin/user.user/edit', { id, mobile: '13800000032' });
    await chief.del('/admin/user.user/del', { ids: [id] });
    for (const query of [
      { quick_search: 'whispered' },
      search('title', '=', 'whispered_name'),
      search('title', 'LIKE', 'whispered'),
    ]) {
      expect([query, await listsOf(query, chief)]).toEqual([query, [1, 1]]);
      expect([query, await listsOf(query, organiser)]).toEqual([query, [0, 0]]);
    }
    const held = search('after', 'LIKE', '0032');
    expect((await list('security.sensitiveDataLog', held)).list).toHaveLength(1);
    expect((await list('security.sensitiveDataLog', held, organiser)).list, 'nor by its values').toEqual([]);
    for (const path of logs) {
      const [own] = await latest(path);
      const answers = await Promise.all([
        organiser.get(`/admin/${path}/index`),
        organiser.get(`/admin/${path}/index`, { select: 'true' }),
        organiser.get(`/admin/${path}/edit`, { id: own?.id }),
      ]);
      expect(JSON.stringify(answers)).not.toContain('whispered');
      const found = await organiser.get<{ terms: string[] }>('/admin/search/index', { quick_search: 'whispered' });
      // but for the terms, which repeat what was typed
      expect(JSON.stringify({ ...found.data, terms: [] })).not.toContain('whispered');
      const ordered = await organiser.get(`/admin/${path}/index`, { order: 'title,asc' });
      expect([ordered.code, ordered.msg], 'the order would reveal the titles').toEqual([0, '不能按 title 排序']);
      expect(JSON.stringify(await chief.get(`/admin/${path}/edit`, { id: own?.id }))).toContain('whispered_name');
      expect((await organiser.del(`/admin/${path}/del`, { ids: [own?.id ?? 0] })).code).toBe(1);
    }
    const facts = await app.db.rows(
      sql`select payload from event where resource like 'security/%' union all select subject from auth_admin_log where username = 'guard'`,
    );
    expect(facts.length).toBeGreaterThan(2);
    expect(JSON.stringify(facts)).not.toContain('whispered');
  });

  test('is shown for a group to those who may see the group', async () => {
    const rules = await app.db.row<{ all: number[] }>(
      sql`select array_agg(id) as all from auth_menu where name ~ '^(security|auth)(/|$)'`,
    );
    await app.db.query(sql`update auth_group set rules = ${rules?.all ?? []}::bigint[] where name = '安全员'`);
    const [wide, narrow] = await Promise.all(
      [
        ['盖过的组', 'select array_agg(id) from auth_menu'],
        ['其中的组', "select array_agg(id) from auth_menu where name ~ '^security(/|$)'"],
      ].map(([name, held]) =>
        app.db.row<{ id: number }>(
          sql`insert into auth_group (name, rules) values (${name ?? ''}, (${sql.raw(held ?? '')})) returning id`,
        ),
      ),
    );
    for (const one of [wide, narrow])
      expect((await chief.del('/admin/auth.group/del', { ids: [one?.id ?? 0] })).code).toBe(1);
    const helper = await app.client({ officer: 'guard' });
    const lines = (await list('security.dataRecycleLog', { limit: 2 }, helper)).list;
    expect(lines.map(({ title }) => title)).toEqual(['其中的组', '']);
    expect((await list('security.dataRecycleLog', { quick_search: '盖过' }, helper)).list).toEqual([]);
    await app.db.query(
      sql`update auth_group set rules = (select array_agg(id) from auth_menu where name ~ '^security(/|$)') where name = '安全员'`,
    );
  });
});

describe('watched fields', () => {
  test('log every change, masked, and can be rolled back until the next change', async () => {
    const id = await member('watched', { mobile: '13800000001', email: 'before@example.com' });
    const edit = (more: object) => chief.post('/admin/user.user/edit', { id, ...more });
    await edit({ mobile: '13800000002', nickname: '无关', email: 'before@example.com' });
    const [line] = await latest('security.sensitiveDataLog');
    expect(line).toMatchObject({
      data_field: 'mobile',
      data_comment: '手机',
      id_value: `id=${id}`,
      data_table: 'member',
      primary_key: 'id',
      // our own list shows labels instead of names
      data_field_text: '手机',
      resource_text: '会员',
      before: '138****0001',
      after: '138****0002',
      is_rollback: 0,
      sensitive: { name: '会员' },
    });
    expect(JSON.stringify(line)).not.toContain('13800000001');
    const info = await chief.get<{ row: Row }>('/admin/security.sensitiveDataLog/info', { id: line?.id });
    expect(info.data.row.id_value).toBe(String(id));

    await edit({ mobile: '13800000003' });
    const refused = await rollback([line?.id ?? 0]);
    expect(refused.data.failed).toEqual([expect.objectContaining({ msg: '之后又有修改，当前值已不同' })]);
    await edit({ mobile: '13800000002' });
    const back = await rollback([line?.id ?? 0]);
    expect([back.code, back.msg]).toEqual([1, '']);
    expect(await app.db.row(sql`select mobile from member where id = ${id}`)).toEqual({ mobile: '13800000001' });
    const twice = await rollback([line?.id ?? 0]);
    expect([twice.code, twice.msg]).toEqual([0, '没有记录被回滚']);
  });

  test('are shown and announced only to those who may see such rows', async () => {
    const id = await member('not_theirs_2', { mobile: '13800000021' });
    await chief.post('/admin/user.user/edit', { id, mobile: '13800000022' });
    const [own] = await latest('security.sensitiveDataLog');
    const [line] = (await list('security.sensitiveDataLog', { limit: 1 }, organiser)).list;
    expect(line).toMatchObject({ id: own?.id, data_field: 'mobile', title: '', before: '', after: '' });
    const shown = await organiser.get<{ row: Row }>('/admin/security.sensitiveDataLog/edit', { id: own?.id });
    expect(shown.data.row).toMatchObject({ title: '', before: '', after: '' });
    for (const answers of [line, shown.data.row])
      expect(JSON.stringify(answers)).not.toMatch(/not_theirs_2|138\*|0002/);
    expect((await organiser.get('/admin/security.sensitiveDataLog/info', { id: own?.id })).code).toBe(401);
    expect((await chief.get('/admin/security.sensitiveDataLog/info', { id: own?.id })).code).toBe(1);
  });

  test('log only the fact that a password has changed', async () => {
    const id = await member('secretive');
    await chief.post('/admin/user.user/edit', { id, password: 'Another-one-9' });
    const [line] = await latest('security.sensitiveDataLog');
    expect(line).toMatchObject({ data_field: 'password', before: '******', after: '******' });
    const logged = await app.db.row(
      sql`select stored::text as kept from security_sensitive_data_log where id = ${line?.id ?? 0}`,
    );
    expect(JSON.stringify(logged)).not.toContain('argon2');
    expect((await rollback([line?.id ?? 0])).data.failed[0]?.msg).toBe('密码不能回滚，请重设');
  });

  test('are rolled back under the rules of the form: nobody restores rights they do not hold', async () => {
    const rule = { controller: 'auth/admin', columns: ['auth/admin.group_arr'], name: '管理员的组', status: '1' };
    const [seeded] = (await list('security.sensitiveData', { quick_search: '管理员' })).list;
    expect((await chief.post('/admin/security.sensitiveData/edit', { ...rule, id: seeded?.id })).code).toBe(1);
    const groups = await app.db.row<{ chief: number[]; own: number[] }>(
      sql`select (select group_arr from auth_admin where username = 'admin') as chief, (select group_arr from auth_admin where username = 'county1') as own`,
    );
    const added = await chief.post<{ id: number }>('/admin/auth.admin/add', {
      username: 'demoted',
      nickname: '降级',
      password: 'Bridge-over-7',
      group_arr: groups?.chief,
      status: '1',
    });
    const id = added.data.id;
    expect((await chief.post('/admin/auth.admin/edit', { id, group_arr: groups?.own })).code).toBe(1);
    const [line] = await latest('security.sensitiveDataLog');
    expect(line).toMatchObject({ data_field: 'group_arr', field_name: 'auth/admin.group_arr' });
    await app.db.query(
      sql`update auth_group set rules = (select array_agg(id) from auth_menu where name ~ '^(security|auth)(/|$)') where name = '安全员'`,
    );
    const helper = await app.client({ officer: 'guard' });
    const refused = await rollback([line?.id ?? 0], helper);
    expect(refused.data.failed).toHaveLength(1);
    expect((await rollback([line?.id ?? 0])).code, 'a super administrator may').toBe(1);
  });

  test('take no time without a rule, apply at once, and are declared fields only', async () => {
    const none = await chief.post('/admin/security.sensitiveData/add', {
      name: '错',
      controller: 'auth/admin',
      columns: ['user/user.mobile'],
      status: '1',
    });
    expect(none.data).toMatchObject({ errors: { columns: expect.any(Array) } });
    const hidden = await chief.post('/admin/security.sensitiveData/add', {
      name: '错',
      controller: 'pg_class',
      status: '1',
    });
    expect(hidden.data).toMatchObject({ errors: { controller: expect.any(Array) } });
    const [of] = (await list('security.sensitiveData', { quick_search: 'user/user' })).list;
    const stray = await chief.post('/admin/security.sensitiveData/edit', {
      id: of?.id,
      titles: [{ key: 'birthday', value: '生辰' }],
    });
    expect(stray.data, 'a title is of a field that is chosen').toMatchObject({
      errors: { titles: [expect.stringContaining('birthday')] },
    });
    expect((await list('security.sensitiveData', { columns: 'name' })).list[0]).toMatchObject({ data_fields: [] });
    await chief.post('/admin/security.sensitiveData/edit', { id: of?.id, status: '0' });
    const id = await member('unwatched', { mobile: '13700000001' });
    const before = (await list('security.sensitiveDataLog')).total;
    await chief.post('/admin/user.user/edit', { id, mobile: '13700000002' });
    expect((await list('security.sensitiveDataLog')).total).toBe(before);
    await chief.post('/admin/security.sensitiveData/edit', { id: of?.id, status: '1' });
    await chief.post('/admin/user.user/edit', { id, mobile: '13700000003' });
    expect((await list('security.sensitiveDataLog')).total).toBe(before + 1);
  });
});

test('a second rule for a resource is refused at the field of the resource', async () => {
  for (const [rules, more] of [
    ['security.dataRecycle', {}],
    ['security.sensitiveData', { columns: ['user/user.mobile'] }],
  ] as const) {
    const form = { name: '又一条', controller: 'user/user', status: '1', ...more };
    const duplicate = await chief.post(`/admin/${rules}/add`, form);
    expect([rules, duplicate.code, duplicate.msg]).toEqual([rules, 0, '业务已存在']);
    expect(duplicate.data).toMatchObject({
      reason: 'duplicate',
      field: 'controller',
      errors: { controller: [expect.any(String)] },
    });
    const other = (await list(rules)).list.find(({ controller }) => controller === 'auth/admin');
    const moved = await chief.post(`/admin/${rules}/edit`, { ...form, id: other?.id });
    expect(moved.data, 'nor can another rule be changed to it').toMatchObject({ field: 'controller' });
  }
});

test('a reveal of personal data is logged with its reason', async () => {
  const id = await member('looked_at', { mobile: '13600000001' });
  const none = await chief.post('/admin/user.user/reveal', { id, fields: ['mobile'], reason: ' ' });
  expect(none.data).toMatchObject({ errors: { reason: ['必填'] } });
  const brief = await chief.post('/admin/user.user/reveal', { id, fields: ['mobile'], reason: '查' });
  expect(brief.data).toMatchObject({ errors: { reason: ['至少 2 个字符'] } });
  const shown = await chief.post<{ row: Row }>('/admin/user.user/reveal', {
    id,
    fields: ['mobile'],
    reason: '核对来电',
  });
  expect(shown.data.row).toEqual({ mobile: '13600000001' });
  const [line] = (await list('security.revealLog', { quick_search: '核对来电' })).list;
  expect(line).toMatchObject({
    username: 'admin',
    seen: ['user/user.mobile'],
    reason: '核对来电',
    fields: ['手机'],
    // its title at that time
    subject: { resource: 'user/user', id, title: 'looked_at' },
  });
  const [some] = (await list('security.revealLog', { quick_search: '核对来电', columns: 'seen,reason' })).list;
  expect(some, 'as our own list asks').toMatchObject({ seen: ['user/user.mobile'], reason: '核对来电' });
});
