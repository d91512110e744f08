import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Publication } from '#kernel/declaration/publication-of-rows-without-sign-in.ts';
import { field } from '#kernel/field/field.ts';
import { checkPublication } from '#kernel/resource/resource-with-public-fields-only.ts';
import { text } from '#kernel/text/text.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';
import { board } from '../zoo/board.ts';
import { zoo } from '../zoo/zoo.ts';

const published = board.published as Publication;
let app: TestApp;
let chief: Client;

beforeAll(async () => {
  app = await startApp({ also: zoo });
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

interface Answer<T> {
  code: number;
  msg: string;
  data: T;
}
interface Page {
  list: Record<string, unknown>[];
  total: number;
}
const fetchOpen = (action: string, query = '', headers: Record<string, string> = {}) =>
  fetch(`${app.server.address}/api/zoo.board/${action}${query ? `?${query}` : ''}`, {
    headers: { server: '1', ...headers },
  });
const open = async <T = Page>(action = 'published', query = '') =>
  (await (await fetchOpen(action, query)).json()) as Answer<T>;

interface Added {
  id: number;
  version: number;
}
const values = {
  title: '春季开放公告',
  body: '每天九点开放。',
  contact: '张三丰',
  signed: '李四',
  mobile: '13800138000',
  id_no: '11010519491231002X',
  fee: '12.00',
  remark: '内部',
  area_code: '530102',
};
async function add(change: Record<string, unknown> = {}): Promise<Added> {
  const answer = await chief.post<Added>('/admin/zoo.board/add', { ...values, ...change });
  expect(answer.code, answer.msg).toBe(1);
  return { id: answer.data.id, version: answer.data.version ?? 1 };
}
const version = async (id: number) =>
  (await app.db.row<{ version: number }>('select version from zoo_board where id = $1', [id]))?.version;
const move = async (id: number, name: string, input: Record<string, unknown> = {}) =>
  chief.post<{ errors?: Record<string, string[]> }>(`/admin/zoo.board/${name}`, {
    id,
    version: await version(id),
    ...input,
  });
const posted = async (change: Record<string, unknown> = {}) => {
  const row = await add(change);
  const answer = await move(row.id, 'post');
  expect(answer.code, answer.msg).toBe(1);
  return row.id;
};

test('only posted rows and only published fields are open, personal data masked', async () => {
  await add({ title: '草稿' });
  await posted();
  const { data } = await open();
  expect(data.total).toBe(1);
  expect(data.list[0]).toMatchObject({
    title: '春季开放公告',
    contact: '张**',
    signed: '李四',
    mobile: '138****8000',
    id_no: '1101**********002X',
    fee: '12.00',
    area_code: '530102',
  });
  const names = Object.keys(data.list[0] ?? {}).filter((name) =>
    (published.fields as readonly string[]).includes(name),
  );
  expect(names).toHaveLength(published.fields.length);
  for (const hidden of ['remark', 'id', 'version', 'status', 'createtime'])
    expect(data.list[0]).not.toHaveProperty(hidden);
});

test('a withdrawn row is gone with the next call, also for who has the page already', async () => {
  const id = await posted({ title: '将撤回' });
  const first = await fetchOpen('published');
  const tag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect((await fetchOpen('published', '', { 'if-none-match': tag })).status).toBe(304);
  expect((await move(id, 'withdraw')).code).toBe(1);
  const again = await fetchOpen('published', '', { 'if-none-match': tag });
  expect(again.status).toBe(200);
  expect(JSON.stringify(await again.json())).not.toContain('将撤回');
});

test('pages have a limit, and only published fields that are not masked can be filtered or sorted by', async () => {
  for (const n of [1, 2, 3]) await posted({ title: `第${n}号`, fee: `${n}.00` });
  const filter = (field: string, operator: string, val: string) =>
    new URLSearchParams({
      'search[0][field]': field,
      'search[0][operator]': operator,
      'search[0][val]': val,
    }).toString();
  expect((await open('published', filter('fee', '=', '2.00'))).data.list.map(({ title }) => title)).toEqual(['第2号']);
  const pages = await Promise.all([1, 2].map((page) => open('published', `limit=1&page=${page}&order=fee,desc`)));
  expect(pages.flatMap(({ data }) => data.list.map(({ fee }) => fee))).toEqual(['12.00', '3.00']);
  for (const query of [
    filter('remark', 'LIKE', '内'),
    filter('mobile', '=', '13800138000'),
    filter('id_no', '=', '11010519491231002X'),
    filter('contact', 'LIKE', '张'),
    filter('status', '=', 'draft'),
    filter('species_id.name', 'LIKE', 'x'),
    filter('id', '>', '0'),
    'order=mobile,asc',
    'order=remark,asc',
    'order=createtime,asc',
  ])
    expect((await open<{ reason: string }>('published', query)).data.reason, query).toBe('parameter');
  expect(
    (await open('published', 'quick_search=内部&limit=100000&initKey=id&initValue=1')).data.list.length,
  ).toBeLessThan(101);
});

test('a text with the number of a person is not published, unless an officer says it is harmless', async () => {
  const { id } = await add({ title: '致电', body: '请联系 138 0013 8000。' });
  const refused = await move(id, 'post');
  expect(refused.data.errors).toEqual({ body: ['正文第 5 字起有手机号 138****8000，公开前请删去'] });
  expect(JSON.stringify(refused)).not.toContain('0013');
  expect((await move(id, 'post', { harmless: '1' })).code).toBe(1);
  for (const [change, field] of [
    [{ title: '卡号4111111111111111' }, 'title'],
    [{ story: '<p>身份证<b>110105</b>19491231002X</p>' }, 'story'],
  ] as const) {
    const row = await add(change);
    expect(Object.keys((await move(row.id, 'post')).data.errors ?? {}), field).toEqual([field]);
  }
  // a serial number in the cell before it is no part of a number, and all numbers are named: who lets one pass has seen them
  const table =
    '<table><tr><td>1</td><td>13800138000</td></tr><tr><td>2</td><td>11010519491231002X</td></tr></table><p>12</p><p>13900139000</p>';
  const listed = await move((await add({ story: table })).id, 'post');
  expect(listed.data.errors).toEqual({
    story: [
      '详情第 3 字起有手机号 138****8000、第 17 字起有身份证号 1101**********002X、第 39 字起有手机号 139****9000，公开前请删去',
    ],
  });
  const many = await move((await add({ story: '<p>13800138000</p>'.repeat(9) })).id, 'post');
  expect(JSON.stringify(many.data.errors)).toContain('等 9 处，公开前请删去');
  // edits of a posted row too; drafts and unpublished fields are free
  const public_ = await posted({ title: '可改' });
  const edit = async (input: object) =>
    chief.post<{ errors?: object }>('/admin/zoo.board/edit', {
      id: public_,
      version: await version(public_),
      ...input,
    });
  expect((await edit({ body: '13800138000' })).data.errors).toHaveProperty('body');
  expect((await edit({ remark: '13800138000' })).code).toBe(1);
  await move(public_, 'withdraw');
  expect((await edit({ body: '13800138000' })).code).toBe(1);
});

test('the same rows come as a table, as CSV and JSON, and in the catalogue, in both languages', async () => {
  await posted({ title: '=1+1' });
  const table = (await open<{ columns: { label: string }[]; list: string[][] }>('publishedTable')).data;
  expect(table.columns[0]?.label).toBe('标题');
  expect(table.list[0]?.[0]).toBe('=1+1');
  const csv = await fetchOpen('publishedFile', 'format=csv', { 'think-lang': 'en' });
  const lines = (await csv.text()).split('\r\n');
  expect(csv.headers.get('content-disposition')).toContain('zoo-board.csv');
  expect(lines[0]).toContain('Title');
  expect(lines[1]).toContain("'=1+1");
  const json = (await (await fetchOpen('publishedFile', 'format=json')).json()) as Record<string, unknown>[];
  expect(json.length).toBe((await open()).data.total);
  const catalogue = await (await fetch(`${app.server.address}/api/open/index`)).json();
  expect((catalogue as Answer<{ list: { name: string }[] }>).data.list.map(({ name }) => name)).toContain('zoo/board');
  const none = await (
    await fetch(`${app.server.address}/api/zoo.animal/published`, { headers: { server: '1' } })
  ).json();
  expect((none as Answer<unknown>).code).not.toBe(1);
});

test('what everybody must not see cannot be declared', () => {
  const { find } = app.engine;
  const check = (change: Partial<Publication>) => () =>
    checkPublication({ ...board, published: { ...published, ...change } as Publication<never, never> }, find);
  const only = (...fields: string[]) => ({ fields, inFull: [] });
  for (const [change, why] of [
    [{ when: [] }, 'every draft would be public'],
    [{ when: [['mobile', '=', '1']] as const }, 'personal data'],
    [only(), 'no fields'],
    [only('nothing'), 'not a field'],
    [{ inFull: ['id_no'] }, 'never published in full'],
    [{ inFull: ['remark'] }, 'but not published'],
    [{ moves: ['burn'] }, 'not a move'],
    [{ moves: [] }, 'override without moves'],
    [{ moves: [], override: undefined }, 'post publishes'],
    [{ override: 'title' }, 'no switch'],
  ] as const)
    expect(check(change as Partial<Publication>), why).toThrow(why);
  const shown = (resource: string, name: string) => () =>
    checkPublication({ ...find(resource), published: { when: [['id', '>', 0]], fields: [name] } } as never, find);
  for (const [resource, name, why] of [
    ['zoo/animal', 'worth', 'read only by holders'],
    ['zoo/animal', 'photo', 'not for everybody'],
    ['zoo/animal', 'meals', 'no column'],
    ['zoo/keeper', 'password', 'not for everybody'],
  ] as const)
    expect(shown(resource, name), name).toThrow(why);
  const who = field.reference(text('饲养员', 'Keeper'), { to: 'zoo/keeper' });
  const named = (inFull: string[]) => () =>
    checkPublication(
      { ...board, fields: { ...board.fields, who }, published: { ...published, fields: ['who'], inFull } } as never,
      find,
    );
  expect(named([])).toThrow('names persons');
  expect(named(['who'])).not.toThrow();
});
