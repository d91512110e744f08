import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import type { RewardPolicyUptake } from '../contract/reward-policy-budget-agencies-and-guest-origins-answer-type.ts';

/** From policy to payment: who may claim, the amount, and that nothing is paid twice or beyond the budget. */
let app: TestApp;
let county: Client;
let city: Client;
const area = '530102';
beforeAll(async () => {
  app = await startApp();
  [county, city] = [await app.client({ officer: 'county1' }), await app.client({ officer: 'city' })];
}, 120_000);
afterAll(() => app.close());

const errorsOf = (answer: WireAnswer) => (answer.data as { errors?: Record<string, string[]> } | null)?.errors ?? {};
const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};
let n = 0;

async function agency(credit: string | null = 'B'): Promise<{ id: number; member: Client }> {
  n += 1;
  const row = await app.db.row<{ id: number }>(sql`
    insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, credit_grade, status)
    values (${`奖励旅行社${n}`}, ${`91530102MA6K${String(n).padStart(6, '0')}`}, 'agency', '甲', '13800000001', '乙', '13800000002', ${area}, '路 1 号', ${credit}, 'active')
    returning id`);
  const id = row?.id ?? 0;
  const caller = await app.member(`rewardowner${n}`);
  await placePerson(app.db, id, caller);
  return { id, member: await app.client({ member: `rewardowner${n}` }) };
}

interface Given {
  guests: readonly string[];
  from?: string;
  nights?: number;
  /** Its last day. */
  until?: string;
  status?: string;
}
/** A finished team with tourists of these ID numbers. */
async function team(
  agencyId: number,
  { guests, nights = 2, status = 'finished', until = '18:00:00', ...given }: Given,
): Promise<number> {
  n += 1;
  const from = given.from ?? addDays(shanghaiToday(), -6);
  const row = await app.db.row<{ id: number }>(sql`
    insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, tourist_count, total_fee,
      emergency_contact, emergency_mobile, status)
    values (${`T5301${n}`}, ${agencyId}, 'province', ${`${from}T08:00:00+08:00`}::timestamptz,
      ${`${addDays(from, nights)}T${until}+08:00`}::timestamptz, ${area}, '{}', ${guests.length}, 100000, '丙', '13800000003', ${status})
    returning id`);
  const id = row?.id ?? 0;
  await app.db.query(sql`
    insert into travel_tourist (itinerary_id, name, id_type, id_no, source_area, weigh)
    select ${id}, '游客' || g, 'id_card', jsonb_build_object('hash', g, 'mask', '5101**********' || lpad(o::text, 4, '0')), '510100', o
    from unnest(${guests as string[]}::text[]) with ordinality u (g, o)`);
  return id;
}
const people = (from: number, count: number) => Array.from({ length: count }, (_, at) => `p${from + at}`);

async function openPolicy(given: object = {}): Promise<number> {
  n += 1;
  const { id } = ok(
    await city.post<{ id: number }>('/admin/reward.policy/add', {
      name: `引客入昆 ${n}`,
      doc_no: `昆文旅发〔2026〕${n}号`,
      budget: '100000.00',
      eligible: ['agency'],
      area_code: '530100',
      starts_on: addDays(shanghaiToday(), -30),
      ends_on: addDays(shanghaiToday(), 30),
      declare_hours: 0,
      apply_days: 20,
      rules: [{ kind: 'overnight', min_pax: 30, min_nights: 1, unit: 'person_night', amount: '10.00' }],
      ...given,
    }),
  );
  ok(await city.post('/admin/reward.policy/publish', { id }));
  return id;
}

async function claim(one: { id: number; member: Client }, policy_id: number, teams: number[]): Promise<number> {
  const form = { policy_id, enterprise_id: one.id, kind: 'overnight', teams };
  return ok(await one.member.post<{ id: number }>('/api/reward.application/add', form)).id;
}
const apply = (one: { member: Client }, id: number) => one.member.post('/api/reward.application/apply', { id });
const stored = (id: number) =>
  app.db.row<{ status: string; pax: number; amount: number; claimed: number }>(
    sql`select status, pax, amount::int as amount, claimed::int as claimed, recovered::int as recovered,
      to_recover::int as to_recover from reward_application where id = ${id}`,
  );

test('unmet conditions of credit or days are reported while the application is being written', async () => {
  const one = await agency('C');
  const policy_id = await openPolicy({ credit: 'B' });
  const late = await team(one.id, {
    guests: people(74_000, 34),
    from: addDays(shanghaiToday(), 60),
    status: 'confirmed',
  });
  const query = { policy_id, enterprise_id: one.id };
  const result = async (who: Client, side: string, more: object = {}) =>
    who.get<{ list: { field: string; message: string }[] }>(`/${side}/reward.application/fit`, { ...query, ...more });
  expect(ok(await result(one.member, 'api')).list).toEqual([
    { field: 'policy_id', message: '企业信用等级为 C，政策要求不低于 B' },
  ]);
  expect(ok(await result(one.member, 'api', { teams: String(late) })).list).toEqual([
    expect.objectContaining({ field: 'policy_id' }),
    { field: 'teams', message: expect.stringMatching(/^团队“\S+ · \d{4}-\d\d-\d\d”于 .*不在政策期限/) },
  ]);
  const repeated = `policy_id=${policy_id}&enterprise_id=${one.id}&teams=${late}&teams=${late}`;
  expect(ok(await one.member.get<{ list: object[] }>(`/api/reward.application/fit?${repeated}`)).list).toHaveLength(2);
  expect(ok(await result(city, 'admin')).list).toHaveLength(1);
  // nothing is disclosed about another enterprise
  const stranger = await agency();
  expect((await result(stranger.member, 'api')).code).toBe(0);
  for (const teams of ['x', '1;2', '-1', '9'.repeat(30), Array.from({ length: 201 }, (_, place) => place + 1).join()])
    expect((await result(one.member, 'api', { teams })).code, teams.slice(0, 20)).toBe(0);
});

test('a draft is visible only to its applicant, not to officers, and is deleted instead of withdrawn', async () => {
  const one = await agency();
  const policy_id = await openPolicy();
  const id = await claim(one, policy_id, [await team(one.id, { guests: people(71_000, 34) })]);
  const superior = await app.client({ officer: 'admin' });
  const at = (action: string) => `/admin/reward.application/${action}`;
  const no = String((await app.db.row<{ no: string }>(sql`select no from reward_application where id = ${id}`))?.no);
  const search = [{ field: 'enterprise_id', operator: '=', val: one.id }];
  const met = async (who: Client) => ({
    listed: ok(await who.get<{ list: { id: number }[]; total: number }>(at('index'), { search })).total,
    read: (await who.get(at('edit'), { id })).code,
    story: (await who.get(at('timeline'), { id })).code,
    edited: (await who.post(at('edit'), { id, remark: '代为填写' })).code,
    chosen: ok(await who.get<{ list: object[] }>(at('index'), { select: true, initKey: 'id', initValue: id })).list
      .length,
    found: ok(await who.get<{ total: number }>(at('index'), { quickSearch: no, search })).total,
    counted: ok(await who.get<{ list: object[] }>(at('measure'), { measure: 'guests', by: 'status', search })).list
      .length,
  });
  const nothing = { listed: 0, read: 0, story: 0, edited: 0, chosen: 0, found: 0, counted: 0 };
  for (const who of [county, city, superior]) expect(await met(who)).toEqual(nothing);
  const exported = await superior.post<{ url: string }>(at('export'), { format: 'csv', columns: ['no'], search });
  expect(exported.text).not.toContain(no);
  // its own people see it, and cannot withdraw it
  expect((await one.member.get('/api/reward.application/edit', { id })).code).toBe(1);
  expect((await one.member.post('/api/reward.application/withdraw', { id })).data).toMatchObject({
    reason: 'bad_transition',
  });
  ok(await one.member.post('/api/reward.application/del', { ids: [id] }));
  expect(await stored(id)).toBeUndefined();
  // entries of an officer, and submitted ones, are visible to the office
  const next = await claim(one, policy_id, [await team(one.id, { guests: people(72_000, 34) })]);
  ok(await apply(one, next));
  expect((await superior.get(at('edit'), { id: next })).code).toBe(1);
  ok(await one.member.post('/api/reward.application/withdraw', { id: next }));
  expect((await stored(next))?.status).toBe('withdrawn');
  const form = {
    policy_id,
    enterprise_id: one.id,
    kind: 'overnight',
    teams: [await team(one.id, { guests: people(73_000, 34) })],
  };
  const put = ok(await city.post<{ id: number }>(at('add'), form)).id;
  expect((await city.get(at('edit'), { id: put })).code).toBe(1);
});

const endPublicity = (id: number) =>
  app.db.query(sql`update reward_application set publicity_until = ${addDays(shanghaiToday(), -1)} where id = ${id}`);

/** Results of the latest run of the checks. */
async function checksOf(id: number, code: string) {
  const search = [
    { field: 'application_id', operator: '=', val: id },
    { field: 'code', operator: '=', val: code },
  ];
  const { list } = ok(await city.get<{ list: { round: number }[] }>('/admin/reward.check/index', { search }));
  const last = Math.max(...list.map(({ round }) => round));
  return list.filter(({ round }) => round === last);
}

test('an application is submitted, checked, reviewed by two officers, published and paid', async () => {
  const one = await agency();
  const policy = await openPolicy();
  const id = await claim(one, policy, [await team(one.id, { guests: people(1, 34) })]);
  ok(await apply(one, id));
  expect(await stored(id)).toMatchObject({ status: 'first_review', pax: 34, claimed: 68_000, amount: 68_000 });
  const { list } = ok(
    await county.get<{ list: { code: string; result: string }[] }>('/admin/reward.check/index', {
      search: [{ field: 'application_id', operator: '=', val: id }],
    }),
  );
  expect(list.map(({ code, result }) => [code, result])).toContainEqual(['list', 'pass']);
  expect(errorsOf(await county.post('/admin/reward.application/pass', { id, granted: '700.00' }))).toHaveProperty(
    'granted',
  );
  ok(await county.post('/admin/reward.application/pass', { id, granted: '600.00' }));
  ok(await city.post('/admin/reward.application/confirm', { id }));
  const early = await city.post('/admin/reward.application/approve', { id });
  expect([early.code, early.msg]).toEqual([0, expect.stringContaining('公示期')]);
  await endPublicity(id);
  ok(await city.post('/admin/reward.application/approve', { id }));
  ok(await city.post('/admin/reward.application/pay', { id, paid_on: shanghaiToday(), payment_no: 'BF-1' }));
  expect(await stored(id)).toMatchObject({ status: 'paid', amount: 60_000 });
  const shown = ok(
    await city.get<{ row: { reserved: string; paid: string } }>('/admin/reward.policy/edit', { id: policy }),
  );
  expect(shown.row).toMatchObject({ reserved: '600.00', paid: '600.00' });
});

test('the two reviewers must differ, even if one holds both rights', async () => {
  const one = await agency();
  const id = await claim(one, await openPolicy(), [await team(one.id, { guests: people(100, 30) })]);
  ok(await apply(one, id));
  const chief = await app.client({ officer: 'admin' });
  ok(await chief.post('/admin/reward.application/pass', { id }));
  const again = await chief.post('/admin/reward.application/confirm', { id });
  expect(again.code).toBe(0);
  expect(errorsOf(again).granted?.[0]).toContain('不能为同一人');
  // nor may the person who submitted it for the enterprise review it
  const other = await claim(one, await openPolicy(), [await team(one.id, { guests: people(6500, 30) })]);
  await app.db.query(sql`delete from enterprise_person where enterprise_id = ${one.id}`);
  ok(await chief.post('/admin/reward.application/apply', { id: other }));
  expect(errorsOf(await chief.post('/admin/reward.application/pass', { id: other })).granted?.[0]).toContain(
    '他人审核',
  );
  ok(await county.post('/admin/reward.application/pass', { id: other }));
});

test('29 guests are too few for 30, and a guest of an earlier application is named', async () => {
  const [first, second] = [await agency(), await agency()];
  const policy = await openPolicy();
  const few = await claim(first, policy, [await team(first.id, { guests: people(200, 29) })]);
  expect(errorsOf(await apply(first, few)).teams?.[0]).toContain('29');
  const whole = await claim(first, policy, [await team(first.id, { guests: people(300, 30) })]);
  ok(await apply(first, whole));
  const again = await claim(second, policy, [await team(second.id, { guests: ['p300', ...people(400, 29)] })]);
  const answer = await apply(second, again);
  expect(errorsOf(answer).teams?.join()).toMatch(/计奖 29 人.*游客p300 已在 JL/);
  expect((await stored(again))?.status).toBe('draft');
  // one ineligible tourist is left out if enough others are left, and the reviewer sees the name
  const enough = await claim(second, policy, [await team(second.id, { guests: ['p300', ...people(400, 30)] })]);
  ok(await apply(second, enough));
  expect(await stored(enough)).toMatchObject({ pax: 30, claimed: 60_000 });
  expect(await checksOf(enough, 'duplicate')).toEqual([
    expect.objectContaining({
      result: 'fail',
      against: `reward/application:${whole}`,
      evidence: expect.stringContaining('游* → JL'),
    }),
  ]);
});

test('counts by others are compared with the list, and a list without counts is doubtful', async () => {
  const one = await agency(null);
  const policy = await openPolicy();
  const trip = await team(one.id, { guests: people(5000, 40) });
  const id = await claim(one, policy, [trip]);
  ok(await apply(one, id));
  for (const code of ['lodging', 'gate', 'plates', 'invoices', 'credit'])
    expect(await checksOf(id, code), code).toEqual([expect.objectContaining({ result: 'warn', lacking: '1' })]);
  expect(await checksOf(id, 'surnames')).toMatchObject([{ result: 'warn', found: '40' }]);
  expect(await checksOf(id, 'outside')).toMatchObject([{ result: 'pass', found: '100%' }]);
  const from = addDays(shanghaiToday(), -6);
  const { team_no } = (await app.db.row<{ team_no: string }>(
    sql`select team_no from travel_itinerary where id = ${trip}`,
  )) ?? { team_no: '' };
  const counted = { team_no, given_by: '石林景区', area_code: area };
  for (const [kind, on_date, place, people_] of [
    ['lodging', from, '石林酒店', 40],
    ['lodging', addDays(from, 1), '大理酒店', 38],
    ['gate', from, '石林', 44],
    ['gate', addDays(from, 1), '九乡', 45],
  ] as const)
    ok(await county.post('/admin/reward.record/add', { ...counted, kind, on_date, place, people: people_ }));
  ok(await county.post('/admin/reward.application/recheck', { id }));
  expect(await checksOf(id, 'lodging')).toMatchObject([{ result: 'pass', expected: '40', found: '38', lacking: '0' }]);
  expect(await checksOf(id, 'gate')).toMatchObject([
    { result: 'pass', found: '44' },
    { result: 'fail', found: '45', evidence: expect.stringContaining('九乡') },
  ]);
});

test('a policy is for enterprises of its areas with sufficient credit', async () => {
  const [poor, unrated] = [await agency('C'), await agency(null)];
  const policy = await openPolicy({ credit: 'B' });
  const errorsFor = async (policy_id: number, teams: number[]) =>
    errorsOf(
      await poor.member.post('/api/reward.application/add', {
        policy_id,
        enterprise_id: poor.id,
        kind: 'overnight',
        teams,
      }),
    );
  const own = await team(poor.id, { guests: people(5200, 30) });
  // reported when the form is saved, not after everything has been filled in
  expect((await errorsFor(policy, [own])).policy_id?.[0]).toContain('不低于 B');
  // a rating that fell meanwhile is reported at submission
  const fallen = await claim(unrated, policy, [await team(unrated.id, { guests: people(5450, 30) })]);
  await app.db.query(sql`update enterprise set credit_grade = 'D' where id = ${unrated.id}`);
  expect(errorsOf(await apply(unrated, fallen)).policy_id?.[0]).toContain('不低于 B');
  await app.db.query(sql`update enterprise set credit_grade = null where id = ${unrated.id}`);
  const ratedBefore = await claim(unrated, policy, [await team(unrated.id, { guests: people(5300, 30) })]);
  ok(await apply(unrated, ratedBefore));
  const far = await app.db.row<{ id: number }>(sql`select id from system_area where code = '532900'`);
  const elsewhere = await openPolicy({ areas: [far?.id] });
  expect((await errorsFor(elsewhere, [own])).policy_id?.[0]).toContain('地区');
  // offered to the types it applies to
  const shops = await openPolicy({ eligible: ['shop'] });
  const offered = async (client: Client, side = 'api') => {
    const { list } = ok(
      await client.get<{ list: { id: number; claims: boolean }[] }>(`/${side}/reward.policy/promises`),
    );
    return [policy, elsewhere, shops].map((id) => list.find((one) => one.id === id)?.claims);
  };
  expect(await offered(unrated.member)).toEqual([true, false, false]);
  expect(await offered(poor.member)).toEqual([false, false, false]);
  expect(await offered(city, 'admin')).toEqual([false, false, false]);
});

test('an objection during the approval of a reward either stops it or is too late', async () => {
  const one = await agency();
  const policy = await openPolicy();
  const id = await claim(one, policy, [await team(one.id, { guests: people(5900, 30) })]);
  ok(await apply(one, id));
  ok(await county.post('/admin/reward.application/pass', { id }));
  ok(await city.post('/admin/reward.application/confirm', { id }));
  await endPublicity(id);
  const approve = () => city.post('/admin/reward.application/approve', { id });
  const form = { application_id: id, name: '李四', mobile: '13900000002', reason: '该团实际只有十余人入住酒店' };
  // an objection entered by an officer stops the reward once committed, and the approval comes in between
  const meanwhile = await app.db.transaction(async (tx) => {
    await tx.query(sql`select from reward_application where id = ${id} for share`);
    await tx.query(sql`insert into reward_objection (application_id, name, mobile, reason, source, status)
      values (${id}, '王五', '{"hash":"o","mask":"139****0003"}'::jsonb, '同一批游客另报一团', 'officer', 'open')`);
    const approval = approve();
    await sleep(500);
    return { approval };
  });
  expect(JSON.stringify((await meanwhile.approval).data)).toContain('异议');
  expect((await stored(id))?.status).toBe('publicity');
  await app.db.query(sql`update reward_objection set status = 'dismissed' where application_id = ${id}`);
  const [approved, objected] = await Promise.all([approve(), city.post('/admin/reward.objection/add', form)]);
  expect([approved.code, objected.code].toSorted()).toEqual([0, 1]);
});

test('an upheld objection suspends a reward, and a clawed-back one bars the enterprise until it is repaid', async () => {
  const one = await agency();
  const policy = await openPolicy();
  const id = await claim(one, policy, [await team(one.id, { guests: people(5500, 30) })]);
  ok(await apply(one, id));
  ok(await county.post('/admin/reward.application/pass', { id }));
  ok(await city.post('/admin/reward.application/confirm', { id }));
  await endPublicity(id);
  const form = { application_id: id, name: '李四', mobile: '13900000001', reason: '该团实际只有十余人入住酒店' };
  const objection = ok(await city.post<{ id: number }>('/admin/reward.objection/add', form)).id;
  expect((await city.post('/admin/reward.objection/add', form)).code).toBe(0);
  expect(JSON.stringify((await city.post('/admin/reward.application/approve', { id })).data)).toContain('异议');
  ok(await city.post('/admin/reward.objection/uphold', { id: objection, reply: '酒店登记确为十二人' }));
  expect((await stored(id))?.status).toBe('objection');
  ok(await city.post('/admin/reward.application/dismiss', { id, reason: '补充材料后查明人数相符' }));
  await endPublicity(id);
  ok(await city.post('/admin/reward.application/approve', { id }));
  const act = (move: string, more: object) => city.post(`/admin/reward.application/${move}`, { id, ...more });
  const granted = Number((await stored(id))?.amount);
  const yuan = (cents: number) => (cents / 100).toFixed(2);
  // the county, which reviews first, cannot undo the approval of the prefecture
  expect((await county.post('/admin/reward.application/reject', { id, reason: '其中一人未成行' })).code).toBe(0);
  expect(errorsOf(await act('reduce', { granted: yuan(granted), reason: '其中一人未成行' })).granted?.[0]).toContain(
    '低于',
  );
  ok(await act('reduce', { granted: yuan(granted - 4000), reason: '其中一人未成行' }));
  ok(await act('pay', { paid_on: shanghaiToday(), payment_no: 'BF-1' }));
  const reason = '查实名单为虚报';
  for (const [to_recover, why] of [
    [yuan(granted), '不得高于'],
    ['0.00', '大于零'],
  ] as const)
    expect(errorsOf(await act('clawBack', { to_recover, reason })).to_recover?.[0]).toContain(why);
  // a partial clawback: until it is repaid the budget is not available to others, and the rest stays paid
  ok(await act('clawBack', { to_recover: yuan(1000), reason }));
  const reservation = async () =>
    (await city.get<{ row: { reserved: string; paid: string } }>('/admin/reward.policy/edit', { id: policy })).data.row;
  expect(await reservation()).toMatchObject({ reserved: yuan(granted - 4000), paid: yuan(granted - 4000) });
  ok(await act('recover', { recovered_on: shanghaiToday(), recovery_no: 'JK-0' }));
  expect(await stored(id)).toMatchObject({ status: 'paid', amount: granted - 5000, recovered: 1000, to_recover: null });
  expect(await reservation()).toMatchObject({ reserved: yuan(granted - 5000), paid: yuan(granted - 5000) });
  ok(await act('clawBack', { reason }));
  const next = await claim(one, policy, [await team(one.id, { guests: people(5600, 30) })]);
  expect(errorsOf(await apply(one, next)).policy_id?.[0]).toContain('未缴回');
  ok(await city.post('/admin/reward.application/recover', { id, recovered_on: shanghaiToday(), recovery_no: 'JK-1' }));
  expect(await stored(id)).toMatchObject({
    status: 'recovered',
    amount: 0,
    recovered: granted - 4000,
    to_recover: null,
  });
  ok(await apply(one, next));
  expect(await checksOf(next, 'clawed')).toMatchObject([{ result: 'warn', against: `reward/application:${id}` }]);
});

test('a reward found to be unjustified before payment is reduced to zero, and its part of the budget is released', async () => {
  const one = await agency();
  const policy = await openPolicy();
  const id = await claim(one, policy, [await team(one.id, { guests: people(5700, 30) })]);
  ok(await apply(one, id));
  ok(await county.post('/admin/reward.application/pass', { id }));
  ok(await city.post('/admin/reward.application/confirm', { id }));
  await endPublicity(id);
  ok(await city.post('/admin/reward.application/approve', { id }));
  ok(await city.post('/admin/reward.application/reduce', { id, granted: '0.00', reason: '查实整团未成行' }));
  expect(await stored(id)).toMatchObject({ status: 'rejected', amount: 0 });
  const { row } = (await city.get<{ row: { reserved: string | null } }>('/admin/reward.policy/edit', { id: policy }))
    .data;
  expect(Number(row.reserved ?? 0)).toBe(0);
});

test('an insufficient budget refuses the reward instead of paying a part, unless the policy allows that', async () => {
  const one = await agency();
  const guests = people(500, 60);
  const strict = await openPolicy({ budget: '1000.00' });
  const id = await claim(one, strict, [await team(one.id, { guests })]);
  expect(errorsOf(await apply(one, id)).policy_id).toEqual([
    expect.stringMatching(/^预算不足：余 1000\.00 元，申报 \d+\.\d\d 元$/),
  ]);
  const partial = await openPolicy({ budget: '1000.00', partial: '1' });
  const other = await claim(one, partial, [await team(one.id, { guests: people(600, 60) })]);
  ok(await apply(one, other));
  expect(await stored(other)).toMatchObject({ claimed: 120_000, amount: 100_000 });
});

/** A random day on which agencies all apply at once: their guests, and the size of the budget. */
const rush = fc.record({
  budget: fc.integer({ min: 1, max: 6 }),
  partial: fc.boolean(),
  /** Per agency: the first of a hundred people on its list of thirty-two. */
  first: fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 4, maxLength: 6 }),
});

test('simultaneous applications never exceed a budget or reward one trip twice', async () => {
  const agencies = await Promise.all(Array.from({ length: 6 }, () => agency()));
  let world = 0;
  await fc.assert(
    fc.asyncProperty(rush, async ({ budget, partial, first }) => {
      world += 1;
      const policy = await openPolicy({ budget: `${budget * 600}.00`, partial: partial ? '1' : '0' });
      const claims: { one: (typeof agencies)[number]; id: number }[] = [];
      for (const [at, from] of first.entries()) {
        const one = agencies[at] as (typeof agencies)[number];
        const guests = Array.from({ length: 32 }, (_, n) => `w${world}-${from + n}`);
        claims.push({ one, id: await claim(one, policy, [await team(one.id, { guests })]) });
      }
      const answers = await Promise.all(claims.map(({ one, id }) => apply(one, id)));
      const rows = await app.db.rows<{ id: number; pax: number; amount: number; claimed: number }>(sql`
        select id, pax, amount::int as amount, claimed::int as claimed from reward_application where policy_id = ${policy} and status = 'first_review'`);
      expect(rows).toHaveLength(answers.filter(({ code }) => code === 1).length);
      expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBeLessThanOrEqual(budget * 60_000);
      for (const row of rows) expect(row.amount === row.claimed || partial).toBe(true);
      // paid guests equal the people on the accepted lists
      const people = await app.db.row<{ n: number }>(sql`
        select count(distinct t.id_no->>'hash')::int as n from reward_application a join travel_tourist t on t.itinerary_id = any(a.teams)
        where a.policy_id = ${policy} and a.status = 'first_review'`);
      expect(rows.reduce((sum, row) => sum + row.pax, 0)).toBeLessThanOrEqual(people?.n ?? 0);
    }),
    { numRuns: 6 },
  );
});

test('a team is declared in time, claimed after its end and not too late, and in one application', async () => {
  const one = await agency();
  const policy = await openPolicy({ declare_hours: 24 });
  const begun = await claim(one, policy, [await team(one.id, { guests: people(3000, 30) })]);
  expect(errorsOf(await apply(one, begun)).teams?.[0]).toContain('报备');
  const late = await one.member.post('/api/reward.application/declare', { id: begun });
  expect(errorsOf(late).teams?.[0], late.msg).toContain('24');
  const coming = await team(one.id, {
    guests: people(3100, 30),
    from: addDays(shanghaiToday(), 3),
    status: 'confirmed',
  });
  const declared = await claim(one, policy, [coming]);
  ok(await one.member.post('/api/reward.application/declare', { id: declared }));
  expect(errorsOf(await apply(one, declared)).teams?.[0]).toContain('尚未结束');
  const twice = await claim(one, policy, [coming]);
  expect(errorsOf(await one.member.post('/api/reward.application/declare', { id: twice })).teams?.[0]).toContain('JL');
  const open = await openPolicy({ apply_days: 1 });
  const old = await claim(one, open, [
    await team(one.id, { guests: people(3200, 30), from: addDays(shanghaiToday(), -20) }),
  ]);
  expect(errorsOf(await apply(one, old)).teams?.[0]).toContain('1 个工作日');
});

test("nobody claims for another agency's team, and a submitted application cannot be changed", async () => {
  const [one, other] = [await agency(), await agency()];
  const policy = await openPolicy();
  const form = {
    policy_id: policy,
    enterprise_id: one.id,
    kind: 'overnight',
    teams: [await team(other.id, { guests: people(4000, 30) })],
  };
  expect(errorsOf(await one.member.post('/api/reward.application/add', form))).toHaveProperty('teams');
  const edited = await city.post('/admin/reward.policy/edit', { id: policy, budget: '1.00' });
  expect(edited.code).toBe(0);
  const returnedFirst = await claim(one, policy, [await team(one.id, { guests: people(4100, 30) })]);
  ok(await apply(one, returnedFirst));
  ok(await county.post('/admin/reward.application/return', { id: returnedFirst, reason: '请补交住宿发票' }));
  const shown = ok(await city.get<{ row: { reserved: string } }>('/admin/reward.policy/edit', { id: policy }));
  expect(shown.row.reserved).toBe('0.00');
  // an application returned in time may be submitted again after the policy closed, with fewer teams but not with more
  ok(await city.post('/admin/reward.policy/close', { id: policy, reason: '预算已基本用完' }));
  const another = await team(one.id, { guests: people(4200, 30) });
  const more = await one.member.post('/api/reward.application/edit', { id: returnedFirst, teams: [another] });
  expect(errorsOf(more).teams?.[0]).toContain('不能再增加');
  ok(await apply(one, returnedFirst));
  const later = { ...form, policy_id: await openPolicy({ starts_on: shanghaiToday() }), teams: [another] };
  expect(errorsOf(await one.member.post('/api/reward.application/add', later)).teams?.[0]).toContain('不在政策期限');
});

test('any visitor may object to a published reward, once and with a mobile of their own', async () => {
  const one = await agency();
  const id = await claim(one, await openPolicy(), [await team(one.id, { guests: people(6000, 30) })]);
  ok(await apply(one, id));
  const anybody = await app.client('nobody');
  const shown = async () =>
    ok(await anybody.get<{ list: { id: number; amount: string }[] }>('/api/reward.publicity/index')).list.find(
      (row) => row.id === id,
    );
  expect(await shown()).toBeUndefined();
  ok(await county.post('/admin/reward.application/pass', { id }));
  ok(await city.post('/admin/reward.application/confirm', { id }));
  expect(await shown()).toMatchObject({ amount: '600.00', pax: 30 });
  const mobile = '13911112222';
  ok(await anybody.post('/api/Sms/send', { mobile, template_code: 'reward_objection' }));
  const sent = app.engine.smsSink?.list().find((message) => message.mobile === mobile)?.text ?? '';
  const captcha = /\d{6}/.exec(sent)?.[0] ?? '';
  const form = { id, name: '王五', mobile, reason: '当晚酒店只住了八个人，不是三十人' };
  expect(errorsOf(await anybody.post('/api/reward.publicity/object', { ...form, captcha: '1' }))).toHaveProperty(
    'captcha',
  );
  ok(await anybody.post('/api/reward.publicity/object', { ...form, captcha }));
  const objection = await app.db.row<{ id: number }>(
    sql`select max(id) as id from reward_objection where application_id = ${id}`,
  );
  const result = ok(await city.get<{ list: object[] }>('/admin/reward.objection/timeline', { id: objection?.id ?? 0 }));
  expect(result.list).toContainEqual(
    expect.objectContaining({ action: 'add', actor_name: '社会公众', actor_role: '' }),
  );
  expect((await anybody.post('/api/reward.publicity/object', { ...form, captcha })).code).toBe(0);
  const { list } = ok(
    await county.get<{ list: { mobile: string; source: string }[] }>('/admin/reward.objection/index', {
      search: [{ field: 'application_id', operator: '=', val: id }],
    }),
  );
  expect(list).toMatchObject([{ mobile: '139****2222', source: 'page' }]);
});

test('a policy shows the use of its budget and creates its tables', async () => {
  const one = await agency();
  const policy = await openPolicy({ budget: '2000.00' });
  ok(await apply(one, await claim(one, policy, [await team(one.id, { guests: people(6100, 30) })])));
  const result = ok(await city.get<RewardPolicyUptake>('/admin/reward.policy/standing', { id: policy }));
  expect(result.days.at(-1)).toMatchObject({ left: '1400.00', paid: '0.00' });
  expect(result.agencies).toMatchObject([{ id: one.id, pax: 30, nights: 60, amount: '600.00' }]);
  expect(result.sources).toEqual([{ code: '510000', name: '四川省', n: 30 }]);
  for (const name of ['publicityTable', 'paymentTable'])
    for (const [as, begins] of [
      ['pdf', '%PDF'],
      ['xlsx', 'PK'],
    ] as const)
      expect((await city.get(`/admin/reward.policy/${name}`, { id: policy, as })).text.slice(0, 4)).toContain(begins);
  expect(
    (await county.get('/admin/reward.policy/paymentTable', { id: policy })).code,
    'a policy of the prefecture',
  ).toBe(0);
});

test('a team that returns at 24:00 did not stay another night, and its guests may come again the next day', async () => {
  const one = await agency();
  const policy = await openPolicy({ budget: '2000.00' });
  const from = addDays(shanghaiToday(), -6);
  const guests = people(6200, 30);
  const back = await team(one.id, { guests, from, nights: 1, until: '24:00:00' });
  const again = await team(one.id, { guests, from: addDays(from, 2), nights: 1 });
  ok(await apply(one, await claim(one, policy, [back, again])));
  const result = ok(await city.get<RewardPolicyUptake>('/admin/reward.policy/standing', { id: policy }));
  expect(result.agencies).toMatchObject([{ pax: 60, nights: 60, amount: '600.00' }]);
});
