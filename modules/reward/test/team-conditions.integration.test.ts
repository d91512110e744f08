import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';

/** Which of the open policies a team can be rewarded by, and which conditions of the others it does not meet. */
let app: TestApp;
let city: Client;
let member: Client;
let agency = 0;
beforeAll(async () => {
  app = await startApp();
  city = await app.client({ officer: 'city' });
  const row = await app.db.row<{ id: number }>(sql`
    insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, credit_grade, status)
    values ('引客旅行社', '91530102MA6K000001', 'agency', '甲', '13800000001', '乙', '13800000002', '530102', '路 1 号', 'B', 'active')
    returning id`);
  agency = row?.id ?? 0;
  await placePerson(app.db, agency, await app.member('teamowner'));
  member = await app.client({ member: 'teamowner' });
}, 120_000);
afterAll(() => app.close());

const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};
const today = shanghaiToday();
let n = 0;

async function openPolicy(given: object = {}): Promise<number> {
  n += 1;
  const overnight = { kind: 'overnight', min_pax: 30, min_nights: 1, unit: 'person_night', amount: '10.00' };
  const { id } = ok(
    await city.post<{ id: number }>('/admin/reward.policy/add', {
      name: `引客入昆 ${n}`,
      doc_no: `昆文旅发〔2026〕${n}号`,
      budget: '100000.00',
      eligible: ['agency'],
      area_code: '530100',
      starts_on: addDays(today, -30),
      ends_on: addDays(today, 60),
      declare_hours: 0,
      apply_days: 20,
      rules: [overnight],
      ...given,
    }),
  );
  ok(await city.post('/admin/reward.policy/publish', { id }));
  return id;
}

async function team(from: string, { status = 'finished', nights = 2, guests = 34, kind = 'province' } = {}) {
  n += 1;
  const row = await app.db.row<{ id: number }>(sql`
    insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, tourist_count, total_fee,
      emergency_contact, emergency_mobile, status)
    values (${`T5302${n}`}, ${agency}, ${kind}, ${`${from}T08:00:00+08:00`}::timestamptz,
      ${`${addDays(from, nights)}T18:00:00+08:00`}::timestamptz, '530102', '{}', ${guests}, 100000, '丙', '13800000003', ${status})
    returning id`);
  const id = row?.id ?? 0;
  if (status !== 'confirmed')
    await app.db.query(sql`
      insert into travel_tourist (itinerary_id, name, id_type, id_no, source_area, weigh)
      select ${id}, '游客' || o, 'id_card', jsonb_build_object('hash', ${`${id}-`} || o, 'mask', '5101**********' || lpad(o::text, 4, '0')), '510100', o
      from generate_series(1, ${guests}) o`);
  return id;
}

const unmetOf = async (id: number, who = member, side = 'api') => {
  const { list } = ok(
    await who.get<{ list: { id: number; unmet: string[] }[] }>(`/${side}/reward.policy/promises`, { team: id }),
  );
  return new Map(list.map((one) => [one.id, one.unmet]));
};

test('each open policy says which of its conditions a team does not meet', async () => {
  const far = await app.db.row<{ id: number }>(sql`select id from system_area where code = '532900'`);
  const policies = {
    open: await openPolicy(),
    elsewhere: await openPolicy({ areas: [far?.id] }),
    ended: await openPolicy({ ends_on: today }),
    ahead: await openPolicy({ declare_hours: 24 }),
    dayTours: await openPolicy({
      rules: [{ kind: 'day_tour', min_pax: 30, min_nights: 0, unit: 'person', amount: '30.00' }],
    }),
    large: await openPolicy({
      rules: [{ kind: 'overnight', min_pax: 300, min_nights: 1, unit: 'person_night', amount: '10.00' }],
    }),
    spent: await openPolicy(),
  };
  await app.db.query(sql`insert into reward_application (no, policy_id, enterprise_id, kind, teams, amount, claimed, status)
    values ('JL-SPENT', ${policies.spent}, ${agency}, 'overnight', '{}', 10000000, 10000000, 'first_review')`);
  const finished = await unmetOf(await team(addDays(today, -6)));
  const of = (name: keyof typeof policies, unmet = finished) => unmet.get(policies[name]);
  expect(of('open')).toEqual([]);
  expect(of('elsewhere')).toEqual([expect.stringContaining('地区')]);
  expect(of('ahead')).toEqual(['须在出发 24 小时前报备，本团未报备']);
  expect(of('dayTours')).toEqual(['政策奖励的是：一日游']);
  expect(of('large')).toEqual(['本团计奖 34 人 2 夜，未达到任何一档标准']);
  expect(of('spent')).toEqual(['预算已用完']);
  // a team to come: what it has not entered yet is not held against it, its days are known
  const coming = await unmetOf(await team(addDays(today, 5), { status: 'confirmed' }));
  expect([of('open', coming), of('ahead', coming)]).toEqual([[], []]);
  expect(of('ended', coming)).toEqual([expect.stringContaining('不在政策期限')]);
  const day = await unmetOf(await team(addDays(today, -2), { nights: 0 }));
  expect([of('dayTours', day), of('open', day)]).toEqual([[], ['政策奖励的是：过夜游']]);
  const old = await unmetOf(await team(addDays(today, -90)));
  expect(of('open', old)).toEqual([expect.stringContaining('不在政策期限'), expect.stringContaining('申报时限')]);
});

test('a team is answered for only to those who see it, and without one nothing is unmet', async () => {
  const id = await team(addDays(today, -6));
  await app.member('stranger');
  const stranger = await app.client({ member: 'stranger' });
  expect((await stranger.get('/api/reward.policy/promises', { team: id })).code).toBe(0);
  expect((await unmetOf(id, city, 'admin')).size).toBeGreaterThan(0);
  const { list } = ok(await stranger.get<{ list: { unmet: string[] }[] }>('/api/reward.policy/promises'));
  expect(list.every(({ unmet }) => unmet.length === 0)).toBe(true);
  for (const wrong of ['x', '0', '-1', '9'.repeat(30)])
    expect((await member.get('/api/reward.policy/promises', { team: wrong })).code, wrong).toBe(0);
});
