import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
let admin: Client;
let city: Client;
let county: Client;
let anybody: Client;
let area = '';
beforeAll(async () => {
  app = await startApp();
  admin = await app.client({ officer: 'admin' });
  city = await app.client({ officer: 'city' });
  county = await app.client({ officer: 'county1' });
  anybody = await app.client('nobody');
  area = (await app.officer('county1')).areaCode;
});
afterAll(() => app.close());

const form = (more: object = {}) => ({
  title: '某旅行社不合理低价组织旅游案',
  domain: 'travel',
  cause: '以不合理低价组织旅游活动',
  area_code: area,
  open: '1',
  facts: '某旅行社以低于成本的价格组织旅游活动，并安排另行付费项目。',
  handling: '责令改正，没收违法所得，罚款。',
  basis: '旅游法第三十五条、第九十八条',
  lesson: '低价游的成本最终由旅游者承担。',
  effective_from: shanghaiToday(),
  ...more,
});

async function reviewed(more: object = {}): Promise<number> {
  const added = await county.post<{ id: number }>('/admin/library.typicalCase/add', form(more));
  expect(added.code, added.msg).toBe(1);
  const { id } = added.data;
  expect((await admin.post('/admin/library.typicalCase/review', { id })).code).toBe(1);
  return id;
}
const publish = (id: number) => admin.post<{ errors: object }>('/admin/library.typicalCase/publish', { id });
const open = async () =>
  (await anybody.get<{ list: Record<string, unknown>[] }>('/api/library.typicalCase/published')).data.list;

test('an open case can be read by everybody once it is published, an internal one by nobody else', async () => {
  const [first, internal] = [await reviewed(), await reviewed({ title: '某导游未佩戴导游证案', open: '0' })];
  expect(await open()).toEqual([]);
  for (const id of [first, internal]) expect((await publish(id)).code).toBe(1);
  const list = await open();
  expect(list).toMatchObject([{ title: '某旅行社不合理低价组织旅游案', domain: 'travel' }]);
  expect(list[0]).not.toHaveProperty('open');
  const retire = { id: first, effective_to: shanghaiToday(), reason: '案例已经过时' };
  expect((await admin.post('/admin/library.typicalCase/retire', retire)).code).toBe(1);
  expect(await open()).toEqual([]);
});

test('a version that was replaced is no longer open to everybody', async () => {
  const id = await reviewed({ title: '某旅行社指定购物案' });
  expect((await publish(id)).code).toBe(1);
  const yesterday = addDays(shanghaiToday(), -1);
  await app.db.query(sql`update library_typical_case set effective_from = ${yesterday} where id = ${id}`);
  expect(await open()).toMatchObject([{ title: '某旅行社指定购物案' }]);
  expect((await city.post('/admin/library.typicalCase/revise', { id })).code).toBe(1);
  const next = (await app.db.row<{ next_id: number }>(sql`select next_id from library_typical_case where id = ${id}`))
    ?.next_id;
  const day = { id: next, open: '0', effective_from: shanghaiToday() };
  const edited = await city.post('/admin/library.typicalCase/edit', day);
  expect(edited.code, edited.msg).toBe(1);
  expect((await admin.post('/admin/library.typicalCase/review', { id: next })).code).toBe(1);
  const published = await admin.post('/admin/library.typicalCase/publish', { id: next });
  expect(published.code, published.msg).toBe(1);
  expect(await open()).toEqual([]);
});

test.each([
  ['facts', '当事人张某，身份证号 11010519491231002X，从事导游活动。'],
  ['handling', '当事人手机 138 0013 8000，已送达。'],
])('a case with a personal number in its %s is not published', async (field, text) => {
  const id = await reviewed({ [field]: text, open: '0' });
  const refused = await publish(id);
  expect(refused.code).toBe(0);
  expect(Object.keys(refused.data.errors)).toEqual([field]);
});
