import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/engine.ts';
import { aside } from '../../../test/watched-tables.ts';
import { type Agency, openAgency, stop } from './agency.ts';
import { at, dayTrip, type Fleet, insure, openFleet, tourist } from './team.ts';

/** What a change of a team on file asks of its coach firm, its tourists and its crew. */
let app: TestApp;
let agency: Agency;
let fleet: Fleet;
let bureau: Client;
beforeAll(async () => {
  app = await startApp();
  agency = await openAgency(app);
  await insure(app, agency);
  fleet = await openFleet(app);
  bureau = await app.client({ officer: 'admin' });
}, 120_000);
afterAll(() => app.close());

type Data = Record<string, unknown> & { id: number; errors?: Record<string, string[]> };
const own = (action: string) => `/api/travel.itinerary/${action}`;
const errorsOf = (answer: WireAnswer<Data>) => Object.keys(answer.data?.errors ?? {}).toSorted();
const read = async (id: number) => (await bureau.get<{ row: Data }>('/admin/travel.itinerary/edit', { id })).data.row;
const coach = async () => ({ vehicle_id: (await fleet.vehicle()).id, driver_id: await fleet.driver() });
const asked = (id: number) =>
  app.db.rows<{ id: number; status: string; driver_id: number; from: number; people: number }>(sql`
    select id, status, driver_id, extract(epoch from from_at)::int as "from", people from travel_dispatch where itinerary_id = ${id} order by id`);
const statesOf = async (id: number) => (await asked(id)).map(({ status }) => status);
const answer = (id: number, move: 'confirm' | 'decline', more: object = {}) =>
  fleet.owner.post<Data>(`/api/travel.dispatch/${move}`, { id, ...more });

async function agree(id: number): Promise<void> {
  for (const one of await asked(id)) if (one.status === 'asked') await answer(one.id, 'confirm');
}
async function confirmed(more: object = {}): Promise<number> {
  const trip = await dayTrip(app, agency, { vehicles: [await coach()], ...more });
  const { id } = (await agency.owner.post<Data>(own('add'), trip)).data;
  expect((await agency.owner.post(own('submit'), { id })).code).toBe(1);
  await agree(id);
  expect((await read(id)).status).toBe('confirmed');
  return id;
}
const change = (id: number, more: object) =>
  agency.owner.post<Data>(own('edit'), {
    ...{ id, change_reason: 'vehicle', change_note: `变更 ${process.hrtime.bigint()}`, ...more },
  });
async function changed(id: number, more: object): Promise<void> {
  const said = await change(id, more);
  expect(said.code, JSON.stringify(said.data)).toBe(1);
}
const onTheRoad = (id: number) =>
  aside(app.db, (tx) =>
    tx.query(sql`update travel_itinerary set status = 'departed', departed_at = now() where id = ${id}`),
  );
const toldOf = (code: string, id: number) =>
  app.db.rows<{ content: string }>(
    sql`select content from message_notice where template_code = ${code} and row_id = ${id} and resource = 'travel/itinerary'`,
  );

describe('the word of a coach firm', () => {
  test('is for a vehicle with its driver at a time: another driver or other hours are asked for anew', async () => {
    const one = await coach();
    const id = await confirmed({ vehicles: [one] });
    const [row] = (await read(id)).vehicles as [object];
    const driver_id = await fleet.driver('王师傅');
    await changed(id, { vehicles: [{ ...row, driver_id }] });
    expect(await asked(id)).toMatchObject([
      { status: 'released', driver_id: one.driver_id },
      { status: 'asked', driver_id },
    ]);
    await agree(id);
    await changed(id, { start_at: at('2030-05-01T09:00') });
    expect(await asked(id)).toMatchObject([
      { status: 'released' },
      { status: 'released', from: at('2030-05-01T08:00') },
      { status: 'asked', driver_id, from: at('2030-05-01T09:00') },
    ]);
    await agree(id);
    const rows = (await read(id)).vehicles as [object];
    await changed(id, { vehicles: [{ ...rows[0], to_at: at('2030-05-01T17:00') }] });
    expect(await statesOf(id)).toEqual(['released', 'released', 'released', 'asked']);
  });

  test('stays where neither is changed, and says how many people there are now', async () => {
    const id = await confirmed();
    await changed(id, { remark: '只改备注' });
    expect(await statesOf(id)).toEqual(['confirmed']);
    const list = (await read(id)).tourists as object[];
    await changed(id, { tourists: [...list, tourist(), tourist()] });
    expect(await asked(id)).toMatchObject([{ status: 'confirmed', people: 5 }]);
  });

  test('of one vehicle in two parts of a trip is asked for both', async () => {
    const { vehicle_id, driver_id } = await coach();
    const noon = at('2030-05-01T13:00');
    const parts = [
      { vehicle_id, driver_id, to_at: noon },
      { vehicle_id, driver_id: await fleet.driver('赵师傅'), from_at: noon },
    ];
    const id = await confirmed({ vehicles: parts });
    expect(await statesOf(id)).toEqual(['confirmed', 'confirmed']);
    const [first] = (await read(id)).vehicles as [object];
    await changed(id, { vehicles: [first] });
    expect(await statesOf(id)).toEqual(['confirmed', 'released']);
  });

  test('that it cannot reaches the agency of a team on the road, which is asked to see to it', async () => {
    const id = await confirmed();
    await onTheRoad(id);
    await changed(id, { vehicles: [await coach()] });
    const last = (await asked(id)).at(-1);
    expect((await answer(last?.id ?? 0, 'decline', { reason: '车辆临时检修' })).code).toBe(1);
    expect((await read(id)).status).toBe('departed');
    expect(await toldOf('team_coach_declined', id)).toEqual([{ content: expect.stringContaining('车辆临时检修') }]);
    // saved again without another vehicle, its firm is asked again
    await changed(id, { remark: '再次联系车企' });
    expect(await statesOf(id)).toEqual(['released', 'declined', 'asked']);
  });
});

describe('consent of the tourists', () => {
  const consents = { change_reason: 'weather' };
  test('is asked for by what becomes a shop or a paid extra, not by what is new alone', async () => {
    const shop = stop(1, '茶叶店', '12:30', 30, { poi_type: 'shop' });
    const extra = stop(1, '温泉', '16:30', 60, { is_optional_paid: '1', fee: '98.00' });
    const id = await confirmed({ stops: [stop(1, '大理古城', '10:00', 120), shop, extra] });
    const stopsOf = async () => (await read(id)).stops as [object, object, object];
    const [before, its, late] = await stopsOf();
    const asks = async (...stops: object[]) => errorsOf(await change(id, { ...consents, stops }));
    // of what stays, at another hour, nobody asks
    await changed(id, { ...consents, stops: [before, { ...its, arrive: '13:00' }, late] });
    const [town, tea, spring] = await stopsOf();
    expect(await asks({ ...town, poi_type: 'shop' }, tea, spring)).toEqual(['consent_file']);
    expect(await asks(town, { ...tea, name: '玉器城' }, spring)).toEqual(['consent_file']);
    expect(await asks({ ...town, is_optional_paid: '1', fee: '60.00' }, tea, spring)).toEqual(['consent_file']);
    expect(await asks(town, tea, { ...spring, name: '索道' })).toEqual(['consent_file']);
    const dance = stop(1, '歌舞表演', '17:40', 15, { is_optional_paid: '1', fee: '120.00' });
    expect(await asks(town, tea, spring, dance)).toEqual(['consent_file']);
    // a shop turned into something else to be paid for is another thing
    expect(await asks(town, { ...tea, poi_type: 'scenic', is_optional_paid: '1', fee: '9.00' }, spring)).toEqual([
      'consent_file',
    ]);
    const consent_file = await agency.paper();
    await changed(id, { ...consents, consent_file, stops: [town, tea, spring, dance] });
    expect((await read(id)).stops).toMatchObject([{}, {}, {}, { name: '歌舞表演' }]);
    // signed for that, and not for the next
    const more = (await read(id)).stops as object[];
    expect(await asks(...more, stop(1, '特产超市', '15:59', 1, { poi_type: 'shop' }))).toContain('consent_file');
  });
});
