import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crewAdvisoryLockPrefixes } from '#modules/crew/contract/crew-advisory-lock-prefixes.ts';
import { type Agency, openAgency, stop } from '#modules/travel/test/agency.ts';
import { type OfficeSetup, openOffice, own } from '#modules/travel/test/office-setup.ts';
import { type Fleet, openFleet } from '#modules/travel/test/team.ts';
import { sql } from '#server/db/sql.ts';
import type { WireAnswer } from '../../../test/support/test-engine.ts';

/** A coach firm hires out a coach to one agency while another agency plans it for a team. */
let desk: OfficeSetup;
let firm: Fleet;
let hirer: Agency;
const contract = '/storage/private/test/hire-and-team.pdf';
beforeAll(async () => {
  desk = await openOffice();
  [firm, hirer] = [await openFleet(desk.app), await openAgency(desk.app)];
  await desk.app.db.query(sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, user_id)
    select ${contract}, 'c.pdf', 1, 'application/pdf', 'hire-and-team', 'hire-and-team', true, user_id
    from enterprise_person where enterprise_id = ${firm.id} limit 1`);
});
afterAll(() => desk.app.close());

/** An order for the hours of the teams here, in a given state. */
async function orderOf(vehicle: number, status: 'quoted' | 'accepted'): Promise<{ order: number; quote: number }> {
  const { db } = desk.app;
  await db.query(sql`update crew_vehicle set gps_online_at = now() where id = ${vehicle}`);
  const hours = sql`(select start_at from travel_itinerary order by id desc limit 1), (select end_at from travel_itinerary order by id desc limit 1)`;
  const row = await db.row<{ order: number; quote: number }>(sql`
    with d as (insert into rental_demand (agency_id, route, from_at, to_at, people, asked, status)
      select ${hirer.id}, '昆明—大理', ${hours}, 20, array[${firm.id}::bigint], ${status === 'quoted' ? 'quoted' : 'accepted'} returning id, from_at, to_at),
    o as (insert into rental_order (coach_id, demand_id, agency, route, from_at, to_at, people, vehicle_id, registered_on, price, status)
      select ${firm.id}, d.id, '用车旅行社', '昆明—大理', d.from_at, d.to_at, 20, ${vehicle}, '2024-01-01', 980000, ${status} from d returning id, demand_id),
    q as (insert into rental_quote (demand_id, order_id, firm, plate, seats, price, status)
      select o.demand_id, o.id, '客运企业', '云A00001', 49, 980000, ${status === 'quoted' ? 'offered' : 'accepted'} from o returning id)
    select (select id from o) as "order", (select id from q) as quote`);
  return { order: row?.order ?? 0, quote: row?.quote ?? 0 };
}

/** Makes calls concurrently, each on its own connection, and releases them when all wait for the lock of this key. */
async function atOnce(key: string, calls: readonly (() => Promise<WireAnswer>)[]): Promise<WireAnswer[]> {
  const { db } = desk.app;
  let made: Promise<WireAnswer[]> = Promise.resolve([]);
  await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${key}))`);
    made = Promise.all(calls.map((call) => call()));
    made.catch(() => undefined);
    for (let waiting = 0; waiting < calls.length; await sleep(5))
      waiting =
        (
          await db.row<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`)
        )?.n ?? 0;
  });
  return made;
}

const expectOne = (answers: readonly WireAnswer[]) =>
  expect(answers.map(({ code }) => code).toSorted(), JSON.stringify(answers)).toEqual([0, 1]);

test.each(['the team first', 'the hire first'])(
  'of a team and a simultaneous hire with the same driver one succeeds, %s',
  async (first) => {
    const { app, fleet } = desk;
    const [here, there] = [await fleet.driver('周师傅'), await firm.driver('周 师傅')];
    await app.db.query(
      sql`update crew_driver set id_no = (select id_no from crew_driver where id = ${here}) where id = ${there}`,
    );
    const team = await desk.draft({ vehicles: [{ vehicle_id: (await fleet.vehicle()).id, driver_id: here }] });
    const { order } = await orderOf((await firm.vehicle()).id, 'accepted');
    const hash = await app.db.row<{ hash: string }>(
      sql`select id_no->>'hash' as hash from crew_driver where id = ${here}`,
    );
    const calls = [
      () => desk.submit(team),
      () => firm.owner.post('/api/rental.order/dispatch', { id: order, driver_id: there, contract }),
    ];
    expectOne(
      await atOnce(
        crewAdvisoryLockPrefixes.person + hash?.hash,
        first === 'the team first' ? calls : calls.toReversed(),
      ),
    );
  },
);

test.each(['the team first', 'the hire first'])(
  'of a team and a simultaneous hire with the same coach one succeeds, %s',
  async (first) => {
    const { id: vehicle } = await firm.vehicle();
    const team = await desk.draft({ vehicles: [{ vehicle_id: vehicle, driver_id: await firm.driver() }] });
    const { quote } = await orderOf(vehicle, 'quoted');
    const calls = [() => desk.submit(team), () => hirer.owner.post('/api/rental.quote/accept', { id: quote })];
    expectOne(
      await atOnce(crewAdvisoryLockPrefixes.vehicle + vehicle, first === 'the team first' ? calls : calls.toReversed()),
    );
  },
);

test('driving hours of a hire count for a team of the next morning', async () => {
  const { app } = desk;
  const driver = await firm.driver();
  const team = async () => {
    const stops = [stop(1, '昆明—大理', '08:30', 180, { poi_type: 'transfer' })];
    return desk.draft({ stops, vehicles: [{ vehicle_id: (await firm.vehicle()).id, driver_id: driver }] });
  };
  const tired = async (id: number) => {
    expect((await desk.submit(id)).code).toBe(1);
    return (await app.db.rows(sql`select from travel_finding where itinerary_id = ${id} and code = 'I03'`)).length > 0;
  };
  const first = await team();
  const { order } = await orderOf((await firm.vehicle()).id, 'accepted');
  await app.db.query(sql`update rental_order set driver_id = ${driver}, status = 'finished',
    to_at = from_at - interval '30 minutes', from_at = from_at - interval '14 hours' where id = ${order}`);
  expect(await tired(first)).toBe(true);
  // an order for a team is cancelled with that team
  expect((await desk.agency.owner.post(own('cancel'), { id: first, reason: '旅游者取消出行' })).code).toBe(1);
  await app.db.query(
    sql`update rental_demand d set team_no = 'T1' from rental_order o where o.demand_id = d.id and o.id = ${order}`,
  );
  expect(await tired(await team())).toBe(false);
});
