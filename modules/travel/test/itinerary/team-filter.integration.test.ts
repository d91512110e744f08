import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { Client } from '../../../../test/support/test-engine.ts';
import { withoutWatch } from '../../../../test/support/watch-writes.ts';
import { openAgency } from '../agency.ts';
import { type Data, type OfficeSetup, office, openOffice, own } from '../office-setup.ts';
import { newGuide } from '../team.ts';

/** Teams by the plates of their coaches and the names of their guides and drivers (domain reference §2.E). */
let setup: OfficeSetup;
beforeAll(async () => {
  setup = await openOffice();
}, 120_000);
afterAll(() => setup.app.close());

const search = async (who: Client, path: string, field: string, operator: string, val: string) => {
  const answer = await who.get<{ list: Data[]; total: number }>(path, { search: [{ field, operator, val }] });
  expect(answer.code, answer.msg).toBe(1);
  expect(answer.data.total).toBe(answer.data.list.length);
  return answer.data.list.map(({ id }) => id).toSorted((a, b) => a - b);
};

test('teams are found by plate, guide and either driver, by officers and members, and never beyond their reach', async () => {
  const { app, agency, fleet, bureau, draft } = setup;
  const [bus, van] = [await fleet.vehicle(), await fleet.vehicle()];
  const [first, second] = [await fleet.driver('杨德・山'), await fleet.driver('和志强')];
  await app.db.query(sql`update crew_driver set name = '杨德·山' where id = ${first}`);
  const guide_id = await newGuide(app, '阿依·古丽');
  const guides = [{ guide_id, role: 'national' }];
  const one = await draft({ guides, vehicles: [{ vehicle_id: bus.id, driver_id: first }] });
  const two = await draft({
    vehicles: [{ vehicle_id: van.id, driver_id: second, second_driver_id: first }],
    start_at: Date.parse('2030-06-01T08:00+08:00') / 1000,
    end_at: Date.parse('2030-06-01T18:00+08:00') / 1000,
  });
  const none = await draft();
  await withoutWatch(app.db, (tx) =>
    tx.query(sql`update travel_itinerary set status = 'finished' where id in (${one}, ${two}, ${none})`),
  );
  for (const [who, path] of [
    [bureau, office('index')],
    [agency.owner, own('index')],
  ] as const) {
    for (const [field, operator, val, found] of [
      ['plate', '=', bus.plate, [one]],
      ['plate', '=', `车牌 ${bus.plate.slice(0, 2)}·${bus.plate.slice(2)}`, [one]],
      ['plate', 'LIKE', bus.plate.slice(3).toLowerCase(), [one]],
      ['plate', 'IN', `${bus.plate},${van.plate}`, [one, two]],
      ['guide', 'LIKE', '阿依•古', [one]],
      ['guide', '=', '阿依·古丽', [one]],
      ['driver', 'LIKE', '杨德・', [one, two]],
      ['driver', '=', '和志强', [two]],
      ['driver', 'LIKE', '没有这个人', []],
      ['plate', 'NULL', '', [none]],
      ['plate', 'NOT NULL', '', [one, two]],
      ['driver', 'NOT LIKE', '杨德', [none]],
      ['plate', '<>', bus.plate, [two, none]],
    ] as const)
      expect(await search(who, path, field, operator, val), `${field} ${operator} ${val}`).toEqual(found);
  }
  const other = await openAgency(app);
  expect(await search(other.owner, own('index'), 'plate', '=', bus.plate), 'nobody else learns of them').toEqual([]);
  const either = {
    any: [
      [
        { field: 'plate', operator: '=', val: bus.plate },
        { field: 'driver', operator: '=', val: '和志强' },
      ],
    ],
  };
  expect((await bureau.get<{ total: number }>(office('index'), either)).data.total).toBe(2);
  const figures = { name: 'teams', search: [{ field: 'driver', operator: 'LIKE', val: '杨德・' }] };
  for (const [path, more] of [
    [office('measure'), {}],
    ['/admin/report/index', { resource: 'travel/itinerary', by: 'status' }],
  ] as const) {
    const answer = await bureau.get<object>(path, { ...figures, ...more });
    expect([path, answer.code, answer.msg]).toEqual([path, 1, expect.anything()]);
  }
  for (const field of ['vehicles', 'plates', 'vehicles.plate', 'toString', '__proto__'])
    expect((await bureau.get(office('index'), { search: [{ field, operator: '=', val: 'x' }] })).code, field).toBe(0);
  const plan = await app.db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off');
    return tx.rows(
      sql`explain select from travel_assigned_vehicle r where bigrams(lower(r.plate)) @> bigrams(${'云a1'})`,
    );
  });
  expect(JSON.stringify(plan)).toContain('travel_assigned_vehicle_plate');
});
