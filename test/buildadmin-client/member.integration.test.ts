import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type TestApp } from '../support/test-engine.ts';
import { type BuildAdminClient, openBuildAdminClient } from './client.ts';
import { Refused } from './envelope.ts';
import { flag, int, moment, money, shape, times, treeOf, word } from './row-shapes.ts';
import { callsOf, walkPage } from './stock-page.ts';

/** All calls of a BuildAdmin client for the stock pages of 会员管理 (wire contract §2.7). */
let app: TestApp;
let client: BuildAdminClient;
beforeAll(async () => {
  app = await startApp();
  client = openBuildAdminClient(app);
  await client.signIn('admin');
  await client.boot();
});
afterAll(() => app.close());

const user = {
  id: int,
  group_id: int,
  username: word,
  nickname: word,
  email: word,
  mobile: word,
  avatar: word,
  gender: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  money,
  score: int,
  lastlogintime: moment,
  lastloginip: word,
  jointime: moment,
  motto: word,
  status: z.enum(['enable', 'disable']),
  ...times,
};

test('members', async () => {
  await walkPage(client, {
    controller: 'user.user',
    row: shape({ ...user, group: shape({ id: int, name: word }) }),
    search: {
      id: 'number',
      username: 'word',
      nickname: 'word',
      score: 'number',
      createtime: 'moment',
      status: 'choice',
      'group.name': 'word',
    },
    sorts: ['id', 'createtime'],
    form: {
      add: (n) => ({
        group_id: 1,
        username: `member_${n}`,
        nickname: `会员${n}`,
        email: `m${n}@example.com`,
        mobile: `1390000222${n}`,
        avatar: '',
        gender: n,
        birthday: '1990-01-01',
        money: '0.00',
        score: 0,
        password: 'Bridge-over-7',
        motto: '',
        status: 'enable',
      }),
      word: (n) => `member_${n}`,
      row: shape({ ...user, password: z.literal('') }),
      change: { motto: '在路上' },
    },
    cell: ['status', 'disable', 'enable'],
    select: { label: 'nickname_text', conditions: [{ field: 'status', operator: '=', val: 'enable' }] },
    del: true,
  });
});

test('members are found by the columns that a select shows', async () => {
  const { id } = await app.member('shown_by_key');
  const calls = callsOf(client, { controller: 'user.user' });
  const found = await calls.select({ quick_search: String(id), page: 1, initKey: 'id' });
  expect(found.list?.find((one) => one.id === id)).toMatchObject({ nickname_text: `shown_by_key(ID:${id})` });
  expect((await calls.all({ quick_search: `shown ${id}` })).map((row) => row.id)).toEqual([id]);
});

test('member groups', async () => {
  const { list } = await client.get<{ list: { name: string; children: { id: number }[] }[] }>('/admin/user.rule/index');
  const [leaf] = list.find((one) => one.name === 'account')?.children ?? [];
  const group = { id: int, name: word, status: flag, ...times };
  await walkPage(client, {
    controller: 'user.group',
    row: shape({ ...group, rules: z.string() }),
    search: { id: 'number', name: 'word' },
    sorts: ['id'],
    form: {
      add: (n) => ({ name: `组${n}`, rules: [leaf?.id], status: '1' }),
      word: (n) => `组${n}`,
      row: shape({ ...group, rules: z.array(z.string()) }),
      change: { name: '另一组' },
    },
    select: { label: 'name', conditions: [{ field: 'status', operator: '=', val: '1' }] },
    del: true,
  });
});

test('member rules', async () => {
  const rule = {
    id: int,
    pid: int,
    type: z.enum(['route', 'menu_dir', 'menu']),
    title: word,
    name: word,
    path: word,
    icon: word,
    menu_type: z.enum(['tab', 'link', 'iframe']),
    url: word,
    component: word,
    remark: word,
    weigh: int,
    extend: z.enum(['none', 'add_rules_only', 'add_menu_only']),
    status: flag,
    ...times,
  };
  await walkPage(client, {
    controller: 'user.rule',
    tree: true,
    row: treeOf(rule).or(z.looseObject({ ...rule, children: z.array(z.unknown()) })),
    form: {
      add: (n) => ({
        pid: 0,
        type: 'menu',
        title: `规则${n}`,
        name: `family/rule${n}`,
        path: `family/rule${n}`,
        icon: '',
        menu_type: 'tab',
        url: '',
        component: '',
        extend: 'none',
        remark: '',
        status: '1',
      }),
      word: (n) => `规则${n}`,
      row: shape(rule),
      change: { remark: '备注' },
    },
    cell: ['status', '0', '1'],
    drag: true,
    select: { label: 'title', within: 'options' },
    del: true,
  });
});

test.each([
  ['user.moneyLog', 'money', ['12.50', '-2.50'], money],
  ['user.scoreLog', 'score', [5, -3], int],
] as const)('%s: a balance is changed, and its changes are kept', async (controller, column, amounts, kind) => {
  const { id } = await app.member(`of_${column}`);
  const { user: shown } = await client.get<{ user: unknown }>(`/admin/${controller}/add`, { userId: id });
  expect(shown).toMatchObject({ id, username: `of_${column}`, money: '0.00', score: 0 });
  const calls = callsOf(client, { controller });
  for (const amount of amounts)
    expect((await calls.add({ user_id: id, [column]: amount, memo: '调整' })).msg).toBe('添加成功!');
  await expect(calls.add({ user_id: id, [column]: -999, memo: '太多' })).rejects.toThrow(Refused);
  const row = { id: int, user_id: int, [column]: kind, before: kind, after: kind, memo: word, createtime: moment };
  await walkPage(client, {
    controller,
    row: shape({ ...row, user: shape({ id: int, username: word, nickname: word }) }),
    search: { user_id: 'number', 'user.username': 'word', 'user.nickname': 'word', memo: 'word', createtime: 'moment' },
    sorts: ['id', 'createtime'],
  });
  const [last] = await calls.all({ quick_search: `of_${column}` });
  await expect(client.del(`/admin/${controller}/del`, { ids: [last?.id] })).rejects.toThrow('未删除任何行');
});
