import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { storeLastPositionTimesOfVehicles } from '#modules/crew/server/store-last-position-times-of-vehicles.ts';
import { activeEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import type { Agency } from '#modules/travel/test/agency.ts';
import { dayTrip } from '#modules/travel/test/team.ts';
import { sql } from '#server/db/sql.ts';
import { callWhileLocked } from '../../../test/support/call-while-locked.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';

/** An agency looks for a coach, firms quote, one quote is accepted and its coach drives. */
interface Firm {
  readonly id: number;
  readonly client: Client;
  readonly vehicle: number;
  readonly driver: number;
}
let app: TestApp;
let agency: { id: number; client: Client };
let firms: [Firm, Firm];
const contract = '/storage/private/test/charter.pdf';

let made = 0;
async function holder(type: string) {
  made += 1;
  const id = await activeEnterprise(app.engine, await app.officer('admin'), { ent_type: type });
  const member = await app.member(`hirer${made}`);
  await placePerson(app.db, id, member);
  return { id, member, client: await app.client({ member: `hirer${made}` }) };
}

async function firm(): Promise<Firm> {
  const { id, client, member } = await holder('coach');
  const last = addDays(shanghaiToday(), 100);
  const car = await app.db.row<{
    id: number;
  }>(sql`insert into crew_vehicle (plate, plate_color, enterprise_id, type, seats, permit_no,
      permit_valid_to, inspect_valid_to, insurance_valid_to, gps_online_at, status)
    values (${`云A1234${made}`}, 'yellow', ${id}, 'large', 45, ${`P${made}`}, ${last}, ${last}, ${last}, now(), 'normal') returning id`);
  const driver = await app.db.row<{
    id: number;
  }>(sql`insert into crew_driver (enterprise_id, name, id_no, mobile, licence_class,
      licence_valid_to, qualification_no, qualification_valid_to, status)
    values (${id}, '李建国', '{}', '13800000001', 'A1', ${last}, ${`Q${made}`}, ${last}, 'working') returning id`);
  await app.db.query(sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, user_id)
    values (${`${contract}${made}.pdf`}, 'c.pdf', 1, 'application/pdf', ${`c${made}`}, ${`c${made}`}, true, ${member.id})`);
  return { id, client, vehicle: car?.id ?? 0, driver: driver?.id ?? 0 };
}

beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  agency = await holder('agency');
  firms = [await firm(), await firm()];
});
afterAll(() => app.close());

const errorsOf = (answer: WireAnswer) => (answer.data as { errors?: Record<string, string[]> } | null)?.errors ?? {};
// all at the same second: a hire that begins a second after its trip would not cover the whole trip
const begin = Math.floor(Date.now() / 1000);
const at = (days: number) => begin + days * 86_400;
const form = (more: object = {}) => ({
  agency_id: agency.id,
  route: '昆明—大理—丽江',
  from_at: at(3),
  to_at: at(6),
  people: 40,
  budget: '12000',
  asked: firms.map(({ id }) => id),
  ...more,
});
const demanded = async (more: object = {}) => {
  const answer = await agency.client.post<{ id: number }>('/api/rental.demand/add', form(more));
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
};
const listed = async (who: Client, what: string) =>
  (
    await who.get<{ list: { id: number; demand_id: number; status: string }[] }>(`/api/rental.${what}/index`, {
      limit: 100,
    })
  ).data.list;
const orderOf = async ({ client }: Firm, demand: number) =>
  (await listed(client, 'order')).find((one) => one.demand_id === demand)?.id ?? 0;
const offer = ({ client, vehicle }: Firm, id: number, more: object = {}) =>
  client.post('/api/rental.order/quote', {
    id,
    vehicle_id: vehicle,
    registered_on: '2020-05-01',
    price: '9800',
    ...more,
  });
const done = async (answer: Promise<WireAnswer>) => {
  const { code, msg } = await answer;
  expect(code, msg).toBe(1);
};
const states = async (demand: number) => ({
  demand: (await app.db.row<{ status: string }>(sql`select status from rental_demand where id = ${demand}`))?.status,
  orders: (
    await app.db.rows<{ status: string }>(sql`select status from rental_order where demand_id = ${demand} order by id`)
  ).map(({ status }) => status),
  quotes: (
    await app.db.rows<{ status: string }>(sql`select status from rental_quote where demand_id = ${demand} order by id`)
  ).map(({ status }) => status),
});

/** A positioning service of the area reports where the coach of a firm is. */
async function sendPosition({ id, vehicle }: Firm, at: number): Promise<void> {
  const key = 'Key-of-a-service-0123456789';
  const of = await app.db.row<{ area_code: string; plate: string }>(sql`select e.area_code, v.plate
    from enterprise e join crew_vehicle v on v.id = ${vehicle} where e.id = ${id}`);
  const chief = await app.client({ officer: 'admin' });
  const source = await chief.post<{ id: number }>('/admin/enforcement.source/add', {
    name: '定位平台',
    area_code: of?.area_code,
    open: '1',
    key,
  });
  expect(source.code, source.msg).toBe(1);
  const service = await app.client('nobody');
  const rows = [{ plate: of?.plate, at, lng: 102.7, lat: 25.04, speed: 60 }];
  const sent = await service.post('/api/enforcement.readings/positions', { source: source.data.id, key, rows });
  expect(sent.data).toEqual({ stored: 1, known: 0, refused: [] });
}

/** Templates of the notices members received, in order. */
const noticesOf = async (resource: string, row: number) =>
  (
    await app.db.rows<{ template_code: string }>(sql`select template_code from message_notice
      where resource = ${resource} and row_id = ${row} and user_id is not null order by id`)
  ).map(({ template_code }) => template_code);

test('one of two quotes is accepted, and its coach is assigned to the team', async () => {
  const [one, other] = firms;
  const trip = await dayTrip(app, { id: agency.id } as Agency, { start_at: at(3), end_at: at(4) - 80_000 });
  const added = await agency.client.post<{ id: number }>('/api/travel.itinerary/add', trip);
  expect(added.code, added.msg).toBe(1);
  const team = await app.db.row<{ team_no: string }>(
    sql`select team_no from travel_itinerary where id = ${added.data.id}`,
  );
  const demand = await demanded({ team_no: team?.team_no });
  expect(await states(demand)).toEqual({ demand: 'requested', orders: ['requested', 'requested'], quotes: [] });
  for (const each of firms) await done(offer(each, await orderOf(each, demand)));
  expect(await listed(one.client, 'quote'), 'firms see no quotes').toEqual([]);
  const quotes = (await listed(agency.client, 'quote')).filter((each) => each.demand_id === demand);
  expect(quotes).toHaveLength(2);
  const answers = await Promise.all(quotes.map(({ id }) => agency.client.post('/api/rental.quote/accept', { id })));
  expect(
    answers.filter(({ code }) => code === 1),
    'two simultaneous acceptances',
  ).toHaveLength(1);
  const { demand: state, orders } = await states(demand);
  expect([state, [...orders].sort()]).toEqual(['accepted', ['accepted', 'cancelled']]);
  const winner = orders[0] === 'accepted' ? one : other;
  const id = await orderOf(winner, demand);
  const number = winner === one ? 2 : 3;
  const foreign = (winner === one ? other : one).driver;
  const wrong = await winner.client.post('/api/rental.order/dispatch', {
    id,
    driver_id: foreign,
    contract: `${contract}${number}.pdf`,
  });
  expect(wrong.code).toBe(0);
  await done(
    winner.client.post('/api/rental.order/dispatch', {
      id,
      driver_id: winner.driver,
      contract: `${contract}${number}.pdf`,
    }),
  );
  await expect
    .poll(
      () =>
        app.db.rows(sql`select vehicle_id, driver_id, from_at, to_at from travel_assigned_vehicle
        where itinerary_id = ${added.data.id}`),
      { timeout: 8000, interval: 40 },
    )
    .toEqual([{ vehicle_id: winner.vehicle, driver_id: winner.driver, from_at: null, to_at: null }]);
  await done(winner.client.post('/api/rental.order/run', { id }));
  await done(winner.client.post('/api/rental.order/finish', { id }));
  expect((await states(demand)).orders.sort()).toEqual(['cancelled', 'finished']);
  const lost = await orderOf(winner === one ? other : one, demand);
  expect(await noticesOf('rental/order', id)).toEqual(['coach_asked', 'quote_accepted']);
  expect(await noticesOf('rental/order', lost)).toEqual(['coach_asked', 'hire_ended']);
  expect(await noticesOf('rental/demand', demand)).toEqual(['coach_quoted', 'coach_quoted', 'coach_sent']);
});

describe('a vehicle', () => {
  test('that cannot be hired is refused, with all reasons', async () => {
    const [one, other] = firms;
    const demand = await demanded();
    const id = await orderOf(one, demand);
    const refused = async (more: object = {}) => errorsOf(await offer(one, id, more)).vehicle_id;
    const withCar = async (column: string, value: string) => {
      const before = await app.db.row<Record<string, string>>(
        `select ${column}::text as value from crew_vehicle where id = $1`,
        [one.vehicle],
      );
      await app.db.query(`update crew_vehicle set ${column} = ${value} where id = $1`, [one.vehicle]);
      const answer = await refused();
      await app.db.query(`update crew_vehicle set ${column} = $2 where id = $1`, [one.vehicle, before?.value]);
      return answer;
    };
    expect(await withCar('permit_valid_to', 'current_date')).toEqual(['道路运输证在用车期间失效']);
    expect(await withCar('insurance_valid_to', 'current_date')).toEqual(['承运人责任险在用车期间失效']);
    expect(await withCar('inspect_valid_to', 'current_date')).toEqual(['检验有效期不足']);
    expect(await withCar('gps_online_at', 'null')).toEqual(['车辆卫星定位不在线']);
    // a position sent by a positioning service alone makes the vehicle online
    await app.db.query(sql`update crew_vehicle set gps_online_at = null where id = ${one.vehicle}`);
    expect(await refused()).toEqual(['车辆卫星定位不在线']);
    const at = Math.floor(Date.now() / 1000) - 60;
    await sendPosition(one, at);
    await storeLastPositionTimesOfVehicles(app.db);
    const { data: car } = await one.client.get<{ row: { gps_online_at: number; version: number } }>(
      '/api/crew.vehicle/edit',
      { id: one.vehicle },
    );
    expect(car.row.gps_online_at).toBe(at);
    // a stored position counts, whether or not the record of the vehicle repeats it
    await app.db.query(sql`update crew_vehicle set gps_online_at = null where id = ${one.vehicle}`);
    expect(await withCar('status', `'stopped'`)).toEqual(['车辆未经核验或已停用']);
    expect(await refused({ registered_on: '2010-01-01' })).toEqual(['车辆已超过使用年限']);
    expect(await refused({ vehicle_id: other.vehicle })).toHaveLength(1);
    await done(offer(one, id));
  });
});

test('a coach goes to the first of two agencies that accept it simultaneously, and to the next when it is back', async () => {
  const [one] = firms;
  const accepted = async (from: number, to: number) => {
    const demand = await demanded({ from_at: from, to_at: to, asked: [one.id] });
    await done(offer(one, await orderOf(one, demand)));
    const quote = (await listed(agency.client, 'quote')).find((each) => each.demand_id === demand);
    return { demand, accept: () => agency.client.post('/api/rental.quote/accept', { id: quote?.id ?? 0 }) };
  };
  const noon = at(20);
  const both = [await accepted(noon, noon + 7200), await accepted(noon + 3600, noon + 9000)];
  const next = await accepted(noon + 9000, noon + 12_000);
  const before = await accepted(noon - 3600, noon);
  const answers = await Promise.all(both.map(({ accept }) => accept()));
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(JSON.stringify(answers.find(({ code }) => code === 0))).toContain('已有用车安排');
  const [lost] = both.filter((_, i) => answers[i]?.code === 0);
  expect(await states(lost?.demand ?? 0)).toEqual({ demand: 'quoted', orders: ['quoted'], quotes: ['offered'] });
  await done(next.accept());
  await done(before.accept());
});

test('of simultaneously accepted orders for any times those that succeed never overlap', async () => {
  const [one] = firms;
  const hours = fc.array(fc.record({ from: fc.integer({ min: 0, max: 20 }), length: fc.integer({ min: 1, max: 8 }) }), {
    minLength: 5,
    maxLength: 5,
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(hours, async (intervals) => {
      run += 1;
      const spans = intervals.map(({ from, length }) => {
        const begins = at(30 + run * 3) + from * 3600;
        return { from_at: begins, to_at: begins + length * 3600 };
      });
      const quotes: number[] = [];
      for (const span of spans) {
        const demand = await demanded({ ...span, asked: [one.id] });
        await done(offer(one, await orderOf(one, demand)));
        quotes.push((await listed(agency.client, 'quote')).find((each) => each.demand_id === demand)?.id ?? 0);
      }
      const answers = await Promise.all(quotes.map((id) => agency.client.post('/api/rental.quote/accept', { id })));
      const meets = (a: number, b: number) => {
        const [first, second] = [spans[a], spans[b]];
        return !!first && !!second && first.from_at < second.to_at && second.from_at < first.to_at;
      };
      const accepted = spans.flatMap((_, n) => (answers[n]?.code === 1 ? [n] : []));
      for (const n of spans.keys())
        expect(
          accepted.some((m) => m !== n && meets(n, m)),
          `${n}`,
        ).toBe(!accepted.includes(n));
    }),
    { numRuns: 2 },
  );
});

test('a driver dispatched for two hires at once goes with one', async () => {
  const [one] = firms;
  const last = addDays(shanghaiToday(), 100);
  const car = await app.db.row<{
    id: number;
  }>(sql`insert into crew_vehicle (plate, plate_color, enterprise_id, type, seats, permit_no,
      permit_valid_to, inspect_valid_to, insurance_valid_to, gps_online_at, status)
    values ('云A99887', 'yellow', ${one.id}, 'large', 45, 'P99887', ${last}, ${last}, ${last}, now(), 'normal') returning id`);
  const orders: number[] = [];
  for (const vehicle of [one.vehicle, car?.id ?? 0]) {
    const demand = await demanded({ from_at: at(60), to_at: at(61), asked: [one.id] });
    const id = await orderOf(one, demand);
    await done(offer({ ...one, vehicle }, id));
    const quote = (await listed(agency.client, 'quote')).find((each) => each.demand_id === demand);
    await done(agency.client.post('/api/rental.quote/accept', { id: quote?.id ?? 0 }));
    orders.push(id);
  }
  const answers = await Promise.all(
    orders.map((id) =>
      one.client.post('/api/rental.order/dispatch', { id, driver_id: one.driver, contract: `${contract}2.pdf` }),
    ),
  );
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(errorsOf(answers.find(({ code }) => code === 0) as WireAnswer)).toHaveProperty('driver_id');
});

test('a person on record with two firms drives one hire at a time, however they are dispatched', async () => {
  const person = sql`update crew_driver set id_no = '{"hash":"one person","mask":"*"}' where id = any(${firms.map(({ driver }) => driver)}::bigint[])`;
  await app.db.query(person);
  const orders: { one: Firm; id: number }[] = [];
  for (const [n, one] of firms.entries()) {
    const times = { from_at: at(70 + n / 2), to_at: at(71 + n / 2), asked: [one.id] };
    const demand = await demanded(times);
    const id = await orderOf(one, demand);
    await done(offer(one, id));
    const quote = (await listed(agency.client, 'quote')).find((each) => each.demand_id === demand);
    await done(agency.client.post('/api/rental.quote/accept', { id: quote?.id ?? 0 }));
    orders.push({ one, id });
  }
  const answers = await Promise.all(
    orders.map(({ one, id }, n) =>
      one.client.post('/api/rental.order/dispatch', { id, driver_id: one.driver, contract: `${contract}${n + 2}.pdf` }),
    ),
  );
  expect(answers.map(({ code }) => code).sort(), JSON.stringify(answers)).toEqual([0, 1]);
  const lost = errorsOf(answers.find(({ code }) => code === 0) as WireAnswer);
  expect(lost.driver_id?.[0]).toMatch(/^驾驶员在 .* 已有用车安排$/);
});

test('impossible values are refused at their field', async () => {
  const wrong = async (more: object) =>
    Object.keys(errorsOf(await agency.client.post('/api/rental.demand/add', form(more))));
  expect(await wrong({ to_at: at(2) })).toEqual(['to_at']);
  expect(await wrong({ from_at: at(-1) })).toEqual(['from_at']);
  expect(await wrong({ asked: [agency.id] })).toEqual(['asked']);
  expect(await wrong({ agency_id: firms[0].id })).toEqual(['agency_id']);
});

test('firms and agencies that do not trade cannot start a hire', async () => {
  const put = (id: number, status: string) =>
    app.db.query(sql`update enterprise set status = ${status} where id = ${id}`);
  const demand = await demanded();
  const [first] = firms;
  const order = await orderOf(first, demand);
  await put(first.id, 'suspended');
  const refused = await offer(first, order);
  expect([refused.code, refused.msg]).toEqual([0, expect.stringContaining('停业整顿')]);
  await put(first.id, 'active');
  await done(offer(first, order));
  await put(first.id, 'suspended');
  const quote = (await listed(agency.client, 'quote')).find((one) => one.demand_id === demand)?.id;
  expect((await agency.client.post('/api/rental.quote/accept', { id: quote })).msg).toContain('停业整顿');
  expect(errorsOf(await agency.client.post('/api/rental.demand/add', form()))).toHaveProperty('asked');
  await put(first.id, 'active');
  await put(agency.id, 'suspended');
  expect(errorsOf(await agency.client.post('/api/rental.demand/add', form()))).toHaveProperty('agency_id');
  await put(agency.id, 'active');
  await done(agency.client.post('/api/rental.demand/cancel', { id: demand, reason: '行程改期不再用车' }));
});

test('a cancelled demand cancels its orders', async () => {
  const demand = await demanded();
  await done(offer(firms[0], await orderOf(firms[0], demand)));
  await done(agency.client.post('/api/rental.demand/cancel', { id: demand, reason: '团队取消出行' }));
  expect(await states(demand)).toEqual({
    demand: 'cancelled',
    orders: ['cancelled', 'cancelled'],
    quotes: ['passed'],
  });
});

test('the agency and each firm are notified once of a demand that an officer cancels', async () => {
  const demand = await demanded();
  const first = await orderOf(firms[0], demand);
  const chief = await app.client({ officer: 'admin' });
  await done(chief.post('/admin/rental.demand/cancel', { id: demand, reason: '团队已被终止' }));
  expect(await noticesOf('rental/demand', demand)).toEqual(['demand_ended']);
  expect(await noticesOf('rental/order', first)).toEqual(['coach_asked', 'hire_ended']);
});

test('nobody can make moves that are up to others', async () => {
  const demand = await demanded();
  const id = await orderOf(firms[0], demand);
  for (const path of ['rental.order/accept', 'rental.demand/quoted', 'rental.demand/accepted'])
    expect((await firms[0].client.post(`/api/${path}`, { id })).code, path).not.toBe(1);
  expect((await firms[1].client.post('/api/rental.order/decline', { id, reason: '不是我的订单' })).code).toBe(0);
  expect((await states(demand)).orders).toEqual(['requested', 'requested']);
});

test('answers to one inquiry wait for each other: one quote is accepted, and a simultaneous quote is refused with the reason', async () => {
  const [one, other] = firms;
  const demand = await demanded({ from_at: at(90), to_at: at(91) });
  for (const each of firms) await done(offer(each, await orderOf(each, demand)));
  const quotes = (await listed(agency.client, 'quote')).filter((each) => each.demand_id === demand);
  const { answers, locked } = await callWhileLocked(app, {
    row: sql`select from rental_demand where id = ${demand}`,
    rows: sql`select id from rental_quote where demand_id = ${demand}`,
    calls: quotes.map(
      ({ id }) =>
        () =>
          agency.client.post('/api/rental.quote/accept', { id }),
    ),
  });
  expect([locked, ...answers.map(({ code }) => code).sort()]).toEqual([0, 0, 1]);
  expect((await states(demand)).quotes.sort()).toEqual(['accepted', 'passed']);
  // a firm that quotes while another quote is accepted comes before or after it, never in between
  const second = await demanded({ from_at: at(93), to_at: at(94) });
  await done(offer(one, await orderOf(one, second)));
  const late = await orderOf(other, second);
  const quote = (await listed(agency.client, 'quote')).find((each) => each.demand_id === second)?.id ?? 0;
  const met = await callWhileLocked(app, {
    row: sql`select from rental_demand where id = ${second}`,
    rows: sql`select id from rental_order where demand_id = ${second}`,
    calls: [() => agency.client.post('/api/rental.quote/accept', { id: quote }), () => offer(other, late)],
  });
  expect([met.locked, met.answers[0]?.code]).toEqual([0, 1]);
  expect(await states(second)).toMatchObject({ demand: 'accepted', orders: ['accepted', 'cancelled'] });
});

test("a coach or a driver of another agency's team cannot be hired during its time, but before and after", async () => {
  const [, two] = firms;
  const stranger = await holder('agency');
  const [from, to] = [at(97), at(98)];
  const planned = async (agencyId: number, status = 'confirmed') => {
    made += 1;
    const team = await app.db.row<{ id: number }>(sql`
      insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, tourist_count, total_fee,
        emergency_contact, emergency_mobile, status)
      values (${`H${made}`}, ${agencyId}, 'province', to_timestamp(${from}), to_timestamp(${to}), '530102', '{}', 1, 100, '丙', '13800000003', ${status})
      returning id`);
    await app.db.query(sql`insert into travel_assigned_vehicle (itinerary_id, vehicle_id, driver_id)
      values (${team?.id ?? 0}, ${two.vehicle}, ${two.driver})`);
    return team?.id ?? 0;
  };
  const quoted = async (span: object) => {
    const id = await orderOf(two, await demanded({ ...span, asked: [two.id] }));
    return offer(two, id);
  };
  const team = await planned(stranger.id);
  expect(errorsOf(await quoted({ from_at: to - 60, to_at: to + 3600 })).vehicle_id?.[0]).toMatch(/已有团队/);
  await done(quoted({ from_at: to, to_at: to + 3600 }));
  await done(quoted({ from_at: from - 3600, to_at: from }));
  // a draft reserves nobody, and an agency's hire is for its own teams
  await app.db.query(sql`update travel_itinerary set status = 'draft' where id = ${team}`);
  await planned(agency.id);
  await done(quoted({ from_at: to - 60, to_at: to + 3600 }));
});
