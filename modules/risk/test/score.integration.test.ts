import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { activeEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import { waitForSubscribers } from '../../../test/support/wait-for-subscribers.ts';
import { withoutWatch } from '../../../test/support/watch-writes.ts';
import type { RiskExplanation } from '../contract/risk-score-explanation-answer-types.ts';
import type { RiskWeightsPreview } from '../contract/risk-weights-preview-answer-types.ts';
import { updateAllScores } from '../server/update-risk-scores.ts';

/** Scores of an agency and a coach firm, by what other modules know of them. */
let app: TestApp;
let city: Client;
let county: Client;
let elsewhere: Client;
let agency: number;
let hotel: number;
const today = shanghaiToday();

beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  const admin = await app.officer('admin');
  const { areaCode } = await app.officer('county1');
  agency = await activeEnterprise(app.engine, admin, { ent_type: 'agency', area_code: areaCode });
  hotel = await activeEnterprise(app.engine, admin, { ent_type: 'hotel', area_code: areaCode });
  city = await app.client({ officer: 'city' });
  county = await app.client({ officer: 'county1' });
  elsewhere = await app.client({ officer: 'county2' });
  await waitForSubscribers(app.db);
});
afterAll(() => app.close());

const contributors = () => app.platform.modules.flatMap(({ riskContributors = [] }) => riskContributors);
/** With what it entails: a subscriber measures, too, and would count the change that a test makes next. */
async function computeAll() {
  const counts = await updateAllScores(app.engine, contributors());
  await waitForSubscribers(app.db);
  return counts;
}
const explain = async (enterprise_id: number, client = county) =>
  client.get<RiskExplanation | null>(`/admin/risk.score/explain?enterprise_id=${enterprise_id}`);
async function scoreOf(enterprise_id: number): Promise<RiskExplanation> {
  const { data } = await explain(enterprise_id);
  if (!data) throw new Error('it has no score');
  return data;
}
const classOnEnterprise = async (id: number) =>
  (await app.db.row<{ risk_class: string }>(sql`select risk_class from enterprise where id = ${id}`))?.risk_class;
const errorsOf = (answer: WireAnswer) => (answer.data as { errors?: Record<string, string[]> } | null)?.errors ?? {};

/** A licence that expired some days ago. */
const expired = (enterprise: number, days: number, no: string) =>
  withoutWatch(app.db, (tx) =>
    tx.query(sql`insert into enterprise_licence (enterprise_id, kind, license_no, issued_by, issue_date, expire_date, validity)
      select id, 'agency', ${no}, '局', '2020-01-01', ${addDays(today, -days)}::date, 'expired' from enterprise where id = ${enterprise}`),
  );

test('a new enterprise begins with B, whatever its score', async () => {
  await computeAll();
  const found = await scoreOf(hotel);
  // a hotel has 40 % of 25 points
  expect(found).toMatchObject({ score: 10, risk_class: 'B', measured_class: 'B', is_new: true });
  expect(found.contributions).toMatchObject([{ name: 'risk.industry', points: 10 }]);
  expect(found.parts.filter(({ measured }) => !measured).map(({ part }) => part)).toEqual([]);
  expect(await classOnEnterprise(hotel)).toBe('B');
  await withoutWatch(app.db, (tx) =>
    tx.query(
      sql`update enterprise set audited_at = now() - interval '1 year' where id = any(${[agency, hotel]}::bigint[])`,
    ),
  );
  expect(await computeAll()).toMatchObject({ added: 0, changed: 2 });
  expect(await scoreOf(hotel)).toMatchObject({ score: 10, risk_class: 'A', is_new: false });
  expect(await classOnEnterprise(hotel)).toBe('A');
  // nothing changed since
  expect(await computeAll()).toMatchObject({ added: 0, changed: 0 });
});

test('what other modules know adds points with the rows that count, at most the whole part', async () => {
  const history = async () => (await scoreOf(agency)).history.length;
  const before = await history();
  for (const no of ['G-1', 'G-2', 'G-3']) await expired(agency, 30, no);
  await computeAll();
  const { score, contributions, risk_class } = await scoreOf(agency);
  expect([score, risk_class]).toEqual([25, 'B']);
  expect(contributions).toMatchObject([
    { name: 'risk.industry', points: 15 },
    { name: 'enterprise.licences', points: 10, n: 3, of: 'enterprise/licence' },
  ]);
  expect(contributions[1]?.rows).toHaveLength(3);
  // both on one day: one point, with the last values
  expect(await history()).toBe(before);
});

test('a roadside check is counted as soon as it is stored, for the agency and the coach', async () => {
  const at = (await scoreOf(agency)).score;
  await withoutWatch(app.db, (tx) =>
    tx.query(sql`insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, tourist_count, total_fee,
        emergency_contact, emergency_mobile, status)
      select 'T530102261128R0001', id, 'province', now() - interval '1 hour', now() + interval '9 hours', area_code, '{}', 10, 100, '杨丽', '13800000009', 'departed'
      from enterprise where id = ${agency}`),
  );
  // the coach belongs to another enterprise
  await withoutWatch(app.db, (tx) =>
    tx.query(sql`with vehicle as (
        insert into crew_vehicle (plate, plate_color, enterprise_id, type, seats, permit_no, permit_valid_to, inspect_valid_to, insurance_valid_to, status)
        values ('云A12345', 'yellow', ${hotel}, 'large', 49, '530100100001', '2099-12-31', '2099-12-31', '2099-12-31', 'normal') returning id)
      insert into travel_assigned_vehicle (itinerary_id, vehicle_id, driver_id, plate, seats)
      select i.id, v.id, 1, '云A12345', 49 from travel_itinerary i, vehicle v where i.team_no = 'T530102261128R0001'`),
  );
  const team = await app.db.row<{ id: number }>(
    sql`select id from travel_itinerary where team_no = 'T530102261128R0001'`,
  );
  const { areaCode } = await app.officer('county1');
  const answer = await county.post('/admin/enforcement.roadsideCheck/add', {
    plate: '云A12345',
    itinerary_id: team?.id,
    result: 'held',
    headcount: 9,
    problems: '人数不符',
    area_code: areaCode,
  });
  expect(answer.code, answer.msg).toBe(1);
  await expect.poll(async () => (await scoreOf(agency)).score, { timeout: 60_000 }).toBe(at + 7);
  expect((await scoreOf(hotel)).score).toBe(17);
  expect((await scoreOf(agency)).contributions.map(({ name }) => name)).toContain('enforcement.roadside');
});

test('an officer sets another class for at most 90 days, and is told when it ends', async () => {
  const { id, measured_class } = await scoreOf(agency);
  const set = (more: object) =>
    county.post('/admin/risk.score/override', {
      id,
      override_class: 'D',
      override_until: addDays(today, 90),
      override_reason: '近期舆情集中，重点检查',
      ...more,
    });
  expect(errorsOf(await set({ override_until: addDays(today, 91) }))).toHaveProperty('override_until');
  expect(errorsOf(await set({ override_until: today }))).toHaveProperty('override_until');
  expect(errorsOf(await set({ override_reason: '' }))).toHaveProperty('override_reason');
  expect(errorsOf(await set({ override_class: measured_class }))).toHaveProperty('override_class');
  const done = await set({});
  expect(done.code, done.msg).toBe(1);
  expect(await scoreOf(agency)).toMatchObject({
    risk_class: 'D',
    measured_class,
    override: { until: addDays(today, 90) },
  });
  expect(await classOnEnterprise(agency)).toBe('D');
  // a computation leaves it
  await computeAll();
  expect(await classOnEnterprise(agency)).toBe('D');
  await withoutWatch(app.db, (tx) =>
    tx.query(sql`update risk_score set override_until = ${addDays(today, -1)}::date where id = ${id}`),
  );
  expect(await computeAll()).toMatchObject({ expired: 1 });
  expect(await scoreOf(agency)).toMatchObject({ risk_class: measured_class, override: null });
  expect(await classOnEnterprise(agency)).toBe(measured_class);
  const officer = await app.officer('county1');
  const notices = await app.db.rows<{ content: string }>(
    sql`select content from message_notice where admin_id = ${officer.id} and template_code = 'risk_override_expired'`,
  );
  expect(notices).toHaveLength(1);
  const lifted = await set({});
  expect(lifted.code, lifted.msg).toBe(1);
  await county.post('/admin/risk.score/lift', { id, reason: '经核查情况已改善' });
  expect(await classOnEnterprise(agency)).toBe(measured_class);
});

test('scores are seen where their enterprises are', async () => {
  expect((await explain(agency, elsewhere)).data).toBeNull();
  const list = await elsewhere.get<{ total: number }>('/admin/risk.score/index');
  expect(list.data.total).toBe(0);
  expect((await county.get<{ total: number }>('/admin/risk.score/index')).data.total).toBe(2);
});

test('a draft of weights is previewed before it is switched on', async () => {
  const models = await city.get<{ list: { id: number }[] }>('/admin/risk.model/index');
  const [first] = models.data.list;
  const revised = await city.post('/admin/risk.model/revise', { id: first?.id });
  expect(revised.code, revised.msg).toBe(1);
  const draft = await app.db.row<{ id: number }>(sql`select id from risk_model where status = 'draft'`);
  const edit = (values: object) => city.post('/admin/risk.model/edit', { id: draft?.id, ...values });
  expect(errorsOf(await edit({ industry: 50 }))).toHaveProperty('itinerary');
  expect(errorsOf(await edit({ class_c: 20 }))).toHaveProperty('class_c');
  const changed = await edit({ industry: 75, credit: 0, complaints: 0, findings: 5 });
  expect(changed.code, changed.msg).toBe(1);
  const preview = async (client: Client, day = today) =>
    (await client.get<RiskWeightsPreview>(`/admin/risk.model/preview?id=${draft?.id}&day=${day}`)).data;
  // the hotel from 17 points to 32, the agency from 32 to 57
  expect(await preview(county)).toMatchObject({
    enterprises: 2,
    moved: 2,
    matrix: [
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  });
  expect(await preview(elsewhere)).toMatchObject({ enterprises: 0, moved: 0 });
  const past = await preview(county, '2020-01-31');
  expect(past.enterprises).toBe(0);
  expect(past.missing.map((one) => one.en)).toEqual(expect.arrayContaining(['Roadside checks']));
  expect((await county.post('/admin/risk.model/review', { id: draft?.id })).code).not.toBe(1);
});

test('licences, a suspension and a referred coach reach the score at once, and together class D', async () => {
  const { areaCode } = await app.officer('county1');
  const risky = await activeEnterprise(app.engine, await app.officer('admin'), {
    ent_type: 'high_risk',
    area_code: areaCode,
  });
  const reaches = (score: number) =>
    expect.poll(async () => (await explain(risky)).data?.score, { timeout: 60_000 }).toBe(score);
  await reaches(25);
  for (const license_no of ['G-1', 'G-2']) {
    const added = await city.post('/admin/enterprise.licence/add', {
      enterprise_id: risky,
      kind: 'other',
      license_no: `${license_no}-${risky}`,
      issued_by: '市文化和旅游局',
      issue_date: '2020-01-01',
      expire_date: addDays(today, -3),
    });
    expect(added.code, `${added.msg} ${JSON.stringify(added.data)}`).toBe(1);
  }
  await reaches(35);
  await withoutWatch(app.db, (tx) =>
    tx.query(sql`insert into crew_vehicle (plate, plate_color, enterprise_id, type, seats, permit_no, permit_valid_to, inspect_valid_to, insurance_valid_to, status)
      values ('云A55555', 'yellow', ${risky}, 'large', 49, '530100100005', '2099-12-31', '2099-12-31', '2099-12-31', 'normal')`),
  );
  const checked = { plate: '云A55555', result: 'referred', headcount: 9, problems: '无证经营', area_code: areaCode };
  const check = await county.post('/admin/enforcement.roadsideCheck/add', checked);
  expect(check.code, `${check.msg} ${JSON.stringify(check.data)}`).toBe(1);
  await reaches(50);
  const order = {
    id: risky,
    document_no: '昆文停〔2026〕1号',
    reason: '无证经营旅游客运',
    suspended_until: addDays(today, 30),
  };
  const suspended = await city.post('/admin/enterprise.enterprise/suspend', order);
  expect(suspended.code, `${suspended.msg} ${JSON.stringify(suspended.data)}`).toBe(1);
  await reaches(75);
  expect(await scoreOf(risky)).toMatchObject({ risk_class: 'D', measured_class: 'D' });
  // the suspension counts by itself and, once credit is measured, by the grade it costs: 25 in both cases
  const { contributions } = await scoreOf(risky);
  const ofSuspension = contributions.filter(({ name }) => ['risk.suspensions', 'credit.grade'].includes(name));
  expect(ofSuspension.map(({ name }) => name)).toContain('risk.suspensions');
  expect(ofSuspension.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(25, 1);
  await expect.poll(() => classOnEnterprise(risky), { timeout: 60_000 }).toBe('D');
  // what was annulled never counts, nor the penalty that it was for the credit
  const annulled = await city.post('/admin/enterprise.enterprise/annulSuspension', {
    id: risky,
    document_no: '昆政复决〔2026〕1号',
    reason: '复议机关认定停业决定违法',
  });
  expect(annulled.code, `${annulled.msg} ${JSON.stringify(annulled.data)}`).toBe(1);
  await reaches(50);
  const penalties = () =>
    app.db.rows(
      sql`select title, document_no, status from credit_event where enterprise_id = ${risky} and kind = 'penalty'`,
    );
  await expect
    .poll(penalties, { timeout: 60_000 })
    .toEqual([{ title: `责令停业整顿（${order.document_no}）`, document_no: order.document_no, status: 'withdrawn' }]);
});

test('other weights reach all scores when they are published, without waiting for the night', async () => {
  const admin = await app.client({ officer: 'admin' });
  const draft = await app.db.row<{ id: number }>(sql`select id from risk_model where status = 'draft'`);
  expect((await city.post('/admin/risk.model/edit', { id: draft?.id, effective_from: today })).code).toBe(1);
  for (const move of ['review', 'publish']) {
    const answer = await admin.post(`/admin/risk.model/${move}`, { id: draft?.id });
    expect(answer.code, `${move}: ${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  }
  await expect.poll(async () => (await scoreOf(hotel)).score, { timeout: 60_000 }).toBe(32);
});

test('weights published for a later day are applied by the night of that day', async () => {
  const admin = await app.client({ officer: 'admin' });
  const current = await app.db.row<{ id: number }>(
    sql`select id from risk_model where status = 'published' and next_id is null`,
  );
  expect((await city.post('/admin/risk.model/revise', { id: current?.id })).code).toBe(1);
  const draft = await app.db.row<{ id: number }>(sql`select id from risk_model where status = 'draft'`);
  const tomorrow = addDays(today, 1);
  const edited = await city.post('/admin/risk.model/edit', {
    id: draft?.id,
    industry: 50,
    credit: 25,
    effective_from: tomorrow,
  });
  expect(edited.code, `${edited.msg} ${JSON.stringify(edited.data)}`).toBe(1);
  for (const move of ['review', 'publish']) {
    const answer = await admin.post(`/admin/risk.model/${move}`, { id: draft?.id });
    expect(answer.code, `${move}: ${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  }
  // publication computes all scores in a job, with the weights of today: it must not come after those of tomorrow
  const waiting = () =>
    app.db.rows(sql`select 1 from graphile_worker.jobs where task_identifier like '%rescore%'
    union all select 1 from subscriber_event where subscriber like '%rescore%'`);
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([]);
  await computeAll();
  expect((await scoreOf(hotel)).score).toBe(32);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  try {
    await computeAll();
  } finally {
    // sessions have not lasted until then
    vi.useRealTimers();
  }
  expect((await scoreOf(hotel)).score).toBe(22);
});

test('an enterprise that closes has no score any more', async () => {
  const admin = await app.client({ officer: 'admin' });
  const gone = await admin.post('/admin/enterprise.enterprise/cancel', {
    id: hotel,
    document_no: '昆文注〔2026〕2号',
    reason: '企业申请注销登记',
  });
  expect(gone.code, gone.msg).toBe(1);
  await computeAll();
  const row = await app.db.row<{ status: string }>(sql`select status from risk_score where enterprise_id = ${hotel}`);
  expect(row?.status).toBe('ended');
});
