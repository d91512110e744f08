import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { amendmentKinds } from '../../contract/itinerary/itinerary-amendment-form.ts';
import {
  readTeamsSharingPeopleOrVehicles,
  storeTeamsSharingPeopleOrVehicles,
} from '../../server/anomaly/store-teams-sharing-people-or-vehicles.ts';
import { openAgency } from '../agency.ts';
import { type Data, errorsOf, type OfficeSetup, openOffice, own } from '../office-setup.ts';
import { at, newGuide, openFleet } from '../team.ts';

let setup: OfficeSetup;
beforeAll(async () => {
  setup = await openOffice();
});
afterAll(() => setup.app.close());

test('a driver of two firms drives one coach at a time', async () => {
  const { app, fleet } = setup;
  const other = await openFleet(app);
  const [first, second] = [await fleet.driver('赵师傅'), await other.driver('赵 师傅')];
  await app.db.query(
    sql`update crew_driver set id_no = (select id_no from crew_driver where id = ${first}) where id = ${second}`,
  );
  const team = async (vehicle_id: number, driver_id: number) =>
    setup.submit(await setup.draft({ vehicles: [{ vehicle_id, driver_id }] }));
  expect((await team((await fleet.vehicle()).id, first)).code).toBe(1);
  const refused = await team((await other.vehicle()).id, second);
  expect(refused.code).toBe(0);
  expect(errorsOf(refused)['vehicles.0.driver_id']?.[0]).toContain('驾驶员时间冲突');
});

type Candidates = { list: { id: number; busy: unknown[] }[] };
const day = { from: at('2030-05-01T08:00'), to: at('2030-05-01T18:00') };
/** Whether a person is shown as busy during the teams of these tests. */
const busyIn = async (lane: string, id: number) => {
  const params = { lane, ...day, agency_id: setup.agency.id, chosen: id };
  const { data } = await setup.agency.owner.get<Candidates>('/api/travel.itinerary/available', params);
  return (data.list.find((one) => one.id === id)?.busy.length ?? 0) > 0;
};
const sameNumber = (table: 'crew_driver' | 'crew_guide', id: number, driver: number) =>
  setup.app.db.query(
    sql`update ${sql.id(table)} set id_no = (select id_no from crew_driver where id = ${driver}) where id = ${id}`,
  );

test('the second row of one driver is busy with the first, and cannot be their second driver', async () => {
  const { app, fleet } = setup;
  const other = await openFleet(app);
  const [first, second] = [await fleet.driver('钱师傅'), await other.driver('钱 师傅')];
  expect(await busyIn('drivers', second)).toBe(false);
  await sameNumber('crew_driver', second, first);
  const pair = { vehicle_id: (await fleet.vehicle()).id, driver_id: first, second_driver_id: second };
  expect(errorsOf(await setup.add({ vehicles: [pair] }))['vehicles.0.second_driver_id']).toEqual([
    '副驾驶员不能与驾驶员相同',
  ]);
  const vehicles = [
    { vehicle_id: (await fleet.vehicle()).id, driver_id: first },
    { vehicle_id: (await other.vehicle()).id, driver_id: second },
  ];
  // the name is shown, but never the identity number
  expect(errorsOf(await setup.submit(await setup.draft({ vehicles })))['vehicles.1.driver_id']).toEqual([
    expect.stringMatching(/^驾驶员时间冲突：钱 ?师傅 在 2030-05-01 08:00–18:00 已安排在本团队$/),
  ]);
  expect((await setup.submit(await setup.draft({ vehicles: vehicles.slice(0, 1) }))).code).toBe(1);
  expect([await busyIn('drivers', first), await busyIn('drivers', second)]).toEqual([true, true]);
});

test('a person who is guide and driver does one at a time, within one team and in two', async () => {
  const { app, fleet } = setup;
  const [guide, driver] = [await newGuide(app, '孙导'), await fleet.driver('孙导')];
  await sameNumber('crew_guide', guide, driver);
  const guides = [{ guide_id: guide, role: 'local' }];
  const drives = async () => [{ vehicle_id: (await fleet.vehicle()).id, driver_id: driver }];
  const both = await setup.submit(await setup.draft({ guides, vehicles: await drives() }));
  expect(errorsOf(both)['vehicles.0.driver_id']?.[0]).toContain('已安排在本团队');
  const guided = await setup.draft({ guides, vehicles: [await setup.coach()] });
  expect((await setup.submit(guided)).code).toBe(1);
  expect([await busyIn('drivers', driver), await busyIn('guides', guide)]).toEqual([true, true]);
  const driven = await setup.draft({ vehicles: await drives() });
  expect(errorsOf(await setup.submit(driven))['vehicles.0.driver_id']?.[0]).toContain('已有团队');
  // the nightly check finds this overlap too
  const undo = new Error('undo');
  const looked = app.db.transaction(async (tx) => {
    await tx.query(sql`update travel_itinerary set status = 'submitted' where id = ${driven}`);
    await storeTeamsSharingPeopleOrVehicles(tx);
    const meetings = await readTeamsSharingPeopleOrVehicles(tx, [guided, driven]);
    for (const one of ['drivers', 'guides'] as const) expect(meetings[one].toSorted()).toEqual([guided, driven]);
    throw undo;
  });
  await expect(looked).rejects.toBe(undo);
});

test.each(['cancelled', 'suspended'])(
  'a guide of an agency that is %s cannot be assigned to a team',
  async (status) => {
    const { app } = setup;
    const theirs = await openAgency(app);
    const guide = await newGuide(app);
    await app.db.query(sql`update crew_guide set agency_id = ${theirs.id} where id = ${guide}`);
    const id = await setup.draft({ vehicles: [await setup.coach()], guides: [{ guide_id: guide, role: 'local' }] });
    await app.db.query(sql`update enterprise set status = ${status} where id = ${theirs.id}`);
    const refused = await setup.submit(id);
    expect(errorsOf(refused)['guides.0.guide_id']?.[0]).toContain('未在经营，不能带团');
    await app.db.query(sql`update enterprise set status = 'active' where id = ${theirs.id}`);
    expect((await setup.submit(id)).code).toBe(1);
  },
);

test('a firm that does not trade cannot be added to a filed team, but stays in one that it has', async () => {
  const { app, fleet } = setup;
  const [idle, theirs] = [await openFleet(app), await openAgency(app)];
  const guide = await newGuide(app);
  await app.db.query(sql`update crew_guide set agency_id = ${theirs.id} where id = ${guide}`);
  const coach = { vehicle_id: (await idle.vehicle()).id, driver_id: await idle.driver() };
  const ours = { vehicle_id: (await fleet.vehicle()).id, driver_id: await fleet.driver() };
  const hours = { start_at: at('2030-06-01T08:00'), end_at: at('2030-06-01T18:00') };
  const id = await setup.confirmed({ ...hours, vehicles: [ours] });
  const put = (status: string) =>
    app.db.query(sql`update enterprise set status = ${status} where id = any(${[idle.id, theirs.id]}::bigint[])`);
  const change = (more: object) =>
    setup.agency.owner.post<Data>(own('edit'), {
      id,
      change_kinds: Object.keys(amendmentKinds),
      change_reason: 'vehicle',
      change_note: `变更 ${process.hrtime.bigint()}`,
      ...more,
    });
  const { vehicles } = (await setup.read(id)) as unknown as { vehicles: { id: number }[] };
  const crew = {
    guides: [{ guide_id: guide, role: 'local' }],
    vehicles: [{ id: vehicles[0]?.id, ...ours, second_driver_id: coach.driver_id }, coach],
  };
  const ground = { ground_agency_id: theirs.id, ground_fee: '100.00', delegation_file: await setup.agency.paper() };
  await put('suspended');
  expect(Object.keys(errorsOf(await change(crew))).toSorted()).toEqual([
    'guides.0.guide_id',
    'vehicles.0.second_driver_id',
    'vehicles.1.driver_id',
    'vehicles.1.vehicle_id',
  ]);
  expect(Object.keys(errorsOf(await change(ground)))).toEqual(['ground_agency_id']);
  const drafted = await setup.draft({ ...hours, vehicles: [coach] });
  expect(errorsOf(await setup.submit(drafted))['vehicles.0.vehicle_id']?.[0]).toContain('未在经营，不能承运');
  await put('active');
  const changed = await change({ ...crew, vehicles: [{ id: vehicles[0]?.id, ...ours }] });
  expect(changed.code, JSON.stringify(changed.data)).toBe(1);
  await put('suspended');
  expect((await change({ remark: '照旧' })).code, 'a filed team continues to its end').toBe(1);
});
