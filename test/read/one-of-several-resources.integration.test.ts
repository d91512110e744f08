import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyField } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import { module_ } from '#kernel/module/module.ts';
import { countOf, latestOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { checkParents } from '#kernel/resource/parent-resource.ts';
import { rowsReferringTo } from '#kernel/resource/reference-fields-pointing-to-resource.ts';
import { text } from '#kernel/text/text.ts';
import { lookUpRowsAndDivisionsNamedInImport } from '#server/transfer/look-up-rows-and-divisions-named-in-import.ts';
import { inventModule } from '../invented/invented-module.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

const area_code = field.area(text('地区', 'Area'), { required: true, level: 3 });
const name = field.text(text('名称', 'Name'), { required: true, search: true });
const shop = resource({
  name: 'town/shop',
  label: text('店铺', 'Shops'),
  title: 'name',
  scope: 'area',
  fields: {
    name,
    area_code,
    complaints: field.integer(text('投诉数', 'Complaints'), { from: countOf('town/complaint', 'subject') }),
    latest: field.text(text('最近投诉', 'Latest complaint'), { from: latestOf('town/complaint', 'subject', 'title') }),
  },
});
const busDriver = resource({
  name: 'town/busDriver',
  label: text('司机', 'Drivers'),
  title: 'name',
  scope: 'area',
  fields: { name, mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked' }), area_code },
});
const to = { 'town/shop': text('店', 'Shop'), 'town/busDriver': text('司机', 'Driver') };
const complaint = resource({
  name: 'town/complaint',
  label: text('投诉', 'Complaints'),
  title: 'title',
  scope: 'area',
  fields: {
    title: field.text(text('标题', 'Title'), { required: true }),
    subject: field.oneOf(text('对象', 'Subject'), { to }),
    sent_by: field.oneOf(text('转办', 'Sent by'), { to, reach: 'all', related: false }),
    area_code,
  },
});
/** A child of a shop or of a driver, which determines its area and who sees it. */
const note = resource({
  name: 'town/note',
  label: text('备注', 'Remarks'),
  title: 'content',
  scope: 'parent',
  partOf: 'about',
  fields: {
    content: field.text(text('内容', 'Content'), { required: true }),
    about: field.oneOf(text('关于', 'About'), { to, required: true }),
    area_code: field.area(text('地区', 'Area'), { through: 'about' }),
  },
});
const town = inventModule(
  module_({
    name: 'town',
    label: text('镇', 'Town'),
    icon: 'bank',
    weigh: 1,
    entries: [shop, busDriver, complaint, note],
  }),
);

interface Complaint {
  id: number;
  title: string;
  subject: string | null;
  subject_row: { type: string; id: number; title: string } | null;
}
interface List {
  list: Complaint[];
  total: number;
}

let app: TestApp;
let chief: Client;
let county: Client;
const ids = { near: 0, far: 0, driver: 0, farDriver: 0 };

async function add(client: Client, of: string, values: object): Promise<number> {
  const answer = await client.post<{ id: number }>(`/admin/town.${of}/add`, { area_code: '530102', ...values });
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
}
const titlesWhere = async (client: Client, ...search: [field: string, operator: string, val: string][]) => {
  const answer = await client.get<List>('/admin/town.complaint/index', {
    limit: 100,
    search: search.map(([field, operator, val]) => ({ field, operator, val })),
  });
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.list.map((one) => one.title).toSorted();
};

beforeAll(async () => {
  app = await startApp({ also: town });
  await app.db.query(
    `with g as (insert into auth_group (name, rules) select 'town', array(select id from auth_menu where name like 'town/%') returning id)
     insert into auth_admin (username, nickname, password, group_arr, area_code) select 'sheriff', 'sheriff', '', array[id], '530102' from g`,
  );
  [chief, county] = await Promise.all([app.client({ officer: 'admin' }), app.client({ officer: 'sheriff' })]);
  ids.near = await add(chief, 'shop', { name: '近店' });
  ids.far = await add(chief, 'shop', { name: '远店', area_code: '530103' });
  ids.driver = await add(chief, 'busDriver', { name: '近司机', mobile: '13800000001' });
  ids.farDriver = await add(chief, 'busDriver', { name: '远司机', area_code: '530103' });
  await add(chief, 'complaint', { title: 'a', subject: `town/shop:${ids.near}` });
  await add(chief, 'complaint', { title: 'b', subject: `town/busDriver:${ids.driver}` });
  await add(chief, 'complaint', { title: 'c', subject: `town/shop:${ids.far}` });
  await add(chief, 'complaint', { title: 'd' });
});
afterAll(() => app.close());

test('a row contains the resource and the title of the row it names, in lists, records and sheets', async () => {
  const { data } = await chief.get<List>('/admin/town.complaint/index', { order: 'subject,asc' });
  expect(data.list.map((one) => [one.title, one.subject, one.subject_row])).toEqual([
    ['b', `town/busDriver:${ids.driver}`, { type: 'town/busDriver', id: ids.driver, title: '近司机' }],
    ['a', `town/shop:${ids.near}`, { type: 'town/shop', id: ids.near, title: '近店' }],
    ['c', `town/shop:${ids.far}`, { type: 'town/shop', id: ids.far, title: '远店' }],
    ['d', null, null],
  ]);
  const sheet = await chief.get<{ url: string }>('/admin/town.complaint/export', { format: 'csv' });
  const csv = (await chief.get(sheet.data.url)).text;
  expect(csv).toContain('店：近店');
  expect(csv).toContain('司机：近司机');
  const api = await chief.get('/admin/openapi/index', {});
  expect(api.text).toContain('"x-resources":["town/shop","town/busDriver"]');
});

test("it is found by the resource, by the named row, and by that row's title or area", async () => {
  for (const [operator, val, found] of [
    ['=', 'town/shop', 'ac'],
    ['=', `town/shop:${ids.far}`, 'c'],
    ['IN', `town/busDriver,town/shop:${ids.near}`, 'ab'],
    ['<>', 'town/shop', 'bd'],
    ['NOT IN', `town/busDriver,town/shop:${ids.near}`, 'cd'],
    ['NULL', '', 'd'],
    ['=', 'town/nothing', ''],
  ] as const)
    expect([operator, val, (await titlesWhere(chief, ['subject', operator, val])).join('')]).toEqual([
      operator,
      val,
      found,
    ]);
  expect(await titlesWhere(chief, ['subject_row.title', 'LIKE', '近'])).toEqual(['a', 'b']);
  expect(await titlesWhere(chief, ['subject', 'LIKE', '近'])).toEqual(['a', 'b']);
  expect(await titlesWhere(chief, ['subject', 'LIKE', 'town/shop'])).toEqual([]);
  expect(await titlesWhere(chief, ['subject', 'NOT LIKE', '近'])).toEqual(['c', 'd']);
  expect(await titlesWhere(county, ['subject', 'LIKE', '远'])).toEqual([]);
  expect(await titlesWhere(chief, ['subject_row.area_code', '=', '530103'])).toEqual(['c']);
  for (const [field, val] of [
    ['subject', "town/shop' or 1=1"],
    ['subject_row.mobile', '138'],
    ['subject_row.id', '1'],
    ['subject_row.constructor', '1'],
  ]) {
    const answer = await chief.get('/admin/town.complaint/index', { search: [{ field, operator: '=', val }] });
    expect([field, answer.status, answer.code]).toEqual([field, 200, 0]);
  }
});

test('rows out of reach cannot be named, chosen, imported or used in conditions', async () => {
  for (const subject of [
    `town/shop:${ids.far}`,
    `town/busDriver:${ids.farDriver}`,
    'town/shop:999999',
    'town/shop',
    'auth/admin:1',
  ]) {
    const answer = await county.post<{ errors: object }>('/admin/town.complaint/add', {
      title: 'x',
      area_code: '530102',
      subject,
    });
    expect([subject, answer.code, Object.keys(answer.data.errors)]).toEqual([subject, 0, ['subject']]);
  }
  expect(await add(county, 'complaint', { title: 'e', sent_by: `town/shop:${ids.far}` })).toBeGreaterThan(0);
  expect(await titlesWhere(county, ['sent_by_row.title', 'LIKE', '远'])).toEqual([]);
  expect(await titlesWhere(chief, ['sent_by_row.title', 'LIKE', '远'])).toEqual(['e']);

  const choices = async (of: string, name: string) =>
    (
      await county.get<{ list: { name: string }[] }>(`/admin/town.${name}/index`, {
        select: true,
        of: `town/complaint.${of}`,
      })
    ).data.list.map((one) => one.name);
  expect([await choices('subject', 'shop'), await choices('subject', 'busDriver')]).toEqual([['近店'], ['近司机']]);
  expect((await choices('sent_by', 'shop')).toSorted()).toEqual(['近店', '远店']);

  const lookup = lookUpRowsAndDivisionsNamedInImport(app.engine, await app.officer('sheriff'), complaint);
  const cells = ['店：近店', 'Driver: 近司机', `town/shop:${ids.near}`, '店：远店', '近店', '狗：近店'];
  expect(Object.fromEntries(await lookup.references(complaint.fields.subject as AnyField, cells))).toEqual({
    '店：近店': `town/shop:${ids.near}`,
    'Driver: 近司机': `town/busDriver:${ids.driver}`,
    [`town/shop:${ids.near}`]: `town/shop:${ids.near}`,
  });
});

test('a row lists the rows that name it, but only those that the reader sees', async () => {
  await add(chief, 'complaint', { title: 'g', subject: `town/shop:${ids.near}`, area_code: '530103' });
  const visible = async (client: Client, params: object = {}) =>
    (
      await client.get<{ list: { name: string; complaints: number; latest: string | null }[] }>(
        '/admin/town.shop/index',
        { order: 'complaints,asc', ...params },
      )
    ).data.list.map((one) => [one.name, one.complaints, one.latest]);
  expect(await visible(chief)).toEqual([
    ['远店', 1, 'c'],
    ['近店', 2, 'g'],
  ]);
  expect(await visible(county)).toEqual([['近店', 1, 'a']]);
  for (const [operator, val, found] of [
    ['>', '1', ['近店']],
    ['<=', '1', ['远店']],
    ['=', '0', []],
  ] as const)
    expect(
      (await visible(chief, { search: [{ field: 'complaints', operator, val }] })).map(([shopName]) => shopName),
    ).toEqual(found);
  await app.db.query(`delete from town_complaint where title = 'g'`);
});

test('a child of one of several resources is seen, found and announced through its parent', async () => {
  const notes = async (client: Client, ...search: object[]) =>
    (await client.get<{ list: { content: string }[] }>('/admin/town.note/index', { search })).data.list
      .map((one) => one.content)
      .toSorted();
  await add(county, 'note', { content: 'near', about: `town/shop:${ids.near}` });
  await add(chief, 'note', { content: 'far', about: `town/shop:${ids.far}` });
  const { id } = (
    await chief.post<{ id: number }>('/admin/town.note/add', {
      content: 'bus',
      about: `town/busDriver:${ids.farDriver}`,
    })
  ).data;
  expect(await notes(chief)).toEqual(['bus', 'far', 'near']);
  expect(await notes(county)).toEqual(['near']);
  const foreign = { content: 'x', about: `town/busDriver:${ids.farDriver}` };
  expect(Object.keys((await county.post<{ errors: object }>('/admin/town.note/add', foreign)).data.errors)).toEqual([
    'about',
  ]);
  expect((await county.post('/admin/town.note/edit', { id, content: 'taken' })).code).toBe(0);
  expect(await notes(chief, { field: 'area_code', operator: '=', val: '530103' })).toEqual(['bus', 'far']);
  expect(await notes(chief, { field: 'area_code', operator: 'IN', val: '530102' })).toEqual(['near']);
  const visible = await app.db.row(`select area_code from event where resource = 'town/note' and row_id = ${id}`);
  expect(visible).toEqual({ area_code: '530103' });
  await app.db.query('delete from town_note');

  const find = (one: string) => [shop, busDriver, open].find((each) => each.name === one);
  const open = resource({ ...shop, name: 'town/open', scope: 'all' });
  const stray = {
    ...note,
    fields: {
      ...note.fields,
      about: field.oneOf(name.label, { to: { ...to, 'town/open': name.label }, required: true }),
    },
  };
  expect(() => checkParents([stray], find)).toThrow(/the same scope/);
});

test('a named row cannot be deleted as long as it is named', async () => {
  expect(rowsReferringTo(shop, town.resources).map(({ other, field: by }) => [other.name, by])).toEqual([
    ['town/complaint', 'subject'],
    ['town/note', 'about'],
  ]);
  const refused = await chief.del<{ reason: string; by: string }>('/admin/town.busDriver/del', { ids: [ids.driver] });
  expect([refused.code, refused.data]).toMatchObject([
    0,
    { reason: 'referenced', by: 'town/complaint', uses: [{ resource: 'town/complaint' }] },
  ]);
  await expect(
    app.db.query(`update town_complaint set subject = 'auth/admin:1' where title = 'a'`),
    'whoever writes it',
  ).rejects.toThrow(/not there/);
});

test('simultaneous additions, references, deletions and restorations leave no dangling references', async () => {
  const kinds = ['shop', 'busDriver'] as const;
  const made: { kind: (typeof kinds)[number]; id: number }[] = [];
  for (const [at, kind] of [...kinds, ...kinds, ...kinds].entries())
    made.push({ kind, id: await add(chief, kind, { name: `${kind}${at}` }) });
  const step = fc.record({
    at: fc.nat({ max: made.length - 1 }),
    does: fc.constantFrom('name', 'rename', 'del', 'free'),
  });
  const names: number[] = [];
  const run = async ({ at, does }: { at: number; does: string }) => {
    const { kind, id } = made[at] as (typeof made)[number];
    const subject = `town/${kind}:${id}`;
    const last = names.at(-1);
    if (does === 'del') {
      const gone = await chief.del<{ undo?: number[] }>(`/admin/town.${kind}/del`, { ids: [id] });
      if (gone.code === 1 && at % 2 === 0) await chief.post(`/admin/town.${kind}/restore`, { ids: gone.data.undo });
    } else if (does === 'name') {
      const { code, data } = await chief.post<{ id: number }>('/admin/town.complaint/add', {
        title: 'z',
        area_code: '530102',
        subject,
      });
      if (code === 1) names.push(data.id);
    } else if (last !== undefined)
      await chief.post('/admin/town.complaint/edit', { id: last, subject: does === 'free' ? null : subject });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      await Promise.all(steps.map(run));
      const dangling = await app.db.rows(`select t.subject from town_complaint t where t.subject is not null
        and not exists (select from town_shop s where t.subject = 'town/shop:' || s.id)
        and not exists (select from town_bus_driver d where t.subject = 'town/busDriver:' || d.id)`);
      expect(dangling).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
