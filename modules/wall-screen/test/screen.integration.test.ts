import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  EnterpriseCountsPanel,
  NewestEnterprisesPanel,
} from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { addEnterprise, move, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import type { DeadlineAlertPanel } from '../contract/deadline-alert-panel.ts';

let app: TestApp;
let city: Client;
const resource = 'enterprise/enterprise';

beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  city = await app.client({ officer: 'city' });
});
afterAll(() => app.close());

/** A registration with a deadline in the given number of hours. */
async function waiting(hours: number, area_code = '530102'): Promise<number> {
  const officer = await app.officer('admin');
  const id = await addEnterprise(app.engine, officer, { area_code });
  await move(app.engine, officer, id, 'submit');
  await app.db.query(sql`update enterprise set due_at = now() + make_interval(hours => ${hours}) where id = ${id}`);
  return id;
}

const lane = async (client: Client, area?: string) =>
  (await client.get<DeadlineAlertPanel>('/admin/screen.alert/index', area ? { area } : {})).data;

test('the alert lane contains what is overdue or due within a day, the most urgent first, with the name of who acknowledged it', async () => {
  const [soon, late, far, other] = [
    await waiting(5),
    await waiting(-30),
    await waiting(60),
    await waiting(2, '530103'),
  ];
  const first = await lane(city);
  const alertKeys = (panel: DeadlineAlertPanel) =>
    panel.alerts.map((one) => one.id).filter((id) => [soon, late, far, other].includes(id));
  expect(alertKeys(first)).toEqual([late, other, soon]);
  expect(first.alerts[0]).toMatchObject({ resource, status: 'submitted', area_name: '五华区', acknowledged: null });
  expect(alertKeys(await lane(city, '530103'))).toEqual([other]);

  const note = (client: Client, more: object) => client.post('/admin/screen.alert/acknowledge', { resource, ...more });
  expect((await note(city, { id: late, name: '' })).data, 'a name is needed').toMatchObject({
    errors: { name: expect.anything() },
  });
  expect((await note(city, { id: far, name: '王值班' })).data, 'no alert').toMatchObject({ reason: 'not_found' });
  expect(
    (await note(await app.client({ officer: 'county2' }), { id: late, name: '王值班' })).data,
    'another area',
  ).toMatchObject({
    reason: 'not_found',
  });
  expect((await note(city, { resource: 'no/thing', id: late, name: '王' })).data).toMatchObject({
    reason: 'not_found',
  });
  // concurrent walls: all but one get the name of the first
  const names = ['王值班', '李值班', '赵值班', '周值班'];
  const all = await Promise.all(names.map((name) => note(city, { id: late, name })));
  const firstOf = names[all.findIndex((one) => one.code === 1)];
  expect(all.map((one) => one.msg).toSorted()).toEqual([...Array(3).fill(`${firstOf}已确认`), '已确认'].toSorted());
  const second = await lane(city);
  expect(alertKeys(second)).toEqual([other, soon, late]);
  expect(second.open).toBe(first.open - 1);
  expect(second.alerts.find((one) => one.id === late)?.acknowledged?.name).toBe(firstOf);

  const admin = await app.client({ officer: 'admin' });
  const acknowledged = await admin.get<{ list: { subject: { id: number }; title: string }[] }>(
    '/admin/screen.duty/index',
  );
  expect(acknowledged.data.list).toMatchObject([{ subject: { resource, id: late }, area_code: '530102' }]);
  const log = await app.db.row(sql`select from auth_admin_log where title like '大屏-确认预警%' and username = 'city'`);
  expect(log).toBeDefined();
  // a new deadline is a new alert
  await app.db.query(sql`update enterprise set due_at = now() + interval '1 hour' where id = ${late}`);
  expect((await lane(city)).alerts.find((one) => one.id === late)?.acknowledged).toBeNull();
});

test('a replay shows figures and lists as they were, within the retention period', async () => {
  const officer = await app.officer('admin');
  const old = await addEnterprise(app.engine, officer);
  await move(app.engine, officer, old, 'submit');
  await app.db.query(sql`update enterprise set createtime = now() - interval '3 hours' where id = ${old}`);
  const moment = Math.floor(Date.now() / 1000) - 3600;
  const young = await addEnterprise(app.engine, officer);
  await move(app.engine, officer, young, 'submit');
  const at = async <T>(feed: string, when: number) =>
    (await city.get<T>(`/admin/screen.${feed}/index`, { area: '530102', at: when })).data;
  const then = await at<NewestEnterprisesPanel>('newest', moment);
  expect(
    then.rows.filter((one) => [old, young].includes(one.id)).map((one) => one.id),
    'a draft at that time, so not included',
  ).toEqual([]);
  expect(then.asof).toBe(Math.floor(moment / 60) * 60);
  const past = await at<EnterpriseCountsPanel>('enterprise', moment);
  const now = await city.get<EnterpriseCountsPanel>('/admin/screen.enterprise/index', { area: '530102' });
  expect(past.total).toBeLessThan(now.data.total);
  expect(past.by_status.find((one) => one.status === 'draft')?.n).toBe(1);
  for (const feed of ['audit', 'map', 'calendar'])
    expect((await at<{ asof: number }>(feed, moment)).asof).toBe(then.asof);
  for (const wrong of [moment - 40 * 86_400, moment + 86_400, 'x'])
    expect((await city.get('/admin/screen.newest/index', { at: wrong })).code).toBe(0);
});

test('a replay counts enterprises by the type and the risk class they had', async () => {
  const id = await addEnterprise(app.engine, await app.officer('admin'), { area_code: '530111', ent_type: 'hotel' });
  await app.db.query(sql`update enterprise set createtime = now() - interval '3 hours', ent_type = 'homestay',
    risk_class = 'D' where id = ${id}`);
  for (const changes of [{ risk_class: ['B', 'C'] }, { risk_class: ['C', 'D'], ent_type: ['hotel', 'homestay'] }])
    await app.db.query(sql`insert into history (resource, row_id, action, actor_type, actor_name, area_code, changes, request_id)
      values (${resource}, ${id}, 'edit', 'system', '系统', '530111', ${JSON.stringify(changes)}::jsonb, '')`);
  const counts = async (query: object) =>
    (await city.get<EnterpriseCountsPanel>('/admin/screen.enterprise/index', { area: '530111', ...query })).data;
  const past = await counts({ at: Math.floor(Date.now() / 1000) - 3600 });
  expect([past.by_risk, past.by_type.map(({ type, n }) => [type, n])]).toEqual([[{ risk: 'B', n: 1 }], [['hotel', 1]]]);
  const now = await counts({});
  expect([now.by_risk, now.by_type.map(({ type, n }) => [type, n])]).toEqual([
    [{ risk: 'D', n: 1 }],
    [['homestay', 1]],
  ]);
});

test('a phone controls the scenes of one wall and has no other rights', async () => {
  const phone = await app.client('nobody');
  const scenes = [
    { name: '总览', note: '开场' },
    { name: '五华区', note: '' },
  ];
  const opened = (
    await city.post<{ id: number; address: string; picture: string }>('/admin/screen.remote/open', {
      scenes,
      at: 0,
      playing: false,
    })
  ).data;
  expect(opened.picture).toContain('<svg');
  const ticket = opened.address.split('#')[1];
  const { key, ...state } = (await phone.post<{ key: string }>('/api/screen.remote/pair', { ticket })).data;
  expect(state).toEqual({ scenes, at: 0, playing: false });
  expect((await phone.post('/api/screen.remote/pair', { ticket })).code, 'a code is good for one phone').toBe(0);

  expect((await phone.post('/api/screen.remote/press', { key, press: 'scene', scene: 1 })).code).toBe(1);
  const event = await app.db.row<{ admin_id: number; payload: object }>(
    sql`select admin_id, payload from event where resource = 'screen/remote' and row_id = ${opened.id}`,
  );
  expect(event).toEqual({ admin_id: (await app.officer('city')).id, payload: { press: 'scene', scene: 1 } });
  for (const wrong of [{ press: 'sign-in' }, { press: 'scene', scene: -1 }, { press: 'next', key: 'other' }])
    expect((await phone.post('/api/screen.remote/press', { key, ...wrong })).code).toBe(0);
  expect((await phone.get('/admin/screen.alert/index', {}, { batoken: key })).code, 'signs nobody in').not.toBe(1);

  // another session of the same officer cannot control this wall
  const elsewhere = await app.client({ officer: 'city' });
  expect((await elsewhere.post('/admin/screen.remote/state', { id: opened.id, scenes: [], at: 0 })).data).toMatchObject(
    { open: false },
  );
  expect((await city.post('/admin/screen.remote/state', { id: opened.id, scenes, at: 1, playing: true })).data).toEqual(
    { open: true, paired: true },
  );
  expect((await phone.post('/api/screen.remote/show', { key })).data).toEqual({ scenes, at: 1, playing: true });
  await city.post('/admin/screen.remote/close');
  expect((await phone.post('/api/screen.remote/press', { key, press: 'next' })).data).toMatchObject({
    reason: 'not_found',
  });
});
