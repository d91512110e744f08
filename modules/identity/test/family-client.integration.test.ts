import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

/** Calls made by the stock pages of stock clients (wire contract §2.5–2.7). */
let app: TestApp;
let chief: Client;
let city: Client;
let group: number;

beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  const made = await app.db.row<{ id: number }>(
    sql`insert into auth_group (name, rules) select '组织管理', array_agg(id) from auth_menu where name ~ '^auth(/|$)' returning id`,
  );
  await app.db.query(
    sql`insert into auth_admin (username, nickname, password, group_arr, area_code) values ('organiser', '组织员', '', ${[made?.id ?? 0]}::bigint[], '530100')`,
  );
  city = await app.client({ officer: 'organiser' });
  group =
    (
      await app.db.row<{ id: number }>(
        sql`insert into auth_group (name, rules) select '日志查看', array_agg(id) from auth_menu where name in ('auth', 'auth/adminLog') returning id`,
      )
    )?.id ?? 0;
});
afterAll(() => app.close());

type Row = Record<string, unknown> & { id: number; children?: Row[] };

const form = (username: string, changes: object = {}) => ({
  username,
  nickname: '新人',
  password: 'Bridge-over-7',
  email: '',
  mobile: '',
  group_arr: [group],
  avatar: '',
  motto: '以身作则',
  status: '1',
  ...changes,
});

describe('administrators', () => {
  test('without a jurisdiction get that of the adding officer', async () => {
    const areaOf = async (client: Client, username: string, changes: object = {}) => {
      const added = await client.post<{ id: number }>('/admin/auth.admin/add', form(username, changes));
      expect([username, added.code, added.msg]).toEqual([username, 1, '添加成功!']);
      return (await client.get<{ row: Row }>('/admin/auth.admin/edit', { id: added.data.id })).data.row.area_code;
    };
    expect(await areaOf(city, 'of_city')).toBe('530100');
    expect(await areaOf(city, 'of_county', { area_code: '530102' })).toBe('530102');
    expect(await areaOf(chief, 'of_chief')).toBe('100000');
    expect(await areaOf(chief, 'of_country', { area_code: '100000' })).toBe('100000');
    const refused = await city.post('/admin/auth.admin/add', form('too_far', { area_code: '100000' }));
    expect([refused.code, refused.msg]).toEqual([0, '管辖地区：地区无效，请从列表中选择']);
  });

  test('keep their jurisdiction if a form does not know it, and have their motto', async () => {
    const { data } = await chief.post<{ id: number }>(
      '/admin/auth.admin/add',
      form('keeps_area', { area_code: '530102' }),
    );
    expect(
      (await chief.post('/admin/auth.admin/edit', { ...form('keeps_area'), id: data.id, password: '' })).code,
    ).toBe(1);
    const { list } = (
      await chief.get<{ list: Row[] }>('/admin/auth.admin/index', {
        search: [{ field: 'username', val: 'keeps_area', operator: '=' }],
      })
    ).data;
    expect(list).toMatchObject([{ area_code: '530102', motto: '以身作则' }]);
  });
});

describe('trees', () => {
  test('use 0 for the parent of a root, in both directions, and are filtered by it', async () => {
    const tree = (await chief.get<{ list: Row[] }>('/admin/auth.menu/index')).data.list;
    expect(new Set(tree.map((row) => row.pid))).toEqual(new Set([0]));
    expect((await chief.get<{ row: Row }>('/admin/auth.menu/edit', { id: tree[0]?.id })).data.row.pid).toBe(0);
    const leaf = (await app.db.row<{ id: number }>(sql`select id from auth_menu where type = 'button' limit 1`))?.id;
    for (const pid of [0, '0', null, '']) {
      const added = await chief.post<{ id: number }>('/admin/auth.group/add', {
        pid,
        name: `根 ${String(pid)}`,
        rules: [leaf],
        status: '1',
      });
      expect([pid, added.code, added.msg]).toEqual([pid, 1, '添加成功!']);
      const { row } = (await chief.get<{ row: Row }>('/admin/auth.group/edit', { id: added.data.id })).data;
      expect(row.pid).toBe(0);
      expect(
        (await chief.post('/admin/auth.group/edit', { ...row, id: row.id, name: `根 ${String(pid)} 甲` })).code,
      ).toBe(1);
    }
    const roots = await chief.get<{ list: Row[] }>('/admin/auth.menu/index', {
      search: [{ field: 'pid', val: '0', operator: '=' }],
    });
    expect(roots.data.list.length).toBe(tree.length);
    const below = await chief.get<{ list: Row[] }>('/admin/auth.menu/index', {
      search: [{ field: 'pid', val: '0', operator: '<>' }],
    });
    expect(below.data.list.length).toBeGreaterThan(tree.length);
  });

  test('are deleted with parents and children in one call, in any order', async () => {
    const add = async (pid: number, name: string) =>
      (
        await chief.post<{ id: number }>('/admin/auth.menu/add', {
          pid,
          type: 'menu_dir',
          title: name,
          name,
          status: '1',
        })
      ).data.id;
    for (const turned of [false, true]) {
      const top = await add(0, `top${turned}`);
      const middle = await add(top, `middle${turned}`);
      const leaf = await add(middle, `leaf${turned}`);
      const alone = await chief.del('/admin/auth.menu/del', { ids: [top, middle] });
      expect([alone.code, alone.msg]).toEqual([0, '请首先删除子元素，或使用批量删除！']);
      const ids = turned ? [leaf, middle, top] : [top, middle, leaf];
      expect((await chief.del('/admin/auth.menu/del', { ids })).code).toBe(1);
      expect(await app.db.rows(sql`select id from auth_menu where id = any(${ids}::bigint[])`)).toEqual([]);
    }
  });

  test('link to the web or to a page of this server, and run no scripts', async () => {
    for (const [path, node] of [
      ['auth.menu', 'ways'],
      ['user.rule', 'own_ways'],
    ] as const) {
      const entry = { pid: 0, type: 'menu', title: '外链', name: node, menu_type: 'link', status: '1' };
      for (const url of ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'www.example.com']) {
        const refused = await chief.post<{ errors: object }>(`/admin/${path}/add`, { ...entry, url });
        expect([url, refused.code, Object.keys(refused.data.errors)]).toEqual([url, 0, ['url']]);
      }
      const { data, code } = await chief.post<{ id: number }>(`/admin/${path}/add`, { ...entry, url: '/check' });
      expect(code).toBe(1);
      const edit = (url: string) => chief.post(`/admin/${path}/edit`, { id: data.id, url });
      expect((await edit('vbscript:x')).code).toBe(0);
      for (const url of ['https://example.com/a', '//example.com/a', ''])
        expect([url, (await edit(url)).code]).toEqual([url, 1]);
      expect((await chief.del(`/admin/${path}/del`, { ids: [data.id] })).code).toBe(1);
    }
  });

  test('return keepalive as a number, and accept one', async () => {
    const { id } = (
      await chief.post<{ id: number }>('/admin/auth.menu/add', {
        pid: 0,
        type: 'menu',
        title: '缓存',
        name: 'kept',
        menu_type: 'tab',
        keepalive: 1,
        status: '1',
      })
    ).data;
    const keepaliveOf = async () => (await chief.get<{ row: Row }>('/admin/auth.menu/edit', { id })).data.row.keepalive;
    expect(await keepaliveOf()).toBe(1);
    expect((await chief.post('/admin/auth.menu/edit', { id, keepalive: 0 })).code).toBe(1);
    expect(await keepaliveOf()).toBe(0);
    const all: Row[] = [];
    const walk = (rows: Row[]) =>
      rows.forEach((row) => {
        all.push(row);
        walk(row.children ?? []);
      });
    walk((await chief.get<{ list: Row[] }>('/admin/auth.menu/index')).data.list);
    expect(new Set(all.map((row) => row.keepalive))).toEqual(new Set([0, 1]));
  });
});

describe('groups', () => {
  test('count as many rights in the list as in the form', async () => {
    const flat = (rows: Row[]): Row[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])]);
    const rows = flat((await chief.get<{ list: Row[] }>('/admin/auth.group/index')).data.list);
    const counted = rows.filter((row) => / \d+ 项$/.test(String(row.rules)));
    expect(counted.length).toBeGreaterThan(0);
    for (const row of counted) {
      const form = (await chief.get<{ row: { rules: string[] } }>('/admin/auth.group/edit', { id: row.id })).data.row;
      expect([row.name, row.rules]).toEqual([row.name, expect.stringMatching(new RegExp(` ${form.rules.length} 项$`))]);
    }
  });
});

describe('refusals and the log', () => {
  test('name the first field and the reason, in the requested language', async () => {
    const english = await app.client({ officer: 'admin' }, 'en');
    const one = await english.post('/admin/auth.admin/add', form('one_fault', { group_arr: [] }));
    expect([one.code, one.msg]).toEqual([0, 'Groups: Required']);
    const more = await chief.post('/admin/auth.admin/add', form('1x', { nickname: '', group_arr: [] }));
    expect(more.msg).toMatch(/^用户名：.+（另有 1 项）$/);
    expect(Object.keys((more.data as { errors: object }).errors)).toEqual(['username', 'nickname']);
  });

  test('the operation log is filtered by the sent data', async () => {
    await chief.post('/admin/auth.admin/add', form('to_be_found', { motto: '独一无二的签名' }));
    const found = await chief.get<{ list: Row[]; total: number }>('/admin/auth.adminLog/index', {
      search: [{ field: 'data', val: '独一无二', operator: 'LIKE' }],
    });
    expect([found.code, found.data.total]).toEqual([1, 1]);
    const [line] = found.data.list;
    expect(line?.subject).toEqual({ resource: 'auth/admin', id: expect.any(Number), title: 'to_be_found' });
  });

  test('a deleted record is named in both logs, and is linked again once restored', async () => {
    const { id } = (await chief.post<{ id: number }>('/admin/auth.admin/add', form('comes_back'))).data;
    await chief.del('/admin/auth.admin/del', { ids: [id] });
    const latest = async (log: string, search: object[] = []) =>
      (await chief.get<{ list: Row[] }>(`/admin/${log}/index`, { search, limit: 1 })).data.list[0]?.subject;
    const gone = { resource: 'auth/admin', id: null, title: 'comes_back' };
    // refusals of other calls are logged later
    const deletions = [{ field: 'url', operator: 'LIKE', val: 'auth.admin/del' }];
    expect([await latest('auth.adminLog', deletions), await latest('security.dataRecycleLog')]).toEqual([gone, gone]);
    const copy = (await chief.get<{ list: Row[] }>('/admin/security.dataRecycleLog/index', { limit: 1 })).data.list[0];
    expect((await chief.post('/admin/auth.admin/restore', { ids: [copy?.id] })).code).toBe(1);
    const search = [{ field: 'is_restore', operator: '=', val: '1' }];
    const back = await chief.get<{ list: Row[] }>('/admin/security.dataRecycleLog/index', { search, limit: 1 });
    expect(back.data.list[0]?.subject).toEqual({ ...gone, id });
  });
});
