import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadMaterials } from '#modules/enterprise/test/form.ts';
import { openAgency } from '#modules/travel/test/agency.ts';
import { type OfficeSetup, openOffice } from '#modules/travel/test/office-setup.ts';
import { dayTrip } from '#modules/travel/test/team.ts';
import { sql } from '#server/db/sql.ts';
import { XingjianClient } from '../clients/xingjian-client.ts';

/** Applications that file teams and report readings, in their area. */
let office: OfficeSetup;
let made = 0;

beforeAll(async () => {
  office = await openOffice();
  await uploadMaterials(office.app.engine);
});
afterAll(() => office.app.close());

const scopes = ['itinerary.write', 'itinerary.read', 'flow.write', 'vehicle.gps.write'];

async function application(more: object = {}): Promise<XingjianClient> {
  const done = async <T>(action: string, body: object): Promise<T> => {
    const answer = await office.bureau.post<T>(`/admin/api.application/${action}`, body);
    expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
    return answer.data;
  };
  const { id } = await done<{ id: number }>('add', {
    name: `旅行社系统${++made}`,
    owner_org: '某软件公司',
    contact: '李四',
    purpose: '报送行程单和位置',
    scopes,
    area_code: '530100',
    mask_level: 'partial',
    sandbox: '0',
    algorithm: 'sm3',
    rpm: 600,
    burst: 60,
    quota: 1000,
    expire_on: '2099-12-31',
    agreement: '/storage/private/test/licence.png',
    ...more,
  });
  await done('approve', { id, document_no: '1' });
  await done('activate', { id });
  const { app_key: appKey, secret } = await done<{ app_key: string; secret: string }>('issueSecret', { id });
  return new XingjianClient({ address: office.app.address, appKey, secret });
}
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const teams = async () =>
  (await office.app.db.row<{ n: number }>(sql`select count(*)::int as n from travel_itinerary`))?.n ?? 0;

test('a team is filed with all checks of a submission, or not at all', async () => {
  const client = await application();
  const trip = async (of = office.agency, more: object = {}) =>
    dayTrip(office.app, of, { vehicles: [await office.coach()], ...more });
  const id = await client.add('travel/itinerary', await trip());
  expect(await client.get('travel/itinerary', id)).toMatchObject({ id, status: 'submitted', tourist_count: 3 });
  expect(await office.dispatches(id)).toMatchObject([{ status: 'asked' }]);
  const before = await teams();
  // refused by the form, and by the checks of the submission
  const added = (values: object) => refusalOf(client.add('travel/itinerary', values));
  expect(await added(await trip(office.agency, { end_at: 1 }))).toMatchObject({ status: 422, code: 'invalid' });
  expect(await added(await trip(office.agency, { vehicles: [] }))).toMatchObject({
    code: expect.any(String),
    message: expect.stringContaining('请安排车辆和驾驶员'),
  });
  expect(await teams()).toBe(before);
});

test('a team of an agency outside the area is refused, like one of no agency', async () => {
  const elsewhere = await application({ area_code: '530300' });
  const trip = await dayTrip(office.app, office.agency);
  for (const agency_id of [office.agency.id, 999_999, 'x'])
    expect(await refusalOf(elsewhere.add('travel/itinerary', { ...trip, agency_id }))).toMatchObject({
      status: 403,
      code: 'area',
    });
  const reader = await application({ scopes: ['itinerary.read'] });
  expect(await refusalOf(reader.add('travel/itinerary', trip))).toMatchObject({ status: 403, code: 'scope' });
});

test('positions are stored by plate, once, for vehicles of the area', async () => {
  const client = await application();
  const { id, plate } = await office.fleet.vehicle();
  const at = Math.floor(Date.now() / 1000) - 60;
  const rows: object[] = [
    { plate: plate.replace('云A', '云a ').toLowerCase(), at, place: { lng: 102.7, lat: 25.05 }, speed: 60 },
    { plate, at: at + 30, place: { lng: 102.71, lat: 25.05 } },
    { plate: '云A99999', at, place: { lng: 102.7, lat: 25.05 } },
    { plate, at, place: { lng: 402.7, lat: 25.05 } },
    [],
  ];
  const told = await client.report('enforcement/position', rows);
  expect(told).toMatchObject({ stored: 2, refused: 3, known: 0 });
  expect(told.rows.map(({ result }) => result)).toEqual(['stored', 'stored', 'refused', 'refused', 'refused']);
  expect((await client.report('enforcement/position', rows)).known).toBe(2);
  const stored = await office.app.db.row(
    sql`select count(*)::int as n, max(speed) as speed from enforcement_position where of_id = ${id}`,
  );
  expect(stored).toEqual({ n: 2, speed: 60 });
  const elsewhere = await application({ area_code: '530300' });
  expect(await elsewhere.report('enforcement/position', rows.slice(0, 2))).toMatchObject({ stored: 0, refused: 2 });
  for (const wrong of [[], Array.from({ length: 1001 }, () => rows[0] as object)])
    expect(await refusalOf(client.report('enforcement/position', wrong))).toMatchObject({
      status: 400,
      code: 'parameter',
    });
});

test('visitor counts of a spot are stored, and the sandbox stores nothing', async () => {
  const operator = await openAgency(office.app, { ent_type: 'scenic' });
  const spot = await office.bureau.post<{ id: number }>('/admin/scenic.spot/add', {
    name: '翠湖景区',
    name_en: 'Green Lake',
    enterprise_id: operator.id,
    grade: '4a',
    area_code: '530102',
    place: { lng: 102.7, lat: 25.05 },
    duty_phone: '0871-67711278',
  });
  const of = spot.data.id;
  const rows = [{ of, at: Math.floor(Date.now() / 1000) - 30, inside: 120, source: '东门' }];
  const count = async () =>
    (await office.app.db.row<{ n: number }>(sql`select count(*)::int as n from scenic_flow where of_id = ${of}`))?.n;
  const trial = await application({ sandbox: '1' });
  expect(await trial.report('scenic/flow', [...rows, { of, at: 1, inside: -1 }])).toMatchObject({
    stored: 1,
    refused: 1,
  });
  expect(await count()).toBe(0);
  const client = await application();
  expect(await client.report('scenic/flow', rows)).toMatchObject({ stored: 1 });
  expect(await count()).toBe(1);
  const document = (await client.request('GET', '/open/v1/openapi.json')) as { paths: Record<string, object> };
  expect(Object.entries(document.paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual(
    expect.arrayContaining([
      ['/open/v1/travel/itinerary', expect.arrayContaining(['get', 'post'])],
      ['/open/v1/scenic/flow', ['post']],
      ['/open/v1/enforcement/position', ['post']],
    ]),
  );
  expect(JSON.stringify(document.paths['/open/v1/enforcement/position'])).toContain('"plate"');
});
