import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { goesAbroad } from '../server/product-checks.ts';
import { openAgency } from './agency.ts';
import { type Desk, errorsOf, openDesk } from './desk.ts';
import { newGuide, openFleet } from './team.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.app.close());

test('who drives for two firms drives one coach at a time', async () => {
  const { app, fleet } = desk;
  const other = await openFleet(app);
  const [first, second] = [await fleet.driver('赵师傅'), await other.driver('赵 师傅')];
  await app.db.query(
    sql`update crew_driver set id_no = (select id_no from crew_driver where id = ${first}) where id = ${second}`,
  );
  const team = async (vehicle_id: number, driver_id: number) =>
    desk.submit(await desk.draft({ vehicles: [{ vehicle_id, driver_id }] }));
  expect((await team((await fleet.vehicle()).id, first)).code).toBe(1);
  const refused = await team((await other.vehicle()).id, second);
  expect(refused.code).toBe(0);
  expect(errorsOf(refused)['vehicles.0.driver_id']?.[0]).toContain('驾驶员时间冲突');
});

test.each(['cancelled', 'suspended'])('a guide of an agency that is %s goes with no team', async (status) => {
  const { app } = desk;
  const theirs = await openAgency(app);
  const guide = await newGuide(app);
  await app.db.query(sql`update crew_guide set agency_id = ${theirs.id} where id = ${guide}`);
  const id = await desk.draft({ vehicles: [await desk.coach()], guides: [{ guide_id: guide, role: 'local' }] });
  await app.db.query(sql`update enterprise set status = ${status} where id = ${theirs.id}`);
  const refused = await desk.submit(id);
  expect(errorsOf(refused)['guides.0.guide_id']?.[0]).toContain('未在经营，不能带团');
  await app.db.query(sql`update enterprise set status = 'active' where id = ${theirs.id}`);
  expect((await desk.submit(id)).code).toBe(1);
});

test.each([
  ['国内旅游业务、入境旅游业务、出境旅游业务', true],
  ['国内旅游业务和入境旅游业务（边境旅游除外）、出境旅游业务', true],
  ['国内旅游业务、入境旅游业务（出境旅游业务除外）', false],
  ['国内旅游业务、入境旅游业务，出境旅游除外', false],
  ['国内旅游业务、入境旅游业务（不含出境旅游业务）', false],
  ['除出境旅游业务以外的旅游业务', false],
  ['国内旅游业务、入境旅游业务', false],
])('the scope «%s» says whether an agency goes abroad: %s', async (scope, abroad) => {
  const { db } = desk.app;
  const agency = desk.agency.id;
  await db.query(
    sql`update enterprise_licence set scope = ${scope} where enterprise_id = ${agency} and kind = 'agency'`,
  );
  const row = await db.row<{ may: boolean }>(sql`select ${goesAbroad} as may from enterprise e where e.id = ${agency}`);
  expect(row?.may).toBe(abroad);
});
