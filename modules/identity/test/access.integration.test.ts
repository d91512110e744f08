import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';

let app: TestApp;
let chief: Client;
/** Administrator of the city's officers and groups. */
let manager: Client;
let rules: Map<string, number>;
/** Keys of the rules the manager holds. */
let held: number[];
let managers: number;
let smaller: number;

beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  rules = new Map(
    (await app.db.rows<{ name: string; id: number }>('select name, id from auth_menu')).map((row) => [
      row.name,
      row.id,
    ]),
  );
  const groupOf = async (name: string, patterns: string[]) => {
    const row = await app.db.row<{ id: number; rules: number[] }>(
      sql`insert into auth_group (name, rules) select ${name}, array_agg(id order by id) from auth_menu where name ~ any(${patterns}::text[]) returning id, rules`,
    );
    return row as { id: number; rules: number[] };
  };
  const group = await groupOf('组织管理', ['^auth$', '^auth/', '^enterprise/licence']);
  [managers, held] = [group.id, group.rules];
  smaller = (await groupOf('许可证查看', ['^enterprise/licence/index$'])).id;
  await addOfficer('manager', [managers], '530100');
  manager = await app.client({ officer: 'manager' });
});
afterAll(() => app.close());

const addOfficer = async (username: string, groups: number[], area = '530100') =>
  (
    await app.db.row<{ id: number }>(
      sql`insert into auth_admin (username, nickname, password, group_arr, area_code) values (${username}, ${username}, ${await hashPassword(testPassword)}, ${groups}::bigint[], ${area}) returning id`,
    )
  )?.id ?? 0;
const rule = (name: string) => rules.get(name) as number;
const superGroup = async () =>
  (await app.db.row<{ id: number }>('select id from auth_group where rules is null order by id limit 1'))?.id as number;
const idOf = async (username: string) => (await app.officer(username)).id;

const moreThanOwn = '您需要拥有该分组的所有权限且还有额外权限时，才可以操作该分组~';
const foreign = '您没有权限向此分组添加管理员！';
const ownGroups = '不能修改自己所在的管理组！';
const group = (name: string, ids: unknown) => ({ name, rules: ids, status: '1' });

describe('groups', () => {
  test("are created with a proper subset of one's own rights", async () => {
    const cases: [unknown, number, string][] = [
      [[rule('enterprise/licence/index')], 1, '添加成功!'],
      [held.slice(1), 1, '添加成功!'],
      [held, 0, moreThanOwn],
      [[rule('enterprise/enterprise/index')], 0, moreThanOwn],
      [[...held.slice(2), rule('enterprise/enterprise/del')], 0, moreThanOwn],
      [[...rules.values()], 0, moreThanOwn],
    ];
    for (const [ids, code, msg] of cases) {
      const answer = await manager.post('/admin/auth.group/add', group('新组', ids));
      expect([answer.code, answer.msg]).toEqual([code, msg]);
    }
    for (const odd of [[99_999_999], ['*'], '*', [-1], [null], {}, [[1]]]) {
      const answer = await manager.post('/admin/auth.group/add', group('怪组', odd));
      expect([odd, answer.status, answer.code]).toEqual([odd, 200, 0]);
    }
  });

  test("with more rights, with equal rights and one's own cannot be changed", async () => {
    const equal = (
      await app.db.row<{ id: number }>(
        sql`insert into auth_group (name, rules) values ('同权', ${held}::bigint[]) returning id`,
      )
    )?.id;
    const other = (await app.db.row<{ id: number }>(`select id from auth_group where name = '市级市场管理'`))?.id;
    for (const [id, msg] of [
      [await superGroup(), moreThanOwn],
      [equal, moreThanOwn],
      [other, moreThanOwn],
      [managers, ownGroups],
    ] as const) {
      for (const change of [{ rules: [rule('enterprise/licence/index')] }, { status: '0' }]) {
        const answer = await manager.post('/admin/auth.group/edit', { id, ...change });
        expect([id, change, answer.code, answer.msg]).toEqual([id, change, 0, msg]);
      }
      expect((await manager.post('/admin/auth.group/edit', { id, name: '改名' })).code, 'not even the name').toBe(0);
      expect((await manager.del('/admin/auth.group/del', { ids: [id] })).code).toBe(0);
    }
    expect((await manager.post('/admin/auth.group/edit', { id: smaller, name: '许可证查看员' })).code).toBe(1);
    expect(
      (await manager.post('/admin/auth.group/edit', { id: smaller, rules: held })).msg,
      'nor can a small one grow',
    ).toBe(moreThanOwn);
  });

  test("are visible if they are one's own or smaller", async () => {
    const answer = await manager.get<{
      list: { id: number; name: string; rules: string; children?: unknown[] }[];
      group: number[];
    }>('/admin/auth.group/index');
    const names = JSON.stringify(answer.data.list);
    expect(answer.data.group).toEqual([managers]);
    expect(names).toContain('组织管理');
    expect(names).toContain('许可证查看');
    expect(names).not.toContain('超级管理组');
    expect(names).not.toContain('市级市场管理');
    const all = JSON.stringify((await chief.get('/admin/auth.group/index')).data);
    expect(all).toContain('超级管理员');
    const choices = await manager.get<{ options: { id: number }[] }>('/admin/auth.group/index', {
      select: 'true',
      isTree: 'true',
      absoluteAuth: 1,
    });
    expect(choices.data.options.map((one) => one.id)).toContain(smaller);
    expect(
      choices.data.options.map((one) => one.id),
      "one's own group cannot be given",
    ).not.toContain(managers);
  });

  test('with all rules are the super group, which only a super administrator creates', async () => {
    const added = await chief.post<{ id: number }>('/admin/auth.group/add', group('第二超级组', [...rules.values()]));
    expect(added.code).toBe(1);
    expect(await app.db.row(sql`select rules from auth_group where id = ${added.data.id}`)).toEqual({ rules: null });
    const form = await chief.get<{ row: { rules: string[] } }>('/admin/auth.group/edit', { id: added.data.id });
    expect(form.data.row.rules).toEqual(['*']);
    const renamed = await chief.post('/admin/auth.group/edit', { id: added.data.id, name: '另一超级组', rules: ['*'] });
    expect([renamed.code, renamed.msg]).toEqual([1, '更新成功!']);
    expect(await app.db.row(sql`select name, rules from auth_group where id = ${added.data.id}`)).toEqual({
      name: '另一超级组',
      rules: null,
    });
    const starred = await chief.post<{ id: number }>('/admin/auth.group/add', group('第三超级组', ['*']));
    expect([starred.code, starred.msg]).toEqual([1, '添加成功!']);
    await chief.del('/admin/auth.group/del', { ids: [starred.data.id] });
    await chief.del('/admin/auth.group/del', { ids: [added.data.id] });
  });

  test('that are in use or above others cannot be deleted', async () => {
    const parent = (
      await chief.post<{ id: number }>('/admin/auth.group/add', group('上级组', [rule('enterprise/licence/index')]))
    ).data.id;
    const child = (
      await chief.post<{ id: number }>('/admin/auth.group/add', {
        ...group('下级组', [rule('enterprise/licence/index')]),
        pid: parent,
      })
    ).data.id;
    expect((await chief.del('/admin/auth.group/del', { ids: [parent] })).msg).toBe(
      '请首先删除子元素，或使用批量删除！',
    );
    const holder = await addOfficer('holder', [child]);
    expect((await chief.del('/admin/auth.group/del', { ids: [child] })).msg).toBe('该分组仍有管理员，不能删除');
    await app.db.query(sql`delete from auth_admin where id = ${holder}`);
    expect((await chief.del('/admin/auth.group/del', { ids: [child, parent] })).code).toBe(1);
  });
});

describe('officers', () => {
  const form = (username: string, changes: Record<string, unknown> = {}) => ({
    username,
    nickname: '新人',
    password: 'Secret-123',
    group_arr: [smaller],
    area_code: '530102',
    status: '1',
    ...changes,
  });

  test("get groups, areas and names within one's own", async () => {
    const added = await manager.post<{ id: number }>('/admin/auth.admin/add', form('new_one'));
    expect([added.code, added.msg]).toEqual([1, '添加成功!']);
    for (const [changes, msg] of [
      [{ group_arr: [await superGroup()] }, foreign],
      [{ group_arr: [managers] }, foreign],
      [{ group_arr: [smaller, managers] }, foreign],
      [{ area_code: '530000' }, '管辖地区：地区无效，请从列表中选择'],
      [{ area_code: '100000' }, '管辖地区：地区无效，请从列表中选择'],
      [{ area_code: '532901' }, '管辖地区：地区无效，请从列表中选择'],
      [{ group_arr: [] }, '管理组：必填'],
      [{ group_arr: [99_999_999] }, '管理组：选项无效，请从列表中选择'],
      [{ password: '' }, '密码：必填'],
      [{ username: '1abc' }, '用户名：账号须为 3 到 15 个字符，以字母开头，只含字母、数字和下划线'],
      [{ username: 'NEW_ONE' }, '用户名已存在'],
    ] as [Record<string, unknown>, string][]) {
      const answer = await manager.post('/admin/auth.admin/add', form('new_two', changes));
      expect([changes, answer.code, answer.msg]).toEqual([changes, 0, msg]);
    }
    expect((await manager.post('/admin/auth.admin/edit', { id: added.data.id, group_arr: [managers] })).msg).toBe(
      foreign,
    );
    expect((await manager.post('/admin/auth.admin/edit', { id: added.data.id, area_code: '530000' })).code).toBe(0);
    expect(
      (await manager.post('/admin/auth.admin/edit', { id: added.data.id, nickname: '改名', password: '' })).code,
    ).toBe(1);
    const signedIn = await (await app.client('nobody')).post<{ step: string }>('/admin/index/login', {
      username: 'new_one',
      password: 'Secret-123',
      steps: true,
    });
    expect(signedIn.data.step, 'an empty password keeps the old one, to be changed by its owner').toBe('new_password');
  });

  test('have passwords that are hard to guess, when they are added and when the password is changed', async () => {
    const add = (password: string) =>
      manager.post<{ errors: Record<string, string[]> }>(
        '/admin/auth.admin/add',
        form('guess_me', { password, area_code: '530102' }),
        { 'think-lang': 'en' },
      );
    const cases = [
      ['Abc-123', 'Enter 8 to 32 characters, without & < > " or \''],
      ['Abc-1234<', 'Enter 8 to 32 characters, without & < > " or \''],
      ['', 'Required'],
      ['two words 1', 'The administrator password must not contain spaces'],
      ['Guess_Me-2026', 'The administrator password must not contain the username'],
      ['Football', 'This password is too common. Choose another'],
    ] as const;
    for (const [password, message] of cases)
      expect(await add(password)).toMatchObject({ code: 0, data: { errors: { password: [message] } } });
    const row = await app.db.row<{ id: number }>(`select id from auth_admin where username = 'new_one'`);
    for (const password of ['Abc-123', 'two words 1', 'is-new_one-2026', 'Football'])
      expect(await manager.post('/admin/auth.admin/edit', { id: row?.id, password }), password).toMatchObject({
        code: 0,
        data: { errors: { password: [expect.any(String)] } },
      });
    expect((await manager.post('/admin/auth.admin/edit', { id: row?.id, password: 'Other-Pass-9' })).code).toBe(1);
  });

  test('of more or equal rights cannot be touched: no new password, no disabling, no deletion', async () => {
    const equal = await addOfficer('equal_one', [managers]);
    const boss = await addOfficer('boss_one', [await superGroup()]);
    for (const id of [equal, boss]) {
      for (const change of [
        { password: 'Taken-Over-1' },
        { status: '0' },
        { nickname: '改名' },
        { mobile: '13900000011' },
      ]) {
        const answer = await manager.post('/admin/auth.admin/edit', { id, ...change });
        expect([id, change, answer.code, answer.msg]).toEqual([id, change, 0, '记录不存在']);
      }
      expect((await manager.del('/admin/auth.admin/del', { ids: [id] })).code).toBe(0);
    }
    await app.db.query(sql`delete from auth_admin where id = any(${[equal, boss]}::bigint[])`);
  });

  test("outside one's area do not exist", async () => {
    const away = await addOfficer('away_one', [smaller], '532901');
    expect((await manager.post('/admin/auth.admin/edit', { id: away, nickname: 'x' })).msg).toBe('记录不存在');
    const listed = await manager.get<{ list: { username: string }[] }>('/admin/auth.admin/index', { limit: 200 });
    const names = listed.data.list.map((one) => one.username);
    expect([names.includes('manager'), names.includes('away_one'), names.includes('admin')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('cannot promote, disable or delete themselves', async () => {
    const id = await idOf('manager');
    expect((await manager.post('/admin/auth.admin/edit', { id, group_arr: [managers, smaller] })).msg).toBe(ownGroups);
    expect((await manager.post('/admin/auth.admin/edit', { id, area_code: '530000' })).code).toBe(0);
    expect((await manager.post('/admin/auth.admin/edit', { id, status: '0' })).msg).toBe(
      '请使用另外的管理员账户禁用当前账户！',
    );
    expect((await manager.del('/admin/auth.admin/del', { ids: [id] })).code).toBe(0);
    expect((await manager.post('/admin/auth.admin/edit', { id, nickname: '经理', group_arr: [managers] })).code).toBe(
      1,
    );
  });

  test('deleted by mistake are restored with no more than the restoring officer may grant', async () => {
    const boss = await addOfficer('boss_two', [await superGroup()]);
    const deleted = await chief.del<{ undo: number[] }>('/admin/auth.admin/del', { ids: [boss] });
    expect((await manager.post('/admin/auth.admin/restore', { ids: deleted.data.undo })).code).toBe(0);
    expect((await chief.post('/admin/auth.admin/restore', { ids: deleted.data.undo })).code).toBe(1);
    await chief.del('/admin/auth.admin/del', { ids: [boss] });
  });
});

describe('the last super administrator', () => {
  test('cannot be removed in any way', async () => {
    const admin = await idOf('admin');
    const second = await addOfficer('second_chief', [await superGroup()]);
    const other = await app.client({ officer: 'second_chief' });
    expect(
      (await other.post('/admin/auth.admin/edit', { id: admin, status: '0' })).code,
      'as long as there is another one',
    ).toBe(1);
    expect((await other.post('/admin/auth.admin/edit', { id: second, status: '0' })).code).toBe(0);
    expect((await other.post('/admin/auth.admin/edit', { id: second, group_arr: [smaller] })).code).toBe(0);
    expect((await other.post('/admin/auth.group/edit', { id: await superGroup(), status: '0' })).code).toBe(0);
    expect(
      (await other.post('/admin/auth.group/edit', { id: await superGroup(), rules: [rule('auth/admin/index')] })).code,
    ).toBe(0);
    expect((await other.del('/admin/auth.group/del', { ids: [await superGroup()] })).code).toBe(0);
    await app.db.query(sql`update auth_admin set status = '1' where id = ${admin}`);
    await app.db.query(sql`delete from auth_admin where id = ${second}`);
  });

  test('remains even if two disable each other simultaneously', async () => {
    const first = await idOf('admin');
    for (let round = 0; round < 5; round++) {
      const second = await addOfficer(`rival_${round}`, [await superGroup()]);
      const other = await app.client({ officer: `rival_${round}` });
      const answers = await Promise.all([
        chief.post('/admin/auth.admin/edit', { id: second, status: '0' }),
        other.post('/admin/auth.admin/edit', { id: first, status: '0' }),
      ]);
      const left = await app.db.row<{ n: number }>(
        sql`select count(*)::int as n from auth_admin where id in (${first}, ${second}) and status = '1'`,
      );
      expect(left?.n, JSON.stringify(answers.map((one) => one.msg))).toBe(1);
      await app.db.query(sql`update auth_admin set status = '1' where id = ${first}`);
      await app.db.query(sql`delete from auth_admin where id = ${second}`);
      app.platform.authenticator.forget();
      chief = await app.client({ officer: 'admin' });
    }
  });
});

describe('rules', () => {
  test('cannot be turned into other ones by an editor of the menu', async () => {
    const id = rule('enterprise/licence/index');
    for (const name of ['AUTH/admin/DEL', 'enterprise/enterprise/del2', 'security/dataRecycleLog/index ']) {
      const answer = await manager.post('/admin/auth.menu/edit', { id, name });
      expect([name, answer.code]).toEqual([name, 0]);
    }
    expect(
      (await chief.post('/admin/auth.menu/edit', { id, name: 'AUTH/admin/DEL' })).code,
      'names differ by more than case',
    ).toBe(0);
    expect((await manager.post('/admin/auth.menu/edit', { id, title: '许可证列表' })).code).toBe(1);
  });

  test('are visible and can be chosen by those who hold them', async () => {
    const text = (await manager.get('/admin/auth.menu/index')).text;
    expect(text).toContain('"enterprise/licence/index"');
    expect(text).not.toContain('"enterprise/enterprise/index"');
  });
});

describe('granting more than one holds', () => {
  const stranger = 'enterprise/enterprise/del';
  const calls = (controller: string, id: number) =>
    [
      ['edit', manager.get(`/admin/${controller}/edit`, { id })],
      ['timeline', manager.get(`/admin/${controller}/timeline`, { id })],
    ] as const;

  test('is impossible: such rules are neither read, changed, moved, deleted nor restored', async () => {
    const id = rule(stranger);
    const read = () => app.db.row(sql`select status, title, weigh, version from auth_menu where id = ${id}`);
    const before = await read();
    for (const [name, answer] of calls('auth.menu', id))
      expect([name, (await answer).msg]).toEqual([name, '记录不存在']);
    for (const change of [{ status: '0' }, { title: '改名' }]) {
      const answer = await manager.post('/admin/auth.menu/edit', { id, ...change });
      expect([change, answer.code, answer.msg]).toEqual([change, 0, '记录不存在']);
    }
    const own = rule('enterprise/licence/index');
    expect((await manager.post('/admin/auth.menu/sortable', { id, targetId: own })).msg).toBe('记录不存在');
    const batched = await manager.post<{ done: number[] }>('/admin/auth.menu/batch', {
      operation: 'edit',
      values: { status: '0' },
      rows: [id],
    });
    expect(batched.data.done).toEqual([]);
    expect(await read()).toEqual(before);

    const added = await chief.post<{ id: number }>('/admin/auth.menu/add', {
      title: '仅超级',
      name: 'enterprise/only_super',
      type: 'button',
      status: '1',
    });
    expect((await manager.del('/admin/auth.menu/del', { ids: [added.data.id] })).msg).toBe('记录不存在');
    const deleted = await chief.del<{ undo: number[] }>('/admin/auth.menu/del', { ids: [added.data.id] });
    expect((await manager.post('/admin/auth.menu/restore', { ids: deleted.data.undo })).code).toBe(0);
    expect((await chief.post('/admin/auth.menu/restore', { ids: deleted.data.undo })).code).toBe(1);
    expect((await chief.del('/admin/auth.menu/del', { ids: [added.data.id] })).code).toBe(1);
  });

  test('is impossible: groups reveal nothing of such rules', async () => {
    const equal = (
      await app.db.row<{ id: number }>(
        sql`insert into auth_group (name, rules) values ('权限相同的组', ${held}::bigint[]) returning id`,
      )
    )?.id as number;
    for (const id of [await superGroup(), equal])
      for (const [name, answer] of calls('auth.group', id))
        expect([id, name, (await answer).msg]).toEqual([id, name, '记录不存在']);
    for (const id of [managers, smaller])
      for (const [name, answer] of calls('auth.group', id))
        expect([id, name, (await answer).code]).toEqual([id, name, 1]);
    await app.db.query(sql`delete from auth_group where id = ${equal}`);
  });

  test('is impossible: such rules are not found by search', async () => {
    const find = async (client: Client, q: string) =>
      (await client.get<{ list: { resource: string }[] }>('/admin/search/index', { quick_search: q })).data.list;
    expect((await find(chief, '超级管理组')).map((one) => one.resource)).toContain('auth/group');
    expect(await find(manager, '超级管理组')).toEqual([]);
  });

  test('does not include a disabled rule that one holds, which stays in reach', async () => {
    const id = rule('enterprise/licence/export');
    expect((await manager.post('/admin/auth.menu/edit', { id, status: '0' })).code).toBe(1);
    expect((await manager.get('/admin/auth.menu/index')).text.includes('"enterprise/licence/export"')).toBe(true);
    expect((await manager.post('/admin/auth.menu/edit', { id, status: '1' })).code).toBe(1);
  });
});

test('the list of rules is for holders of its node, and for editors of groups, whose form loads it', async () => {
  const row = await app.db.row<{ id: number }>(
    sql`insert into auth_group (name, rules) select '只管组', array_agg(id) from auth_menu where name ~ '^auth/group/' returning id`,
  );
  const bare = await app.db.row<{ id: number }>(
    sql`insert into auth_group (name, rules) select '只看组', array_agg(id) from auth_menu where name = 'auth/group/index' returning id`,
  );
  await addOfficer('groups_only', [row?.id ?? 0]);
  await addOfficer('groups_seen', [bare?.id ?? 0]);
  const officer = await app.client({ officer: 'groups_only' });
  const onlooker = await app.client({ officer: 'groups_seen' });
  expect((await onlooker.get('/admin/auth.menu/index')).code).toBe(401);
  expect((await officer.get('/admin/auth.menu/index')).code).toBe(1);
  expect((await officer.get('/admin/auth.menu/index', { select: 'true' })).code).toBe(1);
  expect((await officer.get('/admin/auth.group/index')).code).toBe(1);
});
