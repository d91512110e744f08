import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/db/sql.ts';
import { startApp, type TestApp } from '../support/test-engine.ts';
import { type BuildAdminClient, openBuildAdminClient } from './client.ts';
import { int, word } from './row-shapes.ts';

/** All calls of a BuildAdmin client for its page of settings (wire contract §2.7, routine.config). */
let app: TestApp;
let client: BuildAdminClient;
beforeAll(async () => {
  app = await startApp();
  client = openBuildAdminClient(app);
  await client.signIn('admin');
  await client.boot();
});
afterAll(() => app.close());

const item = z.strictObject({
  id: int,
  name: word,
  group: word,
  title: word,
  tip: word,
  type: word,
  value: z.union([word, z.boolean(), z.array(z.unknown())]),
  content: z.union([z.literal(''), z.record(z.string(), word)]),
  rule: word,
  extend: z.union([z.tuple([]), z.record(z.string(), word)]),
  allow_del: z.union([z.literal(0), z.literal(1)]),
  weigh: int,
});
type Item = z.infer<typeof item>;
interface Config {
  list: Record<string, { name: string; title: string; list: Item[] }>;
  remark: string;
  configGroup: Record<string, string>;
  quickEntrance: { key: string; value: string }[];
}

const read = () => client.get<Config>('/admin/routine.config/index');
const itemOf = async (name: string): Promise<Item | undefined> =>
  Object.values((await read()).list)
    .flatMap(({ list }) => list)
    .find((one) => one.name === name);
const save = (body: Record<string, unknown>) => client.post('/admin/routine.config/edit', body);
const messageOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

test('the page opens its own view, and the client knows the type of every item', async () => {
  expect(client.open('routine/config')).toEqual({ view: '/src/views/backend/routine/config/index.vue' });
  const { list, configGroup, quickEntrance } = await read();
  expect(Object.keys(list)).toEqual(Object.keys(configGroup));
  expect(configGroup.site).toBe('站点');
  expect(quickEntrance).toEqual([]);
  const types =
    'string password textarea number date time year datetime switch select selects radio checkbox array city icon color editor image images file files';
  for (const { name, list: items } of Object.values(list)) {
    for (const one of items) {
      item.parse(one);
      expect(one.group).toBe(name);
      expect(types.split(' ')).toContain(one.type);
    }
  }
});

test('the items of one page are saved and apply in the whole product', async () => {
  expect((await save({ site_name: '行鉴测试', site_member_center: false })).msg).toBe('当前页配置项更新成功！');
  const { site } = await client.get<{ site: { siteName: string } }>('/api/index/index');
  expect(site.siteName).toBe('行鉴测试');
  expect((await itemOf('site_member_center'))?.value).toBe(false);
  await save({
    site_member_center: '1',
    site_quick_entrance: [{ key: '企业', value: '/admin/enterprise/enterprise' }],
  });
  expect((await read()).quickEntrance).toEqual([{ key: '企业', value: '/admin/enterprise/enterprise' }]);
  expect(await messageOf(save({ site_name: '' }))).toBe('平台名称：必填');
  expect(await messageOf(save({}))).toBe('参数不能为空');
});

const own = (over: Record<string, unknown>) => ({
  group: 'site',
  title: '值班电话',
  tip: '节假日使用',
  type: 'string',
  content: '',
  rule: [],
  extend: '',
  weigh: 5,
  ...over,
});
const add = (over: Record<string, unknown>) => client.post('/admin/routine.config/add', own(over));

/** Stored files, by their suffix: those of the platform, and one of a member. */
const files = { png: '/storage/default/own.png', jpg: '/storage/default/own.jpg', pdf: '/storage/default/own.pdf' };
const foreign = '/storage/default/foreign.png';
const insertFile = (url: string, mimetype: string, user: number | null = null) =>
  app.db.query(sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, user_id)
    values (${url}, ${url.slice(17)}, 1, ${mimetype}, ${url}, ${url}, ${user})`);
beforeAll(async () => {
  await insertFile(files.png, 'image/png');
  await insertFile(files.jpg, 'image/jpeg');
  await insertFile(files.pdf, 'application/pdf');
  await insertFile(foreign, 'image/png', (await app.member('of_files')).id);
});

test('items of every type are added, set, and deleted; declared ones cannot be deleted', async () => {
  const values: Record<string, [sent: unknown, read: unknown]> = {
    string: ['电话', '电话'],
    textarea: ['一\n二', '一\n二'],
    editor: ['<p>好</p>', '<p>好</p>'],
    number: ['3', '3'],
    float: ['2.5', '2.5'],
    integer: [7, '7'],
    date: ['2026-11-22', '2026-11-22'],
    time: ['08:30:00', '08:30:00'],
    datetime: ['2026-11-22 08:30:00', '2026-11-22 08:30:00'],
    year: ['2026', '2026'],
    switch: [true, true],
    radio: ['b', 'b'],
    select: ['a', 'a'],
    checkbox: [
      ['a', 'b'],
      ['a', 'b'],
    ],
    selects: [['b'], ['b']],
    array: [[{ key: 'k', value: 'v' }], [{ key: 'k', value: 'v' }]],
    city: [
      ['530000', '532300', '532301'],
      ['530000', '532300', '532301'],
    ],
    icon: ['el-icon-Van', 'el-icon-Van'],
    color: ['#112233', '#112233'],
    image: [files.png, files.png],
    images: [`${files.png},${files.jpg}`, `${files.png},${files.jpg}`],
    file: [files.pdf, files.pdf],
    files: [[files.pdf, files.png], `${files.pdf},${files.png}`],
    password: ['Sealed-4711', ''],
  };
  for (const type of Object.keys(values)) {
    const choice = ['radio', 'select', 'checkbox', 'selects'].includes(type);
    await add({ name: `own_${type}`, type, content: choice ? 'a=甲\nb=乙' : '', extend: 'rows=3' });
  }
  for (const [type, [sent, shown]] of Object.entries(values)) {
    await save({ [`own_${type}`]: sent });
    const one = await itemOf(`own_${type}`);
    expect(one, type).toMatchObject({
      type,
      value: shown,
      allow_del: 1,
      group: 'site',
      extend: { rows: '3' },
      tip: '节假日使用',
    });
    item.parse(one);
  }
  expect((await itemOf('own_radio'))?.content).toEqual({ a: '甲', b: '乙' });
  expect(await messageOf(save({ own_radio: 'c' }))).not.toBe('');
  const ids = [(await itemOf('own_radio'))?.id, (await itemOf('own_city'))?.id];
  expect((await client.del('/admin/routine.config/del', { ids })).code).toBe(1);
  expect(await itemOf('own_radio')).toBeUndefined();

  const builtIn = (await itemOf('site_name'))?.id;
  expect(await messageOf(client.del('/admin/routine.config/del', { ids: [builtIn] }))).toBe(
    '内置设置不能删除或改变定义',
  );
  expect(await itemOf('site_name')).toBeDefined();
});

test('files named by an item must be accessible to its editor and of its type, and are not deleted', async () => {
  expect(await messageOf(save({ own_image: files.pdf }))).not.toBe('');
  for (const none of [foreign, '/storage/default/nowhere.png', 'https://example.com/a.png'])
    expect(await messageOf(save({ own_image: none })), none).not.toBe('');
  expect((await itemOf('own_image'))?.value).toBe(files.png);
  for (const url of Object.values(files)) {
    const file = await app.db.row<{ id: number }>(sql`select id from routine_attachment where url = ${url}`);
    const answer = await client.call<{ reason: string }>('DELETE', `/admin/routine.attachment/del?ids[]=${file?.id}`);
    expect([answer.code, answer.data.reason], url).toEqual([0, 'referenced']);
  }
  await save({ own_image: '', own_images: '' });
  expect((await itemOf('own_images'))?.value).toBe('');
});

test('a password can be set and is shown to nobody', async () => {
  await add({ name: 'ruled_secret', rule: ['password'] });
  expect(await messageOf(save({ ruled_secret: '12' }))).not.toBe('');
  await save({ own_password: '', ruled_secret: 'Sealed-4712' });
  const stored = await app.db.rows<{ stored: boolean }>(
    sql`select secret is not null and value is null as stored from system_setting where variable in ('own_password', 'ruled_secret')`,
  );
  expect(stored).toEqual([{ stored: true }, { stored: true }]);
  const everywhere =
    await app.db.rows(`select to_jsonb(s)::text as t from system_setting s union all select to_jsonb(h)::text from history h
    union all select to_jsonb(l)::text from auth_admin_log l union all select to_jsonb(e)::text from event e`);
  expect(JSON.stringify([everywhere, await read()])).not.toContain('Sealed-');
});

test('groups can be added to the declared ones, and cannot be removed while they contain items', async () => {
  const groups = (...pairs: [string, string][]) =>
    save({ site_config_group: pairs.map(([key, value]) => ({ key, value })) });
  expect((await groups(['duty', '值班'], ['notice', '公告'])).code).toBe(1);
  const { configGroup, list } = await read();
  expect(configGroup).toMatchObject({ site: '站点', duty: '值班', notice: '公告' });
  expect(list.duty).toEqual({ name: 'duty', title: '值班', list: [] });
  await add({ name: 'duty_room', group: 'duty' });
  await save({ duty_room: '301' });
  expect((await itemOf('duty_room'))?.group).toBe('duty');
  expect(await messageOf(groups(['notice', '公告']))).toContain('值班');
  expect((await read()).configGroup).toHaveProperty('duty');
  expect((await groups(['duty', '值守'])).code).toBe(1);
  expect((await read()).configGroup).toMatchObject({ duty: '值守' });
  expect((await read()).configGroup).not.toHaveProperty('notice');
  for (const wrong of ['site', 'auth_security', '9x', 'Duty', ''])
    expect(await messageOf(groups(['duty', '值守'], [wrong, '别的'])), wrong).not.toBe('');
  expect(await messageOf(groups(['duty', '值守'], ['duty', '别的']))).not.toBe('');
  expect(await messageOf(groups(['duty', '']))).not.toBe('');
  expect((await client.del('/admin/routine.config/del', { ids: [(await itemOf('duty_room'))?.id] })).code).toBe(1);
  expect((await groups()).code).toBe(1);
  expect((await read()).configGroup).not.toHaveProperty('duty');
});

test('a definition is validated, and values are validated by its rules', async () => {
  expect(await messageOf(add({ name: '9x' }))).toContain('小写字母');
  expect(await messageOf(add({ name: 'site_name' }))).toContain('已存在');
  expect(await messageOf(add({ name: 'hotline' }))).toContain('已存在');
  expect(await messageOf(add({ name: 'own_string' }))).toContain('已存在');
  expect(await messageOf(add({ name: 'of_nothing', group: 'nowhere' }))).toContain('没有这个设置分组');
  expect(await messageOf(add({ name: 'of_no_type', type: 'remoteSelect' }))).not.toBe('');
  expect(await messageOf(add({ name: 'of_no_choice', type: 'select' }))).toContain('供选择');
  expect(await messageOf(add({ name: 'of_no_rule', rule: ['required', 'never'] }))).not.toBe('');
  expect(await itemOf('of_no_rule')).toBeUndefined();
  await add({ name: 'duty_var', rule: ['varName'] });
  for (const wrong of ['9x', 'a b', 'a-b']) expect(await messageOf(save({ duty_var: wrong })), wrong).not.toBe('');
  expect((await save({ duty_var: 'app_id' })).code).toBe(1);
  await add({ name: 'duty_text', type: 'editor', rule: ['editorRequired'] });
  expect((await itemOf('duty_text'))?.rule).toBe('editorRequired');
  expect(await messageOf(save({ duty_text: '<p></p>' }))).not.toBe('');
  expect((await save({ duty_text: '<p>值班须知</p>' })).code).toBe(1);
  await add({ name: 'duty_mobile', rule: ['required', 'mobile'] });
  expect((await itemOf('duty_mobile'))?.rule).toBe('required,mobile');
  expect(await messageOf(save({ duty_mobile: '12' }))).not.toBe('');
  expect(await messageOf(save({ duty_mobile: '' }))).toContain('必填');
  expect((await save({ duty_mobile: '13800138000' })).code).toBe(1);
});

test('a token in the URL of a call is not logged', async () => {
  const sent = { name: 'logged_one', type: 'string' };
  expect((await client.call('POST', `/admin/routine.config/add?batoken=${client.token}`, own(sent))).code).toBe(1);
  const id = (await itemOf('logged_one'))?.id;
  const gone = await client.call('DELETE', `/admin/routine.config/del?ids[]=${id}&batoken=${client.token}`);
  expect(gone.code).toBe(1);
  // the log is written behind the answers, in any order
  const added = async () => {
    const log = await app.db.row<{ data: string }>(
      sql`select data from auth_admin_log where url ~ 'routine.config/add$' order by id desc limit 1`,
    );
    return JSON.parse(log?.data ?? '{}');
  };
  await expect.poll(added).toMatchObject({ name: 'logged_one', batoken: '[secret]' });
  expect(JSON.stringify(await app.db.rows(sql`select l from auth_admin_log l`))).not.toContain(client.token);
});

test('who may not set values may not add or delete items, and no call can take over a built-in item', async () => {
  const officer = openBuildAdminClient(app);
  await officer.signIn('county1');
  for (const [path, body] of [
    ['edit', { site_name: 'x' }],
    ['add', own({ name: 'sneaked' })],
  ] as const) {
    expect((await officer.call('POST', `/admin/routine.config/${path}`, body)).code).toBe(401);
  }
  expect((await officer.call('GET', '/admin/routine.config/index')).code).toBe(401);
  const row = await app.db.row<{ id: number }>(sql`select id from system_setting where name = 'site.name'`);
  const answer = await client.call('POST', '/admin/system.setting/edit', { id: row?.id, label: '别的' });
  expect(answer).toMatchObject({ code: 0, msg: '内置设置不能删除或改变定义' });
});
