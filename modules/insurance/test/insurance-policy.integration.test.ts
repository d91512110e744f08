import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { activeEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import { yearAfter } from '../contract/insurance-policy-term-faults-and-validity.ts';
import { refreshPolicyValidity } from '../server/nightly-policy-and-coverage-tasks.ts';
import { updateAgencyCoverage, updateAllAgencyCoverage } from '../server/update-agency-coverage.ts';

/** Policies submitted by agencies, verified by the bureau, and claims settled under them. */
let app: TestApp;
let owner: Client;
let other: Client;
let county: Client;
let agency: number;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  const { areaCode } = await app.officer('county1');
  agency = await activeEnterprise(app.engine, await app.officer('admin'), { ent_type: 'agency', area_code: areaCode });
  const member = await app.member('agency_owner');
  await placePerson(app.db, agency, member);
  owner = await app.client({ member: 'agency_owner' });
  await app.member('somebody_else');
  other = await app.client({ member: 'somebody_else' });
  county = await app.client({ officer: 'county1' });
});
afterAll(() => app.close());

const today = shanghaiToday();
const file = '/storage/private/test/licence.png';
const own = (action: string) => `/api/insurance.policy/${action}`;
const office = (action: string) => `/admin/insurance.policy/${action}`;
const errorsOf = (answer: WireAnswer) => (answer.data as { errors?: Record<string, string[]> } | null)?.errors ?? {};

let made = 0;
const form = (more: Record<string, unknown> = {}) => {
  const from_on = String(more.from_on ?? addDays(today, -10));
  return {
    enterprise_id: agency,
    kind: 'liability',
    insurer: '云岭财产保险',
    policy_no: `YL${++made}`,
    from_on,
    to_on: addDays(yearAfter(from_on), -1),
    per_person_limit: '400000',
    file,
    ...more,
  };
};
const uploaded = async () => {
  const url = `/storage/private/test/policy-${++made}.png`;
  await app.db.query(sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, user_id)
    select ${url}, 'p.png', 1, 'image/png', ${url}, ${url}, true, user_id from enterprise_person where enterprise_id = ${agency} and user_id is not null limit 1`);
  return url;
};
const handIn = async (more: Record<string, unknown> = {}) => {
  const answer = await owner.post<{ id: number }>(own('add'), form({ file: await uploaded(), ...more }));
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
};
const stored = (id: number) =>
  app.db.row(sql`select status, verification, validity, insurer, to_on::text from insurance_policy where id = ${id}`);
const done = async (who: Client, path: string, body: object) => {
  const answer = await who.post(path, body);
  expect(answer.code, answer.msg).toBe(1);
};

test('impossible terms are refused at their field', async () => {
  const refused = async (more: Record<string, unknown>) => errorsOf(await owner.post(own('add'), form(more)));
  expect(await refused({ per_person_limit: '199999.99' })).toEqual({
    per_person_limit: ['每人责任限额不得低于20万元'],
  });
  expect(await refused({ to_on: addDays(today, -10) })).toEqual({ to_on: ['结束时间必须晚于开始时间'] });
  expect(await refused({ to_on: addDays(today, 100) })).toEqual({ to_on: ['旅行社责任保险的保险期间为一年'] });
  expect(await refused({ per_person_limit: null })).toHaveProperty('per_person_limit');
  expect(await refused({ file: null })).toHaveProperty('file');
  const forged = await handIn({ verification: 'verified', validity: 'valid' });
  expect(await stored(forged)).toMatchObject({ verification: 'unverified', validity: null });
});

test('is submitted, found to differ, corrected and verified, invisible to others', async () => {
  const id = await handIn();
  expect(await stored(id)).toMatchObject({ status: 'pending', verification: 'unverified', validity: null });
  expect((await other.post(own('add'), form({ file: await uploaded() }))).code).toBe(0);
  expect((await owner.post(own('verify'), { id })).status).toBe(404);
  const bench = await county.get<{ todo: { resource: string; count: number }[] }>('/admin/dashboard/dashboard');
  expect(bench.data.todo.find((one) => one.resource === 'insurance/policy')?.count).toBeGreaterThan(0);
  await done(county, office('mismatch'), { id, reason: '保险公司名称与保单不一致' });
  expect(await stored(id)).toMatchObject({ status: 'returned', verification: 'mismatch' });
  const inbox = await owner.get<{ list: { label: string }[] }>('/api/message.notice/index');
  expect(inbox.data.list[0]?.label).toBe('保单核验不一致');
  await done(owner, own('edit'), { id, insurer: '高原财产保险' });
  await done(owner, own('submit'), { id });
  await done(county, office('verify'), { id });
  expect(await stored(id)).toMatchObject({
    status: 'valid',
    verification: 'verified',
    validity: 'valid',
    insurer: '高原财产保险',
  });
});

test('once verified it changes by request only, and stays valid meanwhile', async () => {
  const id = await handIn();
  await done(county, office('verify'), { id });
  const before = await stored(id);
  expect((await owner.post(own('edit'), { id, insurer: '别家' })).code).toBe(0);
  expect(errorsOf(await owner.post(own('change'), { id, insurer: '别家' }))).toHaveProperty('file');
  const low = await owner.post(own('change'), { id, per_person_limit: '100000', file: await uploaded() });
  expect(errorsOf(low)).toEqual({ per_person_limit: ['每人责任限额不得低于20万元'] });
  await done(owner, own('change'), { id, insurer: '别家', file: await uploaded() });
  expect(await stored(id)).toEqual({ ...before, status: 'changing' });
  await done(county, office('refuseChange'), { id, reason: '未附保险公司批单' });
  expect(await stored(id)).toEqual(before);
  await done(owner, own('change'), { id, insurer: '别家', file: await uploaded() });
  await done(county, office('verifyChange'), { id });
  expect(await stored(id)).toEqual({ ...before, insurer: '别家' });
});

test('a number is unique per insurer, also under concurrent calls; cancelled, it is free', async () => {
  const same = form({ policy_no: 'ONCE-1' });
  const answers = await Promise.all(Array.from({ length: 4 }, () => county.post<{ id: number }>(office('add'), same)));
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  const id = answers.find(({ code }) => code === 1)?.data.id ?? 0;
  expect(await stored(id), 'entered by an officer').toMatchObject({ status: 'valid', verification: 'verified' });
  expect((await county.post(office('add'), { ...same, insurer: '别家' })).code).toBe(1);
  await done(county, office('cancel'), { id, reason: '投保人已退保' });
  expect(await stored(id)).toMatchObject({ status: 'cancelled', validity: null });
  expect((await county.post(office('add'), same)).code).toBe(1);
});

test('becomes valid, expiring and expired by date, with one notice each', async () => {
  const from_on = addDays(today, 5);
  const { data } = await county.post<{ id: number }>(office('add'), form({ from_on }));
  const on = async (day: string) => {
    await refreshPolicyValidity(app.engine, day);
    return (await stored(data.id))?.validity;
  };
  const end = addDays(yearAfter(from_on), -1);
  const days = [today, from_on, addDays(end, -31), addDays(end, -30), end, addDays(end, 1)];
  const seen: unknown[] = [];
  for (const day of days) seen.push(await on(day));
  expect(seen).toEqual(['upcoming', 'valid', 'valid', 'expiring', 'expiring', 'expired']);
  const events = await app.db.rows<{ name: string }>(
    sql`select name from event where resource = 'insurance/policy' and row_id = ${data.id} and name like '%valid' or row_id = ${data.id} and name like '%expir%' order by id`,
  );
  expect(events.map(({ name }) => name)).toEqual(
    ['valid', 'expiring', 'expired'].map((one) => `insurance/policy.${one}`),
  );
  await refreshPolicyValidity(app.engine, today);
});

test('an agency without insurance today sees it on its page', async () => {
  const uninsured = await activeEnterprise(app.engine, await app.officer('admin'), { ent_type: 'agency' });
  const member = await app.member('uninsured_owner');
  await placePerson(app.db, uninsured, member);
  const client = await app.client({ member: 'uninsured_owner' });
  const line = async () => {
    const { data } = await client.get<{ todo: { title: string; count: number }[] }>('/api/account/overview');
    return data.todo.find(({ title }) => title === '今日没有有效责任险的旅行社')?.count ?? 0;
  };
  expect(await line()).toBe(1);
  const later = form({ enterprise_id: uninsured, from_on: addDays(today, 1) });
  await done(county, office('add'), later);
  expect(await line(), 'not insured before it begins').toBe(1);
  await done(county, office('add'), form({ enterprise_id: uninsured }));
  expect(await line()).toBe(0);
});

test('lapsed cover is found, demanded by officers, and restored by the next policy', async () => {
  const uncovered = await activeEnterprise(app.engine, await app.officer('admin'), {
    ent_type: 'agency',
    area_code: (await app.officer('county1')).areaCode,
  });
  await placePerson(app.db, uncovered, await app.member('uncovered_owner'));
  const client = await app.client({ member: 'uncovered_owner' });
  const update = (day?: string) =>
    app.db.transaction((tx) =>
      updateAgencyCoverage(app.engine, tx, { of: [uncovered], ...(day ? { today: day } : {}) }),
    );
  const row = async () =>
    (await county.get<{ list: Record<string, unknown>[] }>('/admin/insurance.coverage/index')).data.list.find(
      ({ enterprise_id }) => enterprise_id === uncovered,
    );
  const [id] = await update();
  expect(await row()).toMatchObject({ id, status: 'gap', gap_from: today, covered_to: null });
  expect(await update(), 'found once').toEqual([]);
  const demand = { id, words: '责任险已断保，请投保', cover_by: addDays(today, 5) };
  expect(
    errorsOf(await county.post('/admin/insurance.coverage/urge', { ...demand, cover_by: addDays(today, -1) })),
  ).toEqual({ cover_by: ['不能早于今天'] });
  await done(county, '/admin/insurance.coverage/urge', demand);
  const notices = await app.db.rows<{ template_code: string }>(
    sql`select n.template_code from message_notice n where n.resource = 'insurance/coverage' and n.row_id = ${id ?? 0} order by n.id`,
  );
  expect(notices.map((one) => one.template_code)).toEqual(['cover_lapsed', 'cover_urged']);
  expect((await client.post('/api/insurance.coverage/urge', demand)).code).not.toBe(1);
  // three policies, one after the other; the third leaves a day uncovered
  const first = addDays(today, -300);
  const [second, third] = [yearAfter(first), addDays(yearAfter(yearAfter(first)), 1)];
  for (const from_on of [first, second, third])
    await done(county, office('add'), form({ enterprise_id: uncovered, from_on, premium: '1000' }));
  expect(await row()).toMatchObject({
    status: 'covered',
    gap_from: null,
    next_from: third,
    covered_to: addDays(third, -2),
    premiums: '3000.00',
    cover_by: null,
    paid_share: 0,
  });
  expect(await update(addDays(third, -1)), 'the day between').toEqual([id]);
  expect(await row()).toMatchObject({ status: 'gap', gap_from: addDays(third, -1) });
  expect(await updateAllAgencyCoverage(app.engine), 'the nightly job finds it, once').toBe(0);
  expect(await row()).toMatchObject({ status: 'covered', gap_from: null });
  expect(await updateAllAgencyCoverage(app.engine, { today: addDays(third, -1) })).toBeGreaterThanOrEqual(1);
  expect(await row()).toMatchObject({ status: 'gap' });
  await updateAllAgencyCoverage(app.engine);
});

describe('an incident', () => {
  const claims = (action: string) => `/api/insurance.claim/${action}`;
  const event = (day: string) => Date.parse(`${day}T10:00:00+08:00`) / 1000;
  const report = (policy_id: number, more: object = {}) => ({
    policy_id,
    report_no: `BA${++made}`,
    summary: '大巴追尾，两名游客受伤',
    injured: 2,
    amount_claimed: '30000',
    event_at: event(addDays(today, -2)),
    ...more,
  });

  test("is within its policy's days, and paid no more than claimed", async () => {
    const id = await handIn();
    await done(county, office('verify'), { id });
    const refused = async (more: object) => errorsOf(await owner.post(claims('add'), report(id, more)));
    expect(await refused({ event_at: event(addDays(today, -11)) })).toEqual({
      event_at: [expect.stringMatching(/^出险时间不在保险期间 \d{4}-\d\d-\d\d 至 \d{4}-\d\d-\d\d 内$/)],
    });
    expect(await refused({ event_at: event(addDays(today, 2)) })).toEqual({ event_at: ['出险时间不能晚于现在'] });
    expect((await other.post(claims('add'), report(id))).code).toBe(0);
    const { data } = await owner.post<{ id: number }>(claims('add'), report(id));
    for (const move of ['file', 'assess']) await done(owner, claims(move), { id: data.id });
    expect(errorsOf(await owner.post(claims('pay'), { id: data.id, amount_paid: '30000.01' }))).toEqual({
      amount_paid: ['赔付金额不得超过索赔金额 30000.00 元'],
    });
    await done(owner, claims('pay'), { id: data.id, amount_paid: '28000' });
    const { row } = (await county.get<{ row: Record<string, unknown> }>(office('edit'), { id })).data;
    expect(row).toMatchObject({ claimed: '30000.00', paid: '28000.00' });
  });

  test('cannot be claimed under a withdrawn policy', async () => {
    const id = await handIn();
    await done(owner, own('withdraw'), { id });
    expect(errorsOf(await owner.post(claims('add'), report(id)))).toHaveProperty('policy_id');
  });
});
