import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../../test/support/test-engine.ts';
import { watchWrites, withoutWatch } from '../../../../test/support/watch-writes.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { productTemplate } from '../../contract/product/itinerary-template-of-product.ts';
import { type Agency, divisionOf, openAgency, threeDays } from '../agency.ts';
import { newGuide, openFleet } from '../team.ts';

/** Itineraries created from a template and a day, by agencies and officers. */
let app: TestApp;
let agency: Agency;
let bureau: Client;
beforeAll(async () => {
  app = await startApp();
  agency = await openAgency(app);
  bureau = await app.client({ officer: 'admin' });
  await watchWrites(app.db, [productTemplate, itinerary]);
}, 120_000);
afterAll(() => app.close());

type Data = Record<string, unknown> & { id: number; errors?: Record<string, string[]>; reason?: string };
const quickAdd = '/api/travel.itinerary/quickAdd';
const start_date = addDays(shanghaiToday(), 3);
const add = async (by: Agency, more: object = {}): Promise<number> => {
  const form = { name: '大理丽江三日', agency_id: by.id, default_price: '980.00', ...threeDays, ...more };
  const answer = await by.owner.post<Data>('/api/travel.template/add', form);
  expect(answer.code, JSON.stringify(answer.data)).toBe(1);
  return answer.data.id;
};
/** Reads it as its agency: drafts are visible only to them. */
const read = async (id: number, by = agency.owner) =>
  (await by.get<{ row: Data }>('/api/travel.itinerary/edit', { id })).data.row;
const used = (id: number) =>
  app.db.row<{ use_count: number; at: boolean }>(
    sql`select use_count, last_used_at is not null as at from travel_template where id = ${id}`,
  );
const idNo = (n: number) => {
  const body = `53010219900101${String(n).padStart(3, '0')}`;
  return body + String(idNumberCheckDigit(body));
};
const fields = ({ data }: WireAnswer<Data>) => (data.unresolved as { field: string }[]).map(({ field }) => field);

describe('without a template', () => {
  test('an agency gets the message that clients know', async () => {
    const answer = await agency.owner.post<Data>(quickAdd, { template_id: 1, start_date });
    expect([answer.code, answer.msg]).toEqual([0, '没有产品模板,请先添加产品模板才能快速创建行程']);
    expect(answer.data.reason).toBe('no_template');
    const english = await app.client({ member: agency.username }, 'en');
    expect((await english.post(quickAdd, {})).msg).toBe(
      'no product template, add one first to quickly create an itinerary',
    );
  });
});

describe('of a template', () => {
  test.each(['2027-02-30', '2026-02-29', '2026-13-01', '0000-01-01', '9999-12-31'])(
    '%s is refused as a day of departure',
    async (impossible) => {
      const template_id = await add(agency, { name: '没有这一天' });
      for (const [client, address] of [
        [agency.owner, quickAdd],
        [bureau, '/admin/travel.itinerary/quickAdd'],
      ] as const) {
        const answer = await client.post<Data>(address, { template_id, start_date: impossible });
        expect([answer.status, answer.code, Object.keys(answer.data.errors ?? {})]).toEqual([200, 0, ['start_date']]);
      }
    },
  );

  test('a draft is created with stops on the days from the departure on', async () => {
    const template_id = await add(agency);
    const answer = await agency.owner.post<Data>(quickAdd, { template_id, start_date });
    expect(answer.code, JSON.stringify(answer.data)).toBe(1);
    expect(fields(answer)).toEqual([
      'tourists',
      'guides',
      'vehicles',
      'contract_nos',
      'total_fee',
      'destination_areas',
      'days.0.hotel_name',
      'days.1.hotel_name',
    ]);
    const row = await read(answer.data.id);
    expect(row).toMatchObject({ status: 'draft', template_id, agency_id: agency.id, total_fee: '0.00' });
    const at = (day: number, time: string) => Date.parse(`${addDays(start_date, day)}T${time}:00+08:00`) / 1000;
    expect([row.start_at, row.end_at]).toEqual([at(0, '14:00'), at(2, '13:00')]);
    const stops = row.stops as Data[];
    expect(stops.map(({ name, plan_arrive }) => [name, plan_arrive])).toEqual(
      threeDays.stops.map(({ name, arrive, day_no }) => [name, at(Number(day_no) - 1, arrive)]),
    );
    expect(await used(template_id)).toEqual({ use_count: 1, at: true });
  });

  test('the list, the fee and the details of the product are copied', async () => {
    const product = {
      title: '大理三日游',
      category: 'study',
      agency_id: agency.id,
      departure_area: '530103',
      nights: 2,
      destination_areas: [await divisionOf(app, '532901')],
      transport: 'coach',
      min_group: 1,
      price_from: '900.00',
      includes: '住宿',
      excludes: '个人消费',
      safety_notice: '注意',
      cancel_policy: '可退',
      ...threeDays,
    };
    const made = await agency.owner.post<Data>('/api/travel.product/add', product);
    const template_id = await add(agency, { product_id: made.data.id });
    const tourists = [1, 2].map((n) => ({
      name: n === 1 ? '张三' : '李四',
      id_type: 'id_card',
      id_no: idNo(n),
      mobile: '13800138000',
    }));
    const answer = await agency.owner.post<Data>(quickAdd, { template_id, start_date, tourists });
    expect(answer.code, JSON.stringify(answer.data)).toBe(1);
    expect(fields(answer)).not.toContain('tourists');
    expect(await read(answer.data.id)).toMatchObject({
      kind: 'study',
      area_code: '530103',
      product_id: made.data.id,
      tourist_count: 2,
      total_fee: '1960.00',
      destination_areas: product.destination_areas,
    });
  });

  test('the usual guide and coach are assigned if they are available, and named if not', async () => {
    const fleet = await openFleet(app);
    const crew = {
      guide_id: await newGuide(app, '常导'),
      driver_id: await fleet.driver(),
      vehicle_id: (await fleet.vehicle()).id,
    };
    // lists in the form of an itinerary offer what its writer may choose there: coaches and guides of others
    for (const [name, of, id] of [
      ['crew.vehicle', 'assignedVehicle.vehicle_id', crew.vehicle_id],
      ['crew.guide', 'assignedGuide.guide_id', crew.guide_id],
    ] as const)
      for (const [client, side] of [
        [agency.owner, 'api'],
        [bureau, 'admin'],
      ] as const) {
        const query = { select: true, of: `travel/${of}`, initKey: 'id', initValue: [id] };
        const { list } = (await client.get<{ list: Data[] }>(`/${side}/${name}/index`, query)).data;
        expect(
          list.map((one) => one.id),
          `${side} ${of}`,
        ).toEqual([id]);
      }
    const half = await agency.owner.post<Data>('/api/travel.template/add', {
      name: '缺驾驶员',
      agency_id: agency.id,
      vehicle_id: crew.vehicle_id,
      ...threeDays,
    });
    expect(half.data.errors).toHaveProperty('driver_id');
    const template_id = await add(agency, crew);
    const free = await agency.owner.post<Data>(quickAdd, { template_id, start_date });
    expect(fields(free)).not.toContain('guides');
    const { guide_id, vehicle_id, driver_id } = crew;
    expect(await read(free.data.id)).toMatchObject({ guides: [{ guide_id }], vehicles: [{ vehicle_id, driver_id }] });
    await withoutWatch(app.db, (tx) =>
      tx.query(sql`update travel_itinerary set status = 'submitted' where id = ${free.data.id}`),
    );
    const busy = await agency.owner.post<Data>(quickAdd, { template_id, start_date });
    const unresolved = busy.data.unresolved as { field: string; label: string }[];
    expect(unresolved.find(({ field }) => field === 'guides')?.label).toBe('默认导游常导该时段不可用，请另选');
    expect(unresolved.find(({ field }) => field === 'vehicles')?.label).toContain('该时段不可用');
    expect(await read(busy.data.id)).toMatchObject({ guides: [], vehicles: [] });
    const after = await agency.owner.post<Data>(quickAdd, { template_id, start_date: addDays(start_date, 4) });
    expect(fields(after)).not.toContain('vehicles');
  });

  test('it needs at least one day, when it is created and when it is enabled again', async () => {
    const form = { name: '空骨架', agency_id: agency.id, default_price: '1.00' };
    const empty = await agency.owner.post<Data>('/api/travel.template/add', form);
    expect([empty.code, empty.data.errors]).toEqual([0, { days: ['请填写每日安排'] }]);
    const id = await add(agency);
    const emptied = await agency.owner.post<Data>('/api/travel.template/edit', { id, days: [], stops: [] });
    expect(Object.keys(emptied.data.errors ?? {})).toEqual(['days']);
    expect((await agency.owner.post('/api/travel.template/disable', { id })).code).toBe(1);
    expect((await agency.owner.post('/api/travel.template/edit', { id, days: [], stops: [] })).code).toBe(1);
    const enabled = await agency.owner.post<Data>('/api/travel.template/enable', { id });
    expect([enabled.code, enabled.msg]).toEqual([0, '请先填写每日安排']);
  });

  test('the kind of the team follows from its days, whatever the product says', async () => {
    const template_id = await add(agency);
    await withoutWatch(app.db, (tx) =>
      tx.query(sql`
      with p as (insert into travel_product (code, revision, title, category, agency_id, departure_area, destination_areas, transport, nights, min_group, price_from, includes, excludes, safety_notice, cancel_policy, status)
        values (${`XLOLD${template_id}`}, 1, '旧一日游', 'one_day', ${agency.id}, '530102', '{}', 'coach', 2, 1, 100, '', '', '', '', 'on_sale') returning id)
      update travel_template set product_id = p.id from p where travel_template.id = ${template_id}`),
    );
    const made = await agency.owner.post<Data>(quickAdd, { template_id, start_date });
    expect(made.code, JSON.stringify(made.data)).toBe(1);
    expect(await read(made.data.id)).toMatchObject({ kind: 'province' });
  });

  test('invalid people are reported at their place, and nothing is created or counted', async () => {
    const template_id = await add(agency);
    const tourists = [{ name: '王五', id_type: 'id_card', id_no: '530102199001010011' }];
    const answer = await agency.owner.post<Data>(quickAdd, { template_id, start_date, tourists });
    expect(answer.code).toBe(0);
    expect(Object.keys(answer.data.errors ?? {})).toEqual(['tourists.0.id_no']);
    expect(await used(template_id)).toEqual({ use_count: 0, at: false });
  });

  test('the template must be chosen if there are several', async () => {
    await add(agency);
    for (const template_id of [undefined, '', 'x', -1]) {
      const answer = await agency.owner.post<Data>(quickAdd, { template_id, start_date });
      expect([answer.code, answer.data.errors], String(template_id)).toEqual([0, { template_id: ['请选择产品模板'] }]);
    }
    const english = await app.client({ member: agency.username }, 'en');
    const answer = await english.post<Data>(quickAdd, {});
    expect(answer.data.errors).toEqual({ template_id: ['Choose a product template'] });
  });

  test('the day must not be in the past', async () => {
    const template_id = await add(agency);
    for (const wrong of ['', '2026-02-31x', 'soon', addDays(shanghaiToday(), -1)]) {
      const answer = await agency.owner.post<Data>(quickAdd, { template_id, start_date: wrong });
      expect(answer.data.errors, wrong).toHaveProperty('start_date');
    }
  });

  test('a disabled one or one of another agency is not found; one recommended by the bureau is for everybody', async () => {
    const template_id = await add(agency);
    const other = await openAgency(app);
    const own = await add(other);
    const quickly = (by: Client, id: number) => by.post<Data>(quickAdd, { template_id: id, start_date });
    expect((await quickly(other.owner, template_id)).msg).toBe('记录不存在');
    await other.owner.post('/api/travel.template/disable', { id: own });
    expect((await quickly(other.owner, own)).msg).toBe('记录不存在');

    expect((await agency.owner.post('/api/travel.template/edit', { id: template_id, sharing: 'shared' })).code).toBe(0);
    const shared = await bureau.post<Data>('/admin/travel.template/edit', { id: template_id, sharing: 'shared' });
    expect(shared.code, JSON.stringify(shared.data)).toBe(1);
    const made = await quickly(other.owner, template_id);
    expect(made.code, JSON.stringify(made.data)).toBe(1);
    expect(await read(made.data.id, other.owner)).toMatchObject({ agency_id: other.id, product_id: null });
    const offered = await other.owner.get<{ list: Data[] }>('/api/travel.template/offered');
    expect(offered.data.list).toMatchObject([{ id: template_id, own: false, agency: agency.name }]);
  });

  test('an ordinary form cannot name one of another agency either', async () => {
    const template_id = await add(agency);
    const other = await openAgency(app);
    const form = {
      template_id,
      agency_id: other.id,
      kind: 'province',
      start_at: 1_900_000_000,
      end_at: 1_900_100_000,
      area_code: '530102',
      destination_areas: [await divisionOf(app, '532901')],
      total_fee: '1.00',
      emergency_contact: '王一',
      emergency_mobile: '13800138000',
    };
    const answer = await other.owner.post<Data>('/api/travel.itinerary/add', form);
    expect(Object.keys(answer.data.errors ?? {})).toEqual(['template_id']);
  });

  test('officers create one for an agency in their area; a repeated key creates one draft', async () => {
    const template_id = await add(agency);
    const headers = { 'idempotency-key': `quick-${template_id}` };
    const quickly = () => bureau.post<Data>('/admin/travel.itinerary/quickAdd', { template_id, start_date }, headers);
    const [first, second] = [await quickly(), await quickly()];
    expect(first.code, JSON.stringify(first.data)).toBe(1);
    expect(second.data).toEqual(first.data);
    expect(await used(template_id)).toEqual({ use_count: 1, at: true });
  });
});
