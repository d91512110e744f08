import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMonths, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';
import { driverForm, type Firm, firmOf, guideForm, nextIdNumber, vehicleForm } from './firm.ts';

let app: TestApp;
let chief: Client;
let county: Client;
let stranger: Client;
let coach: Firm;
let other: Firm;
let agency: Firm;
beforeAll(async () => {
  app = await startApp();
  coach = await firmOf(app, 'coach', 'crew_coach');
  other = await firmOf(app, 'coach', 'crew_other');
  agency = await firmOf(app, 'agency', 'crew_agency');
  [chief, county] = [await app.client({ officer: 'admin' }), await app.client({ officer: 'county1' })];
  stranger = await app.client({ officer: 'county2' });
});
afterAll(() => app.close());

interface Answer {
  id: number;
  reason?: string;
  errors?: Record<string, string[]>;
}
const done = async (who: Client, path: string, body: object) => {
  const answer = await who.post<Answer>(path, body);
  expect([path, answer.code, answer.msg]).toEqual([path, 1, expect.anything()]);
  return answer.data;
};
const errors = async (who: Client, path: string, body: object) =>
  (await who.post<Answer>(path, body)).data.errors ?? {};

describe('vehicles', () => {
  const add = '/api/crew.vehicle/add';

  test('have plates of GA 36, in any notation, in a colour that fits', async () => {
    for (const plate of ['云A1234', '云AI2345', '云A123O5', '沪AF0001Z'])
      expect(await errors(coach.owner, add, vehicleForm(coach.id, { plate })), plate).toHaveProperty('plate');
    const takes = async (plate: string, plate_color: string) => {
      const type = plate_color === 'green' ? { type: 'small', seats: 7 } : {};
      const { id } = await done(coach.owner, add, vehicleForm(coach.id, { plate, plate_color, ...type }));
      return (await app.db.row<{ plate: string }>(sql`select plate from crew_vehicle where id = ${id}`))?.plate;
    };
    expect(await takes('云a·12345', 'yellow')).toBe('云A12345');
    expect(await takes('云A D12345', 'green')).toBe('云AD12345');
    expect(await takes('云A12345D', 'yellow_green')).toBe('云A12345D');
    expect(await takes('粤Z1234港', 'black')).toBe('粤Z1234港');
    expect(await errors(coach.owner, add, vehicleForm(coach.id, { plate: '云AD54321' }))).toEqual({
      plate_color: ['该号牌的颜色应为渐变绿'],
    });
    expect(await errors(coach.owner, add, vehicleForm(coach.id, { vin: 'LZYTAGBW0H10I2345' }))).toHaveProperty('vin');
    expect(await errors(coach.owner, add, vehicleForm(coach.id, { type: 'small' }))).toEqual({
      seats: ['该车型核定载客为 2–9 人'],
    });
    const found = async (query: Readonly<Record<string, unknown>>) =>
      (await coach.owner.get<{ list: { plate: string }[] }>('/api/crew.vehicle/index', query)).data.list.map(
        ({ plate }) => plate,
      );
    for (const typed of [
      '车牌 云A D12345',
      '云A·D12345',
      '云ＡＤ12345',
      '云ad12345',
      '云A - D12345',
      '\u202d云AD12345\u202c',
    ]) {
      expect(await found({ quick_search: typed }), typed).toEqual(['云AD12345']);
      for (const operator of ['=', 'LIKE', 'IN'])
        expect(await found({ search: [{ field: 'plate', operator, val: typed }] }), `${operator} ${typed}`).toEqual([
          '云AD12345',
        ]);
      const hits = (await chief.get<{ list: { title: string }[] }>('/admin/search/index', { quick_search: typed }))
        .data;
      expect(hits.list, `palette ${typed}`).toContainEqual(expect.objectContaining({ title: '云AD12345' }));
    }
    const vin = '1M8GDM9AXKP042788';
    const { id } = await done(
      coach.owner,
      add,
      vehicleForm(coach.id, { plate: '云A77012', vin: '1m8 gdm9-axkp042788' }),
    );
    expect(await app.db.row(sql`select vin from crew_vehicle where id = ${id}`)).toEqual({ vin });
    for (const typed of [vin, '1m8gdm9a-xkp0 42788', '１Ｍ８ＧＤＭ９ＡＸＫＰ０４２７８８'])
      expect(await found({ quick_search: typed }), typed).toEqual(['云A77012']);
    expect(await found({ quick_search: '云A D123' }), 'a part of one').toEqual(['云AD12345']);
    expect(await found({ search: [{ field: 'plate', operator: 'LIKE', val: 'd·123' }] })).toEqual(['云AD12345']);
  });

  test('have a plate of their own until they are scrapped', async () => {
    const form = vehicleForm(coach.id, { plate: '云A99001' });
    const { id } = await done(coach.owner, add, form);
    const again = await other.owner.post<Answer>(add, { ...form, enterprise_id: other.id });
    expect([again.code, again.data.reason]).toEqual([0, 'duplicate']);
    await done(coach.owner, '/api/crew.vehicle/scrap', { id, reason: '达到报废年限' });
    await done(other.owner, add, { ...form, enterprise_id: other.id });
    expect((await coach.owner.post<Answer>(add, { ...form, enterprise_id: other.id })).code).toBe(0);
  });

  test('are stated by their firm, verified by an officer, and corrected from then on', async () => {
    const { id } = await done(coach.owner, add, { ...vehicleForm(coach.id), status: 'normal', validity: 'valid' });
    const stored = () =>
      app.db.row<{ status: string; seats: number }>(sql`select status, seats from crew_vehicle where id = ${id}`);
    expect(await stored()).toMatchObject({ status: 'stated' });
    expect((await stranger.post<Answer>('/admin/crew.vehicle/verify', { id })).data).toMatchObject({
      reason: 'not_found',
    });
    await done(county, '/admin/crew.vehicle/return', { id, reason: '运输证号与证件不符' });
    await done(coach.owner, '/api/crew.vehicle/edit', { id, permit_no: '530100999999' });
    await done(coach.owner, '/api/crew.vehicle/submit', { id });
    await done(county, '/admin/crew.vehicle/verify', { id });
    expect((await coach.owner.post('/api/crew.vehicle/edit', { id, seats: 45 })).code).toBe(0);
    expect((await coach.owner.post('/api/crew.vehicle/stop', { id, reason: '不能由企业办理' })).status).toBe(404);
    await done(coach.owner, '/api/crew.vehicle/edit', { id, gps_vendor: '某定位服务商' });
    await done(coach.owner, '/api/crew.vehicle/change', { id, seats: 45 });
    expect(await stored()).toEqual({ status: 'changing', seats: 39 });
    await done(county, '/admin/crew.vehicle/verifyChange', { id });
    expect(await stored()).toEqual({ status: 'normal', seats: 45 });
    await done(coach.owner, '/api/crew.vehicle/maintain', { id, reason: '更换制动片' });
    await done(coach.owner, '/api/crew.vehicle/repaired', { id });
    // another enterprise sees nothing of it
    expect(
      (await other.owner.post<Answer>('/api/crew.vehicle/maintain', { id, reason: '不是本企业' })).data,
    ).toMatchObject({
      reason: 'not_found',
    });
    await done(county, '/admin/crew.vehicle/stop', { id, reason: '逾期未检验' });
    expect((await coach.owner.post<Answer>('/api/crew.vehicle/resume', { id })).status).toBe(404);
  });
});

test('people are found by number and name in any notation', async () => {
  const number = nextIdNumber();
  const spaced = `${number.slice(0, 6)} ${number.slice(6, 14)}-${number.slice(14)}`;
  const form = driverForm(coach.id, {
    name: '买买提•依明',
    id_no: `\u202d${spaced}\u202c`,
    mobile: '+86 137-0000-1234',
  });
  const { id } = await done(coach.owner, '/api/crew.driver/add', form);
  const stored = await app.db.row<{ name: string; mobile: string }>(
    sql`select name, mobile from crew_driver where id = ${id}`,
  );
  expect(stored).toEqual({ name: '买买提·依明', mobile: '13700001234' });
  const found = async (search: Readonly<Record<string, unknown>>) =>
    (await chief.get<{ list: { id: number }[] }>('/admin/crew.driver/index', search)).data.list.map((one) => one.id);
  const by = (field: string, operator: string, val: string) => found({ search: [{ field, operator, val }] });
  expect(await by('id_no', '=', number)).toEqual([id]);
  expect(await by('id_no', '=', spaced)).toEqual([id]);
  expect(await by('mobile', '=', '０１３７'), 'no whole number').toEqual([]);
  expect(await by('mobile', '=', '137 0000 1234')).toEqual([id]);
  expect(await by('mobile', '=', '137 **** 1234')).toContain(id);
  for (const name of ['买买提・依明', '买买提 · 依明', '买买提·依明']) {
    expect(await by('name', '=', name), name).toEqual([id]);
    expect(await by('name', 'LIKE', name), name).toEqual([id]);
    expect(await found({ quick_search: name }), name).toEqual([id]);
  }
});

test('a closed enterprise can have no drivers and vehicles', async () => {
  const gone = await firmOf(app, 'coach', 'crew_gone');
  const { id } = await done(county, '/admin/crew.driver/add', driverForm(coach.id));
  for (const status of ['cancelled', 'revoked']) {
    await app.db.query(sql`update enterprise set status = ${status} where id = ${gone.id}`);
    for (const [client, side] of [
      [gone.owner, 'api'],
      [county, 'admin'],
    ] as const) {
      expect(await errors(client, `/${side}/crew.driver/add`, driverForm(gone.id))).toHaveProperty('enterprise_id');
      expect(await errors(client, `/${side}/crew.vehicle/add`, vehicleForm(gone.id))).toHaveProperty('enterprise_id');
    }
    expect(await errors(county, '/admin/crew.driver/edit', { id, enterprise_id: gone.id })).toHaveProperty(
      'enterprise_id',
    );
  }
});

test('drivers are dispatched by their firm, and stopped by the bureau', async () => {
  const { id } = await done(coach.owner, '/api/crew.driver/add', driverForm(coach.id, { medical_on: '2026-01-05' }));
  const future = driverForm(coach.id, { medical_on: addDays(shanghaiToday(), 1) });
  expect(await errors(coach.owner, '/api/crew.driver/add', future)).toHaveProperty('medical_on');
  await done(county, '/admin/crew.driver/verify', { id });
  await done(coach.owner, '/api/crew.driver/rest', { id, reason: '轮休一个月' });
  await done(coach.owner, '/api/crew.driver/work', { id });
  await done(county, '/admin/crew.driver/stop', { id, reason: '记分已满十二分' });
  expect((await coach.owner.post<Answer>('/api/crew.driver/work', { id })).data).toMatchObject({
    reason: 'bad_transition',
  });
  const shown = (await coach.owner.get<{ row: { id_no: string; mobile: string } }>('/api/crew.driver/edit', { id }))
    .data;
  expect(shown.row.id_no).toContain('*');
});

describe('guides', () => {
  const add = '/api/crew.guide/add';

  test('are entered by their agency, are in its area, and belong to no other', async () => {
    expect(await errors(agency.owner, add, guideForm())).toHaveProperty('agency_id');
    expect(await errors(agency.owner, add, guideForm({ agency_id: coach.id }))).toHaveProperty('agency_id');
    const { id } = await done(agency.owner, add, guideForm({ agency_id: agency.id, area_code: '110101' }));
    const { areaCode } = await app.officer('county1');
    expect(await app.db.row(sql`select status, area_code from crew_guide where id = ${id}`)).toEqual({
      status: 'stated',
      area_code: areaCode,
    });
    const seen = async (who: Client, side: string) =>
      (await who.get<{ list: { id: number }[] }>(`/${side}/crew.guide/index`)).data.list.some((one) => one.id === id);
    expect([
      await seen(agency.owner, 'api'),
      await seen(coach.owner, 'api'),
      await seen(county, 'admin'),
      await seen(stranger, 'admin'),
    ]).toEqual([true, false, true, false]);
    await done(county, '/admin/crew.guide/verify', { id });
    for (const more of [{ card_no: 'X' }, { level: 'special' }, { valid_to: '2040-01-01' }, { agency_id: null }])
      expect((await agency.owner.post('/api/crew.guide/edit', { id, ...more })).code, JSON.stringify(more)).toBe(0);
    await done(agency.owner, '/api/crew.guide/edit', { id, languages: ['japanese'] });
  });

  test('of an association belong to no agency; officers of any county may assign one', async () => {
    expect(await errors(county, '/admin/crew.guide/add', guideForm())).toHaveProperty('area_code');
    const { areaCode } = await app.officer('county2');
    const { id } = await done(stranger, '/admin/crew.guide/add', guideForm({ area_code: areaCode }));
    expect(await app.db.row(sql`select status from crew_guide where id = ${id}`)).toEqual({ status: 'valid' });
    await done(stranger, '/admin/crew.guide/edit', { id, agency_id: agency.id });
    expect((await agency.owner.get<{ row: { id: number } }>('/api/crew.guide/edit', { id })).data.row.id).toBe(id);
  });

  test('of two concurrent moves to another agency one succeeds, and the other officer learns of the change', async () => {
    const { id } = await done(chief, '/admin/crew.guide/add', guideForm({ agency_id: agency.id }));
    const { version } = (await chief.get<{ row: { version: number } }>('/admin/crew.guide/edit', { id })).data.row;
    const others = [await firmOf(app, 'agency', 'moves_here'), await firmOf(app, 'agency', 'moves_there')];
    const answers = await Promise.all(
      others.map((other) => chief.post<Answer>('/admin/crew.guide/edit', { id, version, agency_id: other.id })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(answers.find(({ code }) => code === 0)?.data).toMatchObject({ reason: 'stale_version' });
    const now = await app.db.row<{ agency_id: number }>(sql`select agency_id from crew_guide where id = ${id}`);
    expect(now?.agency_id).toBe(others[answers.findIndex(({ code }) => code === 1)]?.id);
  });

  test('lose their card for three to six months, or for good with a bar of three years', async () => {
    const { id } = await done(chief, '/admin/crew.guide/add', guideForm({ agency_id: agency.id }));
    const decision = { id, document_no: '昆文旅罚字〔2026〕7号', reason: '擅自变更行程' };
    const until = (months: number, days = 0) => addDays(addMonths(shanghaiToday(), months), days);
    const suspend = (suspended_until: string) =>
      chief.post<Answer>('/admin/crew.guide/suspend', { ...decision, suspended_until });
    for (const wrong of [until(3, -1), until(6, 1), '2020-01-01'])
      expect((await suspend(wrong)).data.errors, wrong).toHaveProperty('suspended_until');
    expect((await suspend(until(3))).code).toBe(1);
    const inbox = await agency.owner.get<{ list: { content: string }[] }>('/api/message.notice/index');
    expect(inbox.data.list[0]?.content).toContain(`暂扣至 ${until(3)}`);
    await done(chief, '/admin/crew.guide/resume', { id, reason: '暂扣期满发还' });
    await done(chief, '/admin/crew.guide/revoke', decision);
    expect(
      await app.db.row(sql`select status, barred_until::text, decision_no from crew_guide where id = ${id}`),
    ).toEqual({ status: 'revoked', barred_until: until(36), decision_no: decision.document_no });
    const early = await chief.post<Answer>('/admin/crew.guide/readmit', { id, reason: '三年期满申请' });
    expect([early.code, early.msg]).toEqual([0, expect.stringContaining('未满三年')]);
    await app.db.query(
      sql`update crew_guide set barred_until = ${addDays(shanghaiToday(), -1)}::date where id = ${id}`,
    );
    await done(chief, '/admin/crew.guide/readmit', { id, reason: '三年期满申请' });
  });

  test('cards and people are on record only once', async () => {
    const form = guideForm({ agency_id: agency.id });
    await done(chief, '/admin/crew.guide/add', form);
    const card = await chief.post<Answer>(
      '/admin/crew.guide/add',
      guideForm({ agency_id: agency.id, card_no: form.card_no }),
    );
    expect(card.data).toMatchObject({ reason: 'duplicate', field: 'card_no' });
    const person = await chief.post<Answer>(
      '/admin/crew.guide/add',
      guideForm({ agency_id: agency.id, id_no: form.id_no }),
    );
    expect(person.data).toMatchObject({ reason: 'duplicate', field: 'id_no' });
  });

  test('are members too: by the mobile recorded with their card, with one account each', async () => {
    const form = guideForm({ agency_id: agency.id, mobile: '13855509876' });
    const { id } = await done(chief, '/admin/crew.guide/add', form);
    const member = async (name: string, mobile: string) => {
      const { id: key } = await app.member(name);
      await app.db.query(sql`update member set mobile = ${mobile} where id = ${key}`);
      return app.client({ member: name });
    };
    const [self, impostor] = [await member('guide_self', '13855509876'), await member('guide_other', '13855509877')];
    const bind = (who: Client, card_no: string = form.card_no) =>
      who.post<Answer>('/api/crew.guide/bind', { card_no, id_no: form.id_no });
    expect((await bind(impostor)).data).toMatchObject({ reason: 'not_found' });
    expect((await bind(self, 'DZG0')).data).toMatchObject({ reason: 'not_found' });
    expect(
      (await self.post<Answer>('/api/crew.guide/bind', { card_no: form.card_no, id_no: nextIdNumber() })).data,
    ).toMatchObject({ reason: 'not_found' });
    const otherwise = (card: string) => `${card.slice(0, 2)} ${card.slice(2, 5)}－${card.slice(5)}`.toLowerCase();
    const mine = async () => (await self.get<{ guide: Answer | null }>('/api/crew.guide/mine')).data.guide;
    expect(await mine()).toBeNull();
    type Home = { begins: object[]; standings: object[]; todo: { title: string; path: string }[] };
    const home = async () => (await self.get<Home>('/api/account/overview')).data;
    expect(await home()).toMatchObject({
      begins: expect.arrayContaining([expect.anything()]),
      standings: [],
      todo: [],
    });
    expect(
      (await Promise.all([bind(self), bind(self, otherwise(form.card_no))])).map(({ code }) => code).toSorted(),
    ).toEqual([0, 1]);
    expect(await mine()).toMatchObject({ id, name: form.name, status: 'valid', validity: 'valid', ratings_count: 0 });
    const standing = { resource: 'crew/guide', id, title: form.name, role: null, state: '有效', to: 'travel/road' };
    expect(await home()).toMatchObject({ begins: [], standings: [standing], todo: [] });
    for (const [validity, title] of [
      ['expiring', '您的导游证将到期'],
      ['expired', '您的导游证已过期'],
    ] as const) {
      await app.db.query(sql`update crew_guide set validity = ${validity} where id = ${id}`);
      expect((await home()).todo).toMatchObject([{ title, path: '/user/travel/road' }]);
    }
    await app.db.query(sql`update crew_guide set validity = 'valid' where id = ${id}`);
    // it grants no access to the agency
    expect((await self.get<{ list: unknown[] }>('/api/crew.guide/index')).data?.list ?? []).toEqual([]);
    await done(chief, '/admin/crew.guide/unbind', { id, reason: '本人更换账号' });
    expect(await mine()).toBeNull();
    const { id: member_id } = await app.member('guide_self');
    await done(chief, '/admin/crew.guide/bind', { id, member_id, reason: '已核对本人证件' });
    expect(await mine()).toMatchObject({ id });
    await done(chief, '/admin/crew.guide/unbind', { id, reason: '本人更换账号' });
    expect((await chief.post<Answer>('/admin/crew.guide/unbind', { id, reason: '本人更换账号' })).code).toBe(0);
    // deleting the account unlinks the card
    await done(self, '/api/crew.guide/bind', { card_no: form.card_no, id_no: form.id_no });
    await app.db.query(
      sql`update member set password = ${await hashPassword(testPassword)} where username = 'guide_self'`,
    );
    await done(self, '/api/account/remove', { password: testPassword });
    expect((await bind(await member('guide_anew', '13855509876'))).code).toBe(1);
  });
});
