import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/db/sql.ts';
import { startApp, type TestApp } from '../support/test-engine.ts';
import { type BuildAdminClient, openBuildAdminClient } from './client.ts';
import { Refused } from './envelope.ts';
import { flag, int, moment, shape, times, word } from './row-shapes.ts';
import { callsOf, walkPage } from './stock-page.ts';

/** All calls of a BuildAdmin client for the stock pages of 组织与权限 (wire contract §2.7). */
let app: TestApp;
let client: BuildAdminClient;
beforeAll(async () => {
  app = await startApp();
  client = openBuildAdminClient(app);
  await client.signIn('admin');
  await client.boot();
});
afterAll(() => app.close());

const admin = {
  id: int,
  username: word,
  nickname: word,
  avatar: word,
  email: word,
  mobile: word,
  lastloginip: word,
  motto: word,
  group_arr: z.array(int),
  status: flag,
  ...times,
};

test('administrators', async () => {
  const group = await app.db.row<{ id: number }>(sql`select id from auth_group order by id desc limit 1`);
  await walkPage(client, {
    controller: 'auth.admin',
    row: shape({ ...admin, group_name_arr: z.array(word) }),
    search: {
      id: 'number',
      username: 'word',
      nickname: 'word',
      createtime: 'moment',
      status: 'choice',
      group_arr: 'list',
    },
    sorts: ['id', 'createtime', 'lastlogintime'],
    form: {
      add: (n) => ({
        username: `family_${n}`,
        nickname: `新人${n}`,
        password: 'Bridge-over-7',
        email: `family${n}@example.com`,
        mobile: `1380000111${n}`,
        group_arr: [group?.id],
        avatar: '',
        motto: '',
        status: '1',
      }),
      word: (n) => `family_${n}`,
      row: shape({ ...admin, password: z.literal('') }),
      change: { motto: '以身作则' },
    },
    cell: ['status', '0', '1'],
    select: { label: 'username', conditions: [{ field: 'status', operator: '=', val: '1' }] },
    del: true,
  });
});

const rules = () =>
  app.db.rows<{ id: number }>(sql`select id from auth_menu where name ~ '^auth/adminLog' or name = 'auth' order by id`);

test('groups', async () => {
  const keys = { id: int, pid: int, name: word, status: flag, ...times };
  const held = (await rules()).map(({ id }) => id);
  await walkPage(client, {
    controller: 'auth.group',
    row: shape({ ...keys, rules: word }),
    tree: true,
    search: { name: 'word', status: 'choice', createtime: 'moment', id: 'number' },
    form: {
      add: (n) => ({ pid: 0, name: `同族组${n}`, rules: held, status: '1' }),
      word: (n) => `同族组${n}`,
      row: shape({ ...keys, rules: z.array(word) }),
      change: { name: '同族组改' },
    },
    cell: ['status', '0', '1'],
    select: {
      label: 'name',
      params: { isTree: true, absoluteAuth: 1 },
      conditions: [{ field: 'status', operator: '=', val: '1' }],
    },
    del: true,
  });
  const { group, list } = await client.get<{ group: number[]; list: object[] }>('/admin/auth.group/index');
  expect([group.length, Object.keys(await client.get('/admin/auth.group/index'))]).toEqual([
    1,
    ['list', 'remark', 'group'],
  ]);
  expect(list.length).toBeGreaterThan(0);
});

test('menu rules', async () => {
  const keys = {
    id: int,
    pid: int,
    type: z.enum(['menu_dir', 'menu', 'button']),
    title: word,
    name: word,
    path: word,
    icon: word,
    menu_type: z.enum(['tab', 'link', 'iframe']).nullable(),
    url: word,
    component: word,
    keepalive: z.union([z.literal(0), z.literal(1)]),
    extend: z.enum(['none', 'add_rules_only', 'add_menu_only']),
    remark: word,
    weigh: int,
    status: flag,
    ...times,
  };
  await walkPage(client, {
    controller: 'auth.menu',
    row: shape(keys),
    tree: true,
    search: {
      title: 'word',
      name: 'word',
      path: 'word',
      url: 'word',
      type: 'choice',
      status: 'choice',
      id: 'number',
      updatetime: 'moment',
    },
    form: {
      add: (n) => ({
        type: 'menu',
        pid: 0,
        title: `同族规则${n}`,
        name: `family/rule${n}`,
        path: `family/rule${n}`,
        icon: 'el-icon-Minus',
        menu_type: 'tab',
        url: '',
        component: '',
        keepalive: 0,
        extend: 'none',
        remark: '',
        status: '1',
        weigh: 0,
      }),
      word: (n) => `同族规则${n}`,
      row: shape(keys),
      change: { remark: '一句话' },
    },
    cell: ['status', '0', '1'],
    drag: true,
    select: {
      label: 'title',
      params: { isTree: true },
      conditions: [{ field: 'type', operator: '<>', val: 'button' }],
    },
    del: true,
  });
});

test("one's own account and groups are skipped when they are deleted together with others", async () => {
  const admins = callsOf(client, { controller: 'auth.admin' });
  const groups = callsOf(client, { controller: 'auth.group', tree: true });
  const me = (await app.officer('admin')).id;
  const { group: own } = await client.get<{ group: number[] }>('/admin/auth.group/index');
  await groups.add({ pid: 0, name: '一同删除', rules: (await rules()).map(({ id }) => id), status: '1' });
  const group = (await groups.all()).find((one) => one.name === '一同删除')?.id ?? 0;
  await admins.add({
    username: 'gone_too',
    nickname: '一同删除',
    password: 'Bridge-over-7',
    group_arr: [group],
    email: '',
    mobile: '',
    avatar: '',
    motto: '',
    status: '1',
  });
  const [other] = await admins.all({ quick_search: 'gone_too' });
  expect((await admins.del(other?.id ?? 0, me)).msg).toBe('删除成功!');
  expect((await admins.all()).map(({ id }) => id)).not.toContain(other?.id);
  expect((await admins.all()).map(({ id }) => id)).toContain(me);
  expect((await groups.del(...own, group)).msg).toBe('删除成功!');
  const left = (await groups.all()).map(({ id }) => id);
  expect([left.includes(group), own.every((id) => left.includes(id))]).toEqual([false, true]);
  // if nothing is left to delete, the answer says why
  await expect(admins.del(me)).rejects.toThrow(Refused);
  await expect(groups.del(...own)).rejects.toThrow(Refused);
});

test('a list returns the remark of its menu rule, as administrators wrote it', async () => {
  const english = openBuildAdminClient(app, 'en');
  await english.signIn('admin');
  const remarkOf = async (from: BuildAdminClient, controller: string) =>
    (await from.get<{ remark: string }>(`/admin/${controller}/index`)).remark;
  expect(await remarkOf(client, 'security.dataRecycleLog')).toBe(
    '删除的记录保留 180 天；已恢复的不在列表中，按“已恢复”筛选可查看。',
  );
  expect(await remarkOf(english, 'security.dataRecycleLog')).toBe(
    'Deleted records are kept for 180 days. Restored ones are hidden; filter by “Restored” to see them.',
  );
  const pages = ['auth.admin', 'auth.group', 'auth.menu', 'routine.config', 'routine.attachment', 'user.rule'];
  const ruleOf = async (controller: string) => {
    const name = controller === 'routine.config' ? 'system/setting' : controller.replace('.', '/');
    return (await app.db.row<{ id: number }>(sql`select id from auth_menu where name = ${name}`))?.id ?? 0;
  };
  for (const controller of [...pages, 'security.dataRecycleLog']) {
    const id = await ruleOf(controller);
    await client.post('/admin/auth.menu/edit', { id, remark: `${controller} 的备注` });
    for (const reader of [client, english])
      await expect.poll(() => remarkOf(reader, controller), { message: controller }).toBe(`${controller} 的备注`);
    await client.post('/admin/auth.menu/edit', { id, remark: '' });
    await expect.poll(() => remarkOf(client, controller), { message: controller }).toBe('');
  }
});

test('the log', async () => {
  // refusals of earlier calls are logged a moment later and would appear between two readings
  await app.server.refusals.flush();
  await walkPage(client, {
    controller: 'auth.adminLog',
    row: shape({
      id: int,
      admin_id: int,
      username: word,
      url: word,
      title: word,
      data: word,
      ip: word,
      useragent: word,
      createtime: moment,
    }),
    search: {
      id: 'number',
      admin_id: 'number',
      username: 'word',
      title: 'word',
      url: 'word',
      ip: 'word',
      createtime: 'moment',
    },
    sorts: ['id', 'createtime'],
  });
});
