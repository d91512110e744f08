import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { startApp, type TestApp } from '../../../../test/support/test-engine.ts';
import { watchWrites, withoutWatch } from '../../../../test/support/watch-writes.ts';
import { finding } from '../../contract/anomaly/anomaly-finding.ts';
import { coachDispatchRequest } from '../../contract/itinerary/request-to-coach-firm-for-vehicle.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { statesInStatistics } from '../../contract/itinerary/team-itinerary-lifecycle.ts';
import { readTeamSnapshots } from '../../server/anomaly/read-team-snapshots.ts';
import { recheckTeamsNightly } from '../../server/anomaly/recheck-teams-nightly.ts';
import { findAnomalies } from '../../server/anomaly/rule/find-anomalies-by-all-rules.ts';
import type { TeamSnapshot } from '../../server/anomaly/rule/team-snapshot-type.ts';
import {
  readTeamsSharingPeopleOrVehicles,
  storeTeamsSharingPeopleOrVehicles,
} from '../../server/anomaly/store-teams-sharing-people-or-vehicles.ts';
import { type Agency, openAgency } from '../agency.ts';
import { dayTrip, type Fleet, insure, newGuide, openFleet } from '../team.ts';

/** The nightly check of filed teams. */
let app: TestApp;
let agency: Agency;
let fleet: Fleet;
beforeAll(async () => {
  app = await startApp();
  agency = await openAgency(app);
  await insure(app, agency);
  fleet = await openFleet(app);
  await watchWrites(app.db, [itinerary, coachDispatchRequest, finding]);
}, 120_000);
afterAll(() => app.close());

const coach = async () => ({ vehicle_id: (await fleet.vehicle()).id, driver_id: await fleet.driver() });

/** A team that is submitted and confirmed by the firms of its coaches. */
async function confirmed(more: object): Promise<number> {
  const { data } = await agency.owner.post<{ id: number }>(
    '/api/travel.itinerary/add',
    await dayTrip(app, agency, more),
  );
  const answer = await agency.owner.post('/api/travel.itinerary/submit', { id: data.id });
  expect(answer.code, JSON.stringify(answer.data)).toBe(1);
  const filed = await app.db.rows<{ id: number }>(
    sql`select id from travel_dispatch where itinerary_id = ${data.id} order by id`,
  );
  for (const { id } of filed) await fleet.owner.post('/api/travel.dispatch/confirm', { id });
  return data.id;
}

test('an interrupted check continues where it was, and stores nothing twice', async () => {
  const fleets = await Promise.all(Array.from({ length: 5 }, () => coach()));
  const ids: number[] = [];
  for (const one of fleets) ids.push(await confirmed({ vehicles: [one] }));
  const used = fleets.map(({ vehicle_id }) => vehicle_id);
  await app.db.query(sql`update crew_vehicle set inspect_valid_to = '2030-04-01' where id = any(${used}::bigint[])`);
  const stored = async () =>
    app.db.rows<{ itinerary_id: number; n: number }>(sql`
      select itinerary_id, count(*)::int as n from travel_finding where itinerary_id = any(${ids}::bigint[]) and code = 'I09' group by 1 order by 1`);
  const parts: number[] = [];
  const note = ({ teams }: { teams: number }) => parts.push(teams);
  const cut = async () => {
    await recheckTeamsNightly(app.engine, {
      together: 1,
      onPart(looked) {
        note(looked);
        if (looked.stored >= 2) throw new Error('killed');
      },
    });
  };
  await expect(cut()).rejects.toThrow('killed');
  expect((await stored()).length).toBeLessThan(5);
  const seen = parts.length;
  const whole = await recheckTeamsNightly(app.engine, { together: 2, onPart: note });
  expect(parts[seen]).toBeGreaterThan(parts[seen - 1] ?? 0);
  expect(new Set(parts).size).toBe(parts.length);
  expect(whole.stored).toBeGreaterThanOrEqual(5);
  expect(await stored()).toEqual(ids.map((itinerary_id) => ({ itinerary_id, n: 1 })));
  const again = await recheckTeamsNightly(app.engine);
  expect(again).toEqual({ teams: whole.teams, stored: 0 });
  // five serious ones: the officers who review them are notified of each, once
  const graves = await app.db.rows(sql`select n.id from message_notice n join travel_finding f on f.id = n.row_id
    where n.template_code = 'team_grave' and n.resource = 'travel/finding' and f.itinerary_id = any(${ids}::bigint[])
      and n.admin_id = (select id from auth_admin where username = 'admin')`);
  expect(graves).toHaveLength(5);
  const ending = new AbortController();
  ending.abort();
  await expect(recheckTeamsNightly(app.engine, { signal: ending.signal })).rejects.toThrow();
});

test('a team marked as abnormal is still on the road, and is checked', async () => {
  const one = await coach();
  const id = await confirmed({ vehicles: [one] });
  await withoutWatch(app.db, (tx) => tx.query(sql`update travel_itinerary set status = 'abnormal' where id = ${id}`));
  await app.db.query(sql`update crew_vehicle set inspect_valid_to = '2030-04-01' where id = ${one.vehicle_id}`);
  await recheckTeamsNightly(app.engine);
  expect(await app.db.rows(sql`select code from travel_finding where itinerary_id = ${id}`)).toEqual([{ code: 'I09' }]);
});

test('one pass finds the same shared crew as a query for each team', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) {
    const guides = [{ guide_id: await newGuide(app), role: 'national' }];
    ids.push(await confirmed({ guides, vehicles: [await coach(), await coach()] }));
  }
  const those = sql`any(${ids}::bigint[])`;
  const [used] = await app.db.rows<{ vehicles: number[]; drivers: number[]; guides: number[] }>(sql`
    select array(select vehicle_id from travel_assigned_vehicle where itinerary_id = ${those} order by id) as vehicles,
      array(select driver_id from travel_assigned_vehicle where itinerary_id = ${those} order by id) as drivers,
      array(select guide_id from travel_assigned_guide where itinerary_id = ${those} order by id) as guides`);
  const about = new Set(['I01', 'I02', 'I08', 'I13']);
  const seen = new Set<string>();
  const hours = fc.integer({ min: 0, max: 40 }).map((n) => n * 6);
  const plan = fc.record({
    from: hours,
    lasts: fc.integer({ min: 1, max: 60 }),
    status: fc.constantFrom(...statesInStatistics),
    vehicle: fc.nat(9),
    driver: fc.nat(9),
    second: fc.option(fc.nat(9)),
    guide: fc.nat(4),
    person: fc.nat(9),
    part: fc.option(fc.integer({ min: 1, max: 30 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: ids.length, maxLength: ids.length }), async (plans) => {
      const undo = new Error('undo');
      const tried = app.db.transaction(async (tx) => {
        for (const [n, one] of plans.entries()) {
          const id = ids[n] as number;
          const begins = sql`now() + ${one.from} * interval '1 hour'`;
          await tx.query(sql`update travel_itinerary set status = ${one.status}, start_at = ${begins},
            end_at = ${begins} + ${one.lasts * 6} * interval '1 hour' where id = ${id}`);
          await tx.query(sql`update travel_assigned_vehicle set vehicle_id = ${used?.vehicles[one.vehicle] ?? 0}, driver_id = ${used?.drivers[one.driver] ?? 0},
            second_driver_id = ${one.second === null ? null : (used?.drivers[one.second] ?? 0)},
            to_at = ${begins} + ${one.part} * interval '6 hours'
            where id = (select min(id) from travel_assigned_vehicle where itinerary_id = ${id})`);
          await tx.query(
            sql`update travel_assigned_guide set guide_id = ${used?.guides[one.guide] ?? 0} where itinerary_id = ${id}`,
          );
          await tx.query(sql`update travel_tourist set id_no = jsonb_build_object('hash', ${`person ${one.person}`}::text)
            where id = (select min(id) from travel_tourist where itinerary_id = ${id})`);
        }
        await storeTeamsSharingPeopleOrVehicles(tx);
        const found = (teams: Awaited<ReturnType<typeof readTeamSnapshots>>) =>
          ids.map((id) => findAnomalies(teams.get(id) as TeamSnapshot).filter(({ code }) => about.has(code)));
        const filed = found(await readTeamSnapshots(tx, ids));
        for (const { code } of filed.flat()) seen.add(code);
        expect(found(await readTeamSnapshots(tx, ids, await readTeamsSharingPeopleOrVehicles(tx, ids)))).toEqual(filed);
        throw undo;
      });
      await expect(tried).rejects.toBe(undo);
    }),
    { numRuns: 40 },
  );
  expect([...seen].toSorted()).toEqual([...about]);
});
