import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxRowsOfView } from '#modules/identity/server/saved-view/list-query-and-rows-of-saved-view.ts';
import { maskPersonalDataInOlderSharedViews } from '#modules/identity/server/saved-view/mask-personal-data-in-older-shared-views.ts';
import { notifySubscribersOfNewRows } from '#modules/identity/server/saved-view/notify-subscribers-of-new-rows.ts';
import { maxSubscriptions } from '#modules/identity/server/saved-view/validate-view-subscription-and-set-next-send-time.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { withoutWatch } from '../../../test/support/watch-writes.ts';
import type { SharedViewsAndSubscriptions } from '../contract/shared-list-view.ts';

let app: TestApp;
let chief: Client;
let city: Client;
let county: Client;
let other: Client;
beforeAll(async () => {
  app = await startApp();
  [chief, city, county, other] = await Promise.all([
    app.client({ officer: 'admin' }),
    app.client({ officer: 'city' }),
    app.client({ officer: 'county1' }),
    app.client({ officer: 'county2' }),
  ]);
});
afterAll(() => app.close());

const list = 'enterprise/enterprise';
const at = '/admin/auth.view';
const offered = async (client: Client) => (await client.get<SharedViewsAndSubscriptions>(`${at}/mine`, { list })).data;
const own = '530102';
const foreign = '532901';

const added = async (names: readonly string[], area: string, status = 'active') =>
  app.db.query(
    `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
     select n, 'V' || n, 'hotel', '王', '1', '王', '1', $2, '人民路1号', $3 from unnest($1::text[]) n`,
    [names, area, status],
  );
const notices = async (username: string) =>
  app.db.rows<{ id: number; content: string; content_en: string; opens: string }>(
    `select n.id, n.content, n.content_en, n.opens from message_notice n join auth_admin a on a.id = n.admin_id
     where a.username = $1 and n.template_code = 'view_entered' order by n.id`,
    [username],
  );
const active = { name: '在营的', address: 'status.eq=active' };

const following = '/admin/auth.subscription';
interface Refusable {
  id: number;
  errors: Record<string, string[]>;
}
const subscribe = (client: Client, view: object) =>
  client.post<Refusable>(`${following}/add`, { list, kind: 'entering', language: 'zh-cn', ...view });
const unsubscribe = (client: Client, id: number | undefined) => client.del(`${following}/del`, { ids: [id] });

test('a view is shared by those with the permission, with their office and below, and read only by its audience', async () => {
  const groupOf = async (username: string) =>
    (await app.db.row<{ id: number }>(sql`select unnest(group_arr) as id from auth_admin where username = ${username}`))
      ?.id;
  const view = { list, address: 'ent_type.eq=hotel' };
  const countyGroup = await groupOf('county1');
  const share = async (client: Client, name: string, more: object) =>
    client.post<{ id: number; errors: Record<string, string[]> }>(`${at}/add`, { ...view, name, ...more });
  const refused = async (client: Client, more: object) => {
    const { code, data } = await share(client, '不许', more);
    return code === 0 ? Object.keys(data.errors) : `shared (${code})`;
  };
  // offices above or beside cannot be targeted, whatever is sent
  expect(await refused(county, { audience: 'all' })).toEqual(['audience']);
  expect(await refused(city, { audience: 'all' })).toEqual(['audience']);
  expect(await refused(county, { audience: 'nobody' })).toEqual(['audience']);
  expect(await refused(chief, { audience: 'group' })).toEqual(['group_id']);
  for (const none of ['no/such', 'auth/group', 'toString'])
    expect(await refused(chief, { list: none, audience: 'all' })).toEqual(['list']);
  expect(await refused(county, { list: 'system/setting', audience: 'office' }), 'what one does not see').toEqual([
    'list',
  ]);

  const made = [
    await share(chief, '全体的', { audience: 'all' }),
    await share(chief, '县级组的', { audience: 'group', group_id: countyGroup }),
    await share(city, '市里的', { audience: 'office' }),
    await share(city, '市县的', { audience: 'below' }),
    await share(city, '市里给县级组', { audience: 'group', group_id: countyGroup }),
    await share(county, '本县的', { audience: 'office', area_code: '530100' }),
    await share(county, '本县组的', { audience: 'group', group_id: countyGroup }),
    await share(other, '邻县的', { audience: 'below', area_code: '' }),
  ];
  expect(made.map(({ code, msg }) => (code === 1 ? '' : msg))).toEqual(made.map(() => ''));
  const names = async (client: Client) => (await offered(client)).shared.map(({ name }) => name).toSorted();
  expect(await names(county)).toEqual(
    ['全体的', '县级组的', '市县的', '市里给县级组', '本县的', '本县组的'].toSorted(),
  );
  expect(await names(city)).toEqual(['全体的', '市里的', '市县的'].toSorted());
  expect(await names(other), 'beside').toEqual(['全体的', '县级组的', '市县的', '市里给县级组', '邻县的'].toSorted());
  expect((await offered(county)).shared.find(({ name }) => name === '市县的')).toMatchObject({
    audience: 'below',
    office: '昆明市',
    group: null,
    own: false,
  });
  expect((await offered(county)).shared.find(({ name }) => name === '本县的')).toMatchObject({
    office: null,
    own: true,
  });

  // nobody changes or withdraws views shared by offices above or beside
  const [, , , ofCity, , ofCounty, , ofOther] = made.map(({ data }) => data.id);
  for (const foreign of [ofCity, ofOther]) {
    expect((await county.post(`${at}/edit`, { id: foreign, name: '改名' })).code).not.toBe(1);
    expect((await county.del(`${at}/del`, { ids: [foreign] })).code).not.toBe(1);
  }
  const widened = await county.post<{ errors: object }>(`${at}/edit`, { id: ofCounty, audience: 'all' });
  expect([widened.code, Object.keys(widened.data.errors)]).toEqual([0, ['audience']]);
  expect((await county.post(`${at}/edit`, { id: ofCounty, name: '本县的饭店', area_code: '530100' })).code).toBe(1);
  expect(await names(county)).toContain('本县的饭店');
  expect(await names(city)).not.toContain('本县的饭店');
  expect((await county.del(`${at}/del`, { ids: [ofCounty] })).code).toBe(1);
  expect((await (await app.client('nobody')).get(`${at}/mine`, { list })).code).toBe(302);
  expect((await chief.get(`${at}/mine`, { list: 'no/such' })).code).toBe(401);
});

test('what finds a person by personal data in full is not shared, and no list shows the address of a view', async () => {
  const share = async (address: string, name = '找人') => {
    const answer = await city.post<Refusable>(`${at}/add`, { list, name, address, audience: 'below' });
    return answer.code === 1 ? answer.data.id : Object.keys(answer.data.errors);
  };
  for (const address of [
    'legal_mobile.eq=13900000001',
    'contact_mobile.eq=１３９００００００01&status.eq=active',
    'contact_mobile=13900000001',
    'q=13900000001',
    'q=%E7%8E%8B+139-0000-0001',
    `any=${encodeURIComponent('name.like=13900000001&status.eq=active')}`,
  ])
    expect(await share(address), address).toEqual(['address']);
  const id = await share('legal_mobile.eq=139****0001&q=%E7%8E%8B');
  expect(id).toEqual(expect.any(Number));
  const edited = (address: string) => city.post<Refusable>(`${at}/edit`, { id, address });
  expect(Object.keys((await edited('q=13900000001')).data.errors)).toEqual(['address']);
  await withoutWatch(app.db, (tx) => tx.query(sql`update auth_view set address = 'q=13900000001' where id = ${id}`));
  expect((await city.post(`${at}/edit`, { id, name: '旧的' })).code, 'an old one can be renamed').toBe(1);
  expect((await city.get(`${at}/index`)).text).not.toContain('13900000001');
  expect((await city.del(`${at}/del`, { ids: [id] })).code).toBe(1);
});

test('views shared before such addresses were refused are masked at the next start, in their history too', async () => {
  const share = async (name: string) =>
    (await city.post<Refusable>(`${at}/add`, { list, name, address: 'status.eq=active', audience: 'below' })).data.id;
  const [byField, byWords, harmless] = [await share('旧的按手机'), await share('旧的按号码'), await share('无关的')];
  const inWords = `q=%E7%8E%8B+13900000001&any=${encodeURIComponent('name.like=13900000001&status.eq=active')}`;
  const addresses: [number, string][] = [
    [
      byField,
      'legal_mobile.eq=139 0000 0001&legal_id_no.eq=11010519491231002X&status.eq=active&order=id,asc&table=small.name*',
    ],
    [byWords, inWords],
  ];
  for (const [id, address] of addresses) {
    await withoutWatch(app.db, async (tx) => {
      await tx.query(sql`update auth_view set address = ${address} where id = ${id}`);
      await tx.query(sql`update history set changes = jsonb_set(changes, '{address}', jsonb_build_array(null, ${address}::text))
        where resource = 'auth/view' and row_id = ${id}`);
    });
  }
  const followed = (await subscribe(county, { name: '跟着看', view_id: harmless })).data.id;
  await withoutWatch(app.db, (tx) =>
    tx.query(sql`update auth_subscription set view_id = ${byWords}, address = ${inWords} where id = ${followed}`),
  );
  expect(await maskPersonalDataInOlderSharedViews(app.engine)).toBe(2);
  expect(await maskPersonalDataInOlderSharedViews(app.engine)).toBe(0);
  const { shared } = await offered(county);
  const addressOf = (id: number) => new URLSearchParams(shared.find((one) => one.id === id)?.address);
  expect(Object.fromEntries(addressOf(byField))).toEqual({
    'legal_mobile.eq': '139****0001',
    'legal_id_no.eq': expect.stringMatching(/^110.*\*{4}.*02X$/),
    'status.eq': 'active',
    order: 'id,asc',
    table: 'small.name*',
  });
  expect(addressOf(byWords).get('q')).toBe('王 139****0001');
  expect(addressOf(harmless).toString()).toBe('status.eq=active');
  const seen = await Promise.all([
    county.get(`${at}/mine`, { list }),
    ...[byField, byWords].flatMap((id) => [
      city.get(`${at}/edit`, { id }),
      city.get(`${at}/timeline`, { id }),
      county.get(`${following}/timeline`, { id: followed }),
    ]),
  ]);
  expect(seen.map(({ code }) => code)).toEqual(seen.map(() => 1));
  for (const { text } of seen) {
    expect(decodeURIComponent(text)).not.toMatch(/139 ?0000 ?0001|11010519491231002X/);
  }
  expect(seen[2]?.text).toContain('条件里的个人信息已改为掩码');
  await unsubscribe(county, followed);
  expect((await city.del(`${at}/del`, { ids: [byField, byWords, harmless] })).code).toBe(1);
});

test('a subscription by personal data in full, which would never find anything, is refused; by its mask it is not', async () => {
  for (const address of ['legal_mobile.eq=13900000001', 'legal_id_no.eq=P1234567']) {
    const { code, data } = await subscribe(city, { name: '等人', address });
    expect([code, Object.keys(data.errors ?? {})], address).toEqual([0, ['address']]);
  }
  const { code, data } = await subscribe(city, { name: '等人', address: 'legal_mobile.eq=139****0001' });
  expect(code).toBe(1);
  expect((await unsubscribe(city, data.id)).code).toBe(1);
});

test('views shared by merged areas are offered by the office that succeeds them', async () => {
  await app.db.query(`insert into system_area (code, name, level, parent_code, valid_to, replaced_by)
    values ('530198', '旧区', '3', '530100', '2020-01-01', '${own}'), ('539000', '旧市', '2', '530000', '2020-01-01', null),
      ('539098', '旧市旧区', '3', '539000', '2020-01-01', '${own}')`);
  await app.engine.reference.reload();
  await app.db.query(`insert into auth_view (name, list, address, audience, area_code) values
    ('旧区自己的', '${list}', 'status.eq=active', 'office', '530198'), ('旧区及下级', '${list}', 'status.eq=active', 'below', '530198'),
    ('旧市及下级', '${list}', 'status.eq=active', 'below', '539000'), ('旧市自己的', '${list}', 'status.eq=active', 'office', '539000')`);
  const names = async (client: Client) =>
    (await offered(client)).shared.map(({ name }) => name).filter((name) => name.startsWith('旧'));
  // merged areas are read at sign-in
  const now = await app.client({ officer: 'county1' });
  expect((await names(now)).toSorted()).toEqual(['旧区自己的', '旧区及下级', '旧市及下级'].toSorted());
  expect(await names(other), 'beside').toEqual([]);
  await app.db.query(`delete from auth_view where name like '旧%'`);
  await app.db.query(`delete from system_area where code in ('530198', '539000', '539098')`);
  await app.engine.reference.reload();
});

test('views and grants of an older installation become those of offices', async () => {
  const late = '^auth($|/view($|/))';
  const holds = async () =>
    (
      await app.db.rows<{ name: string }>(`select m.name from auth_group g, unnest(g.rules) k, auth_menu m
        where m.id = k and g.shipped = 'county' and m.name ~ '${late}' order by m.name`)
    ).map(({ name }) => name);
  const before = await holds();
  expect(before).toEqual(['auth', 'auth/view', 'auth/view/add', 'auth/view/del', 'auth/view/edit', 'auth/view/index']);
  await app.db.query(`update auth_group set rules = array(select k from unnest(rules) k
    where k not in (select id from auth_menu where name ~ '${late}')) where shipped = 'county'`);
  const { data } = await city.post<{ id: number }>(`${at}/add`, {
    list,
    name: '旧的',
    address: 'x',
    audience: 'below',
  });
  await withoutWatch(app.db, (tx) => tx.query(`update auth_view set audience = 'all' where id = ${data.id}`));
  await app.db.query('alter table auth_view drop column area_code');
  await withoutWatch(app.db, (tx) =>
    tx.query(fs.readFileSync('migrations/202611271203_auth_views_of_offices.sql', 'utf8')),
  );
  expect(await holds()).toEqual(before);
  expect(await app.db.row(sql`select audience, area_code from auth_view where id = ${data.id}`)).toEqual({
    audience: 'below',
    area_code: '530100',
  });
});

test('subscribers are notified once, together and within their own scope, of rows entering a view', async () => {
  await added(['早已在营'], own);
  for (const client of [city, county, other]) expect((await subscribe(client, active)).code).toBe(1);
  expect((await offered(county)).subscribed).toMatchObject([
    { name: '在营的', address: 'status.eq=active', kind: 'entering' },
  ]);
  await notifySubscribersOfNewRows(app.engine);
  expect(await notices('county1')).toEqual([]);

  await added(['甲', '乙', '丙', '丁'], own);
  await added(['远方'], foreign);
  await added(['未交'], own, 'draft');
  expect(await notifySubscribersOfNewRows(app.engine)).toBe(2);
  const [notice, ...more] = await notices('county1');
  expect(more).toEqual([]);
  expect(notice).toMatchObject({
    content: '企业的视图“在营的”新增 4 条：丁、丙、乙 …',
    content_en: '4 new records in view “在营的” of enterprises: 丁, 丙, 乙 …',
    opens: `${list}?status.eq=active`,
  });
  expect((await notices('city')).length).toBe(1);
  expect(await notices('county2'), 'of another county').toEqual([]);

  // not again before it is read, and then with all new rows; a row that left and returns counts as new
  await app.db.query(`update enterprise set status = 'active' where name = '未交'`);
  await app.db.query(`update enterprise set status = 'suspended' where name = '甲'`);
  await notifySubscribersOfNewRows(app.engine);
  expect((await notices('county1')).length).toBe(1);
  await county.post('/admin/message.notice/read', { ids: [notice?.id] });
  await notifySubscribersOfNewRows(app.engine);
  expect((await notices('county1')).at(-1)?.content).toBe('企业的视图“在营的”新增 1 条：未交');

  const [subscription] = (await offered(county)).subscribed;
  expect((await unsubscribe(city, subscription?.id)).code, 'of somebody else').not.toBe(1);
  expect((await unsubscribe(county, subscription?.id)).code).toBe(1);
  expect((await offered(county)).subscribed).toEqual([]);
});

test('a row naming another row is listed by its key: viewers of that row differ', async () => {
  const deleted = { list: 'security/dataRecycleLog', name: '删除的', address: 'is_restore.eq=0' };
  const refused = await subscribe(city, deleted);
  expect([refused.code, Object.keys(refused.data.errors)], 'who holds no node').toEqual([0, ['list']]);
  const { data: followed } = await subscribe(chief, deleted);
  await notifySubscribersOfNewRows(app.engine);
  const { data } = await chief.post<{ id: number }>('/admin/user.group/add', {
    name: '密名组',
    rules: ['*'],
    status: '1',
  });
  expect((await chief.del('/admin/user.group/del', { ids: [data.id] })).code).toBe(1);
  await notifySubscribersOfNewRows(app.engine);
  expect((await notices('admin')).at(-1)?.content).toMatch(/^数据回收的视图“删除的”新增 1 条：#\d+$/);
  expect((await unsubscribe(chief, followed.id)).code).toBe(1);
});

test('subscriptions are limited in number and size, and by what the user may see', async () => {
  const answers = await Promise.all(
    Array.from({ length: maxSubscriptions + 5 }, (_, n) => subscribe(chief, { ...active, name: `第${n}个` })),
  );
  expect(
    answers.filter(({ code }) => code === 1).length,
    'of simultaneous calls only as many as there is room for',
  ).toBe(maxSubscriptions);
  expect((await offered(chief)).subscribed.length).toBe(maxSubscriptions);
  expect(answers.find(({ code }) => code !== 1)?.msg).toBe(`最多订阅 ${maxSubscriptions} 个视图，请先取消一个`);
  const refused = async (view: object) => {
    const { code, data } = await subscribe(county, { ...active, ...view });
    return code === 0 ? Object.keys(data.errors) : `subscribed (${code})`;
  };
  expect(await refused({ list: 'auth/group' })).toEqual(['list']);
  expect(await refused({ list: 'no/such' })).toEqual(['list']);
  expect(await refused({ name: '' })).toEqual(['name']);
  expect(await refused({ address: 'x'.repeat(3000) })).toEqual(['address']);
  expect(await refused({ kind: 'sometimes' })).toEqual(['kind']);
  expect(await refused({ view_id: 999_999 })).toEqual(['view_id']);
  expect(await refused({ own_view: '没有的' })).toEqual(['own_view']);
  expect(await refused({ kind: 'regular', hour: '25', every: 'day' })).toEqual(['hour']);
  expect(await refused({ kind: 'regular', every: 'week' }), 'on which day').toEqual(['weekday']);
  expect(await refused({ by_mail: '1' }), 'without a verified address').toEqual(['by_mail']);
  await added(
    Array.from({ length: maxRowsOfView + 1 }, (_, n) => `众${n}`),
    own,
  );
  const { code, msg } = await subscribe(county, active);
  expect([code, msg]).toEqual([0, '该视图超过 2000 条记录，请加筛选条件后再订阅']);
  expect((await offered(county)).subscribed).toEqual([]);
  // a view that has grown beyond the limit is skipped
  const before = (await notices('admin')).length;
  await notifySubscribersOfNewRows(app.engine);
  expect((await notices('admin')).length).toBe(before);
  await chief.del(`${following}/del`, { ids: (await offered(chief)).subscribed.map(({ id }) => id) });
  await app.db.query(`delete from enterprise where name like '众%'`);
});
