import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentExpiry } from '#kernel/declaration/expiring-documents-of-row.ts';
import { checkDocumentExpiry } from '#kernel/lifecycle/document-validity-by-expiry-date.ts';
import { checkMobileForExpiryReminders } from '#kernel/resource/mobile-number-field-of-row-or-parent-for-expiry-reminders.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { findResource } from '#modules/registry.ts';
import { sql } from '#server/db/sql.ts';
import { notifyExpiry } from '#server/message/notify-holders-and-officers-of-expiring-documents.ts';
import { refreshDocumentValidity } from '#server/write/row-set/refresh-document-validity.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { vehicle } from '../contract/vehicle.ts';
import { driverForm, type Firm, firmOf, guideForm, vehicleForm } from './firm.ts';

let app: TestApp;
let county: Client;
let coach: Firm;
let agency: Firm;
const inDays = (days: number) => addDays(shanghaiToday(), days);
beforeAll(async () => {
  app = await startApp();
  coach = await firmOf(app, 'coach', 'papers_coach');
  agency = await firmOf(app, 'agency', 'papers_agency');
  county = await app.client({ officer: 'county1' });
});
afterAll(() => app.close());

async function add(who: Client, path: string, form: object): Promise<number> {
  const answer = await who.post<{ id: number }>(path, form);
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
}
const addVehicle = (more: object) => add(county, '/admin/crew.vehicle/add', vehicleForm(coach.id, more));
const validityOf = async (id: number) =>
  (await app.db.row<{ validity: string }>(sql`select validity from crew_vehicle where id = ${id}`))?.validity;

test("the earliest expiring document decides a vehicle's validity, at once and nightly", async () => {
  const id = await addVehicle({ inspect_valid_to: inDays(31) });
  expect(await validityOf(id)).toBe('valid');
  const edit = (more: object) => county.post('/admin/crew.vehicle/edit', { id, ...more });
  expect((await edit({ insurance_valid_to: inDays(30) })).code).toBe(1);
  expect(await validityOf(id)).toBe('expiring');
  expect((await edit({ insurance_valid_to: inDays(-1) })).code).toBe(1);
  expect(await validityOf(id)).toBe('expired');
  await edit({ insurance_valid_to: '2031-01-01' });
  expect(await validityOf(id)).toBe('valid');
  expect(await refreshDocumentValidity(app.engine, inDays(1))).toBe(1);
  expect(await validityOf(id)).toBe('expiring');
  expect(await refreshDocumentValidity(app.engine, inDays(32))).toBeGreaterThan(0);
  expect(await validityOf(id)).toBe('expired');
  const search = [
    { field: 'id', operator: '=', val: id },
    { field: 'validity', operator: 'IN', val: 'expired' },
  ];
  expect((await county.get<{ total: number }>('/admin/crew.vehicle/index', { search })).data.total).toBe(1);
  expect(
    (
      await app.db.rows<{ name: string }>(
        sql`select name from event where resource = 'crew/vehicle' and row_id = ${id} and name ~ 'expir' order by id`,
      )
    ).map(({ name }) => name),
  ).toEqual(['crew/vehicle.expiring', 'crew/vehicle.expired']);
  await refreshDocumentValidity(app.engine);
});

test('expiry is announced a month, a week and a day ahead and afterwards, by SMS a week and a day ahead', async () => {
  const [id, driver] = [
    await addVehicle({ inspect_valid_to: inDays(20), permit_valid_to: inDays(25) }),
    await add(county, '/admin/crew.driver/add', driverForm(coach.id, { licence_valid_to: inDays(5) })),
  ];
  for (const days of [0, 0, 13, 13, 19, 21]) await notifyExpiry(app.engine, inDays(days));
  type Inbox = { list: { content: string; subject: { resource: string; id: number } }[] };
  const inbox = (await coach.owner.get<Inbox>('/api/message.notice/index', { limit: 200 })).data.list;
  const of = (resource: string, row: number) =>
    inbox.filter(({ subject }) => subject.resource === resource && subject.id === row).map(({ content }) => content);
  const contents = of('crew/vehicle', id);
  const about = (paper: string) => contents.filter((content) => content.includes(`的${paper}（云A`)).length;
  expect([about('机动车检验'), about('道路运输证'), about('承运人责任险')]).toEqual([4, 2, 0]);
  expect(of('crew/driver', driver).filter((content) => content.includes('驾驶证（李强）')).length).toBe(2);
  const sent = await app.db.rows<{ content: string }>(
    sql`select content from message_sms where resource = 'crew/vehicle' and row_id = ${id} order by id`,
  );
  expect(sent.length).toBe(3);
  expect(sent[0]?.content).toContain('昆明测试饭店');
  const office = (await county.get<{ list: { content: string }[] }>('/admin/message.notice/index', { limit: 200 }))
    .data;
  expect(office.list.some(({ content }) => content.includes('件机动车检验将于'))).toBe(true);
  const before = await app.db.row<{ n: number }>('select count(*)::int as n from message_notice');
  await Promise.all([notifyExpiry(app.engine, inDays(21)), notifyExpiry(app.engine, inDays(21))]);
  expect(await app.db.row('select count(*)::int as n from message_notice')).toEqual(before);
});

test('records out of use cause no notices: scrapped, left, revoked', async () => {
  const id = await addVehicle({ inspect_valid_to: inDays(3) });
  expect((await county.post('/admin/crew.vehicle/scrap', { id, reason: '达到报废年限' })).code).toBe(1);
  const guide = await add(county, '/admin/crew.guide/add', guideForm({ valid_to: inDays(3), area_code: '530102' }));
  const own = await app.db.rows(sql`select mobile from crew_guide where id = ${guide}`);
  await notifyExpiry(app.engine);
  const rows = await app.db.rows<{ resource: string; row_id: number; mobile: string }>(
    sql`select resource, row_id, mobile from message_sms where row_id in (${id}, ${guide}) and template_code = 'paper_ending'`,
  );
  expect(rows.some((one) => one.resource === 'crew/vehicle' && one.row_id === id)).toBe(false);
  // a guide is notified on their own mobile
  expect(rows.filter((one) => one.resource === 'crew/guide')).toMatchObject(own);
});

test('a guide is notified of their own card in their inbox, once each time, with a link to their workbench', async () => {
  const { id: user_id } = await app.member('guide_of_card');
  const guide = await add(county, '/admin/crew.guide/add', guideForm({ agency_id: agency.id, valid_to: inDays(20) }));
  await app.db.query(sql`update crew_guide set user_id = ${user_id} where id = ${guide}`);
  for (const days of [0, 0, 13, 21]) await notifyExpiry(app.engine, inDays(days));
  type Inbox = { list: { content: string; content_en: string; opens: string | null; subject: { id: number } }[] };
  const read = async (who: Client) =>
    (await who.get<Inbox>('/api/message.notice/index', { limit: 200 })).data.list.filter(
      ({ subject }) => subject.id === guide,
    );
  const self = await app.client({ member: 'guide_of_card' });
  const own = await read(self);
  expect(own.length).toBe(3);
  expect(own.every(({ content, opens }) => content.startsWith('王芳的导游证') && opens === 'travel/road')).toBe(true);
  expect(own.at(-1)?.content_en).toMatch(/^Guide card of 王芳 expires on /);
  // the agency opens the record
  expect((await read(agency.owner)).map(({ opens }) => opens || null)).toEqual([null, null, null]);
});

test('a declaration of documents without expiry field or recipients is refused', () => {
  const with_ = (ends: DocumentExpiry) => ({ ...vehicle, ends }) as unknown as typeof vehicle;
  const ends: DocumentExpiry = {
    papers: { seats: { 'zh-cn': '座', en: 'Seats' } },
    mobile: 'contact_mobile',
    office: 'edit',
  };
  expect(() => checkDocumentExpiry(with_(ends), vehicle.fields)).toThrow('which is not a date');
  expect(() => checkDocumentExpiry(with_({ ...ends, papers: {}, in: ['gone'] }), vehicle.fields)).toThrow(
    'not declared',
  );
  expect(() => checkDocumentExpiry(with_({ ...ends, papers: {}, validity: 'plate' }), vehicle.fields)).toThrow(
    'must be a select written by the server',
  );
  expect(() =>
    checkDocumentExpiry(with_({ ...ends, papers: {}, own: { by: 'seats', to: '' } }), vehicle.fields),
  ).toThrow('is not the key of an account');
  expect(() => checkMobileForExpiryReminders([with_({ ...ends, papers: {}, mobile: 'plate' })], findResource)).toThrow(
    'is not a mobile field',
  );
});
