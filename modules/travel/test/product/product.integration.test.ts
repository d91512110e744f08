import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../../test/support/test-engine.ts';
import { watchWrites } from '../../../../test/support/watch-writes.ts';
import { product } from '../../contract/product/tour-product.ts';
import { type Agency, divisionOf, openAgency, stop, threeDays } from '../agency.ts';

/** Products from the draft to the sale and to their next version, by an agency and its county. */
let app: TestApp;
let agency: Agency;
let bureau: Client;
let dali: number;
beforeAll(async () => {
  app = await startApp();
  agency = await openAgency(app);
  bureau = await app.client({ officer: 'admin' });
  dali = await divisionOf(app, '532901');
  await watchWrites(app.db, [product]);
}, 120_000);
afterAll(() => app.close());

type Data = Record<string, unknown> & { id: number; reason?: string; errors?: Record<string, string[]> };
const own = (action: string) => `/api/travel.product/${action}`;
const office = (action: string) => `/admin/travel.product/${action}`;
const errorsOf = (answer: WireAnswer<Data>) => answer.data?.errors ?? {};
const tomorrow = addDays(shanghaiToday(), 1);

const form = (more: object = {}) => ({
  title: '大理丽江三日游',
  category: 'province',
  agency_id: agency.id,
  departure_area: '530102',
  destination_areas: [dali],
  transport: 'coach',
  nights: 2,
  min_group: 10,
  max_group: 40,
  price_from: '1200.00',
  includes: '住宿、交通',
  excludes: '个人消费',
  safety_notice: '注意安全',
  cancel_policy: '提前七日全退',
  prices: [{ date: tomorrow, adult: '1200.00', child: '600.00', stock: 30 }],
  ...threeDays,
  ...more,
});
const add = (more: object = {}, by = agency.owner) => by.post<Data>(own('add'), form(more));
/** Reads it as its agency: drafts are visible only to them. */
const read = async (id: number) => (await agency.owner.get<{ row: Data }>(own('edit'), { id })).data.row;
async function move(by: Client, path: string, id: number, more: object = {}): Promise<void> {
  const answer = await by.post<Data>(path, { id, ...more });
  expect(answer.code, `${path}: ${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
}
async function complete(more: object = {}): Promise<number> {
  const answer = await add({ images: [await agency.picture()], ...more });
  expect(answer.code, JSON.stringify(answer.data)).toBe(1);
  return answer.data.id;
}
async function onSale(more: object = {}): Promise<number> {
  const id = await complete(more);
  await move(agency.owner, own('submit'), id);
  await move(bureau, office('approve'), id);
  await move(agency.owner, own('sell'), id);
  return id;
}

describe('a form', () => {
  test('creates a numbered first version with a count of its days', async () => {
    const { id } = (await add()).data;
    const row = await read(id);
    expect(row).toMatchObject({ status: 'draft', revision: 1, day_count: 3, per_day: '400.00', price_check: 'none' });
    expect(row.code).toMatch(/^XL\d{2}\d{5}$/);
    expect(row.stops).toMatchObject([{ name: '大理古城', is_shopping: '0' }, {}, {}, {}, {}]);
  });

  test('has each error reported at its field', async () => {
    const { days, stops } = threeDays;
    const faults = {
      title: '零团费大理游',
      nights: 4,
      max_group: 5,
      prices: [
        { date: tomorrow, adult: '1199.99', stock: 1 },
        { date: addDays(shanghaiToday(), 3), adult: '0.00', stock: 1 },
      ],
      days,
      stops: [
        ...stops,
        stop(3, '古镇', '12:59', 10),
        stop(4, '何处', '08:00', 10),
        stop(3, '演出', '14:00', 60, { is_optional_paid: '1' }),
      ],
    };
    const first = errorsOf(await add(faults));
    expect(Object.keys(first)).toEqual(['prices.1.adult', 'title']);
    const errors = errorsOf(await add({ ...faults, prices: faults.prices.slice(0, 1) }));
    expect(Object.keys(errors).toSorted()).toEqual(
      ['max_group', 'nights', 'prices.0.adult', 'stops.5.arrive', 'stops.6.day_no', 'stops.7.fee', 'title'].toSorted(),
    );
    expect(errors.title?.[0]).toContain('零团费');
    expect(errors['stops.5.arrive']?.[0]).toBe('不能早于上一站“玉龙雪山”结束的时间 13:00');
  });

  test('names banned words to its agency while it is filled in', async () => {
    const texts = { title: '云南零 团费游', includes: '国家级风景名胜区门票', tags: '顶级' };
    const { data } = await agency.owner.post<{ list: { field: string }[] }>(own('screen'), texts);
    expect(data.list.map(({ field }) => field)).toEqual(['title', 'tags']);
  });

  test('accepts no past day, and none twice', async () => {
    const past = { date: addDays(shanghaiToday(), -1), adult: '1200.00', stock: 1 };
    expect(errorsOf(await add({ prices: [past] }))).toHaveProperty(['prices.0.date']);
    const twice = { date: tomorrow, adult: '1200.00', stock: 1 };
    expect(errorsOf(await add({ prices: [twice, twice] }))).toHaveProperty(['prices.1.date']);
  });

  test('must match its days: three days are no day trip, and need a destination', async () => {
    expect(errorsOf(await add({ category: 'one_day' })).category?.[0]).toContain('这里安排了 3 天');
    const home = await divisionOf(app, '530102');
    expect(errorsOf(await add({ destination_areas: [home] }))).toHaveProperty('destination_areas');
    expect((await add({ destination_areas: [home, dali] })).code).toBe(1);
    const local = { days: threeDays.days.slice(0, 1), stops: threeDays.stops.slice(0, 2), nights: 0 };
    const { id } = (await add({ ...local, category: 'one_day', destination_areas: [home] })).data;
    const longer = await agency.owner.post<Data>(own('edit'), { id, days: threeDays.days });
    expect(Object.keys(errorsOf(longer))).toEqual(['category']);
  });

  test('goes abroad only with a permit for it', async () => {
    expect(errorsOf(await add({ category: 'outbound' }))).toHaveProperty('category');
    const wide = await openAgency(app, { scope: ['domestic', 'inbound', 'outbound'] });
    const more = { category: 'outbound', agency_id: wide.id, abroad: '老挝万象', destination_areas: [] };
    expect((await add(more, wide.owner)).code).toBe(1);
    const narrow = await openAgency(app, { scope: ['domestic', 'inbound'] });
    expect(errorsOf(await add({ ...more, agency_id: narrow.id }, narrow.owner))).toHaveProperty('category');
  });

  test('lists the shops and extras that travellers agree to, or is flagged', async () => {
    const stops = [...threeDays.stops, stop(3, '玉石城', '14:00', 60, { poi_type: 'shop' })];
    const { id } = (await add({ stops })).data;
    expect(await read(id)).toMatchObject({ listing_check: 'unlisted' });
    const listed = { id, extras: [{ kind: 'shop', name: '玉石城', minutes: 60 }] };
    expect((await agency.owner.post(own('edit'), listed)).code).toBe(1);
    expect(await read(id)).toMatchObject({ listing_check: 'listed' });
  });
});

describe('the review', () => {
  test('requires what is still missing', async () => {
    const { id } = (await add({ days: [], stops: [] })).data;
    const errors = errorsOf(await agency.owner.post<Data>(own('submit'), { id }));
    expect(Object.keys(errors).toSorted()).toEqual(['days', 'images']);
    await agency.owner.post(own('edit'), { id, ...threeDays, stops: threeDays.stops.slice(0, 4) });
    expect(errorsOf(await agency.owner.post<Data>(own('submit'), { id }))).toHaveProperty(['days.2.title']);
  });

  test('is up to the bureau, and a submitted product cannot be changed', async () => {
    const id = await complete();
    await move(agency.owner, own('submit'), id);
    expect((await agency.owner.post(own('approve'), { id })).status).toBe(404);
    expect((await agency.owner.post(own('edit'), { id, title: '换一个标题' })).code).toBe(0);
    await move(bureau, office('reject'), id, { reason: '缺少安全告知' });
    expect(await read(id)).toMatchObject({ status: 'rejected', review_note: '缺少安全告知' });
    const notices = await app.db.rows<{ content: string }>(
      sql`select content from message_notice where template_code = 'product_refused' and row_id = ${id}`,
    );
    expect(notices).toEqual([{ content: expect.stringContaining('缺少安全告知') }]);
    await move(agency.owner, own('submit'), id);
    expect(await read(id)).toMatchObject({ status: 'submitted', review_note: null });
  });

  test('of a low price needs an officer with a reason; exactly 70 % is low, a cent more is not', async () => {
    const price = { title: '省内三日指导价', route_kind: 'province', day_count: 3, dest_area: '532900' };
    const more = { price_per_person_day: '400.00', issued_by: '云南省文化和旅游厅', valid_from: '2026-01-01' };
    const guidance = await bureau.post<Data>('/admin/travel.guidancePrice/add', { ...price, ...more });
    expect(guidance.code, JSON.stringify(guidance.data)).toBe(1);
    const prices: never[] = [];
    const low = await complete({ price_from: '840.00', prices });
    const fair = await complete({ price_from: '840.01', prices });
    expect(await read(low)).toMatchObject({ price_check: 'low', price_ratio: 70, guidance_per_day: '400.00' });
    expect(await read(fair)).toMatchObject({ price_check: 'fair' });
    const flagged = await agency.owner.get<{ list: Data[] }>(own('index'), {
      search: [{ field: 'price_check', operator: '=', val: 'low' }],
    });
    expect(flagged.data.list.map(({ id }) => id)).toEqual([low]);

    await move(agency.owner, own('submit'), low);
    expect((await bureau.post<Data>(office('approve'), { id: low })).msg).toContain('30%');
    expect(errorsOf(await bureau.post<Data>(office('approveLow'), { id: low }))).toHaveProperty('reason');
    await move(bureau, office('approveLow'), low, { reason: '淡季包车，成本已核实' });
    expect(await read(low)).toMatchObject({ status: 'approved', review_note: '淡季包车，成本已核实' });

    // a changed guidance price is compared again, and a deleted one no longer applies
    const edit = { id: guidance.data.id, price_per_person_day: '399.99' };
    expect((await bureau.post('/admin/travel.guidancePrice/edit', edit)).code).toBe(1);
    expect(await read(low)).toMatchObject({ price_check: 'fair', price_ratio: 70 });
    expect(
      (await bureau.post('/admin/travel.guidancePrice/edit', { ...edit, price_per_person_day: '400.01' })).code,
    ).toBe(1);
    expect(await read(fair)).toMatchObject({ price_check: 'low' });
    const gone = await bureau.post<Data>('/admin/travel.guidancePrice/del', { ids: [guidance.data.id] });
    expect(gone.code, gone.msg).toBe(1);
    expect(await read(low)).toMatchObject({ price_check: 'none', guidance_id: null, price_ratio: null });
  });
});

describe('a product on sale', () => {
  test('is changed by a new version, and stays on sale until that replaces it', async () => {
    const id = await onSale();
    expect((await agency.owner.post(own('edit'), { id, title: '改标题改标题' })).code).toBe(0);
    await move(agency.owner, own('revise'), id);
    const { next_id, code } = await read(id);
    const next = await read(Number(next_id));
    expect(next).toMatchObject({ code, revision: 2, status: 'draft', previous_id: id, title: '大理丽江三日游' });
    expect((next.stops as Data[]).map((one) => [one.name, one.arrive])).toEqual(
      threeDays.stops.map((one) => [one.name, `${one.arrive}:00`]),
    );
    expect(next.prices).toMatchObject([{ date: tomorrow, adult: '1200.00', stock: 30 }]);
    expect((await agency.owner.post<Data>(own('revise'), { id })).msg).toContain('新版本已在编制');
    const title = '大理丽江三日深度游';
    expect((await agency.owner.post(own('edit'), { id: next.id, title })).code).toBe(1);
    await move(agency.owner, own('submit'), next.id);
    await move(bureau, office('approve'), next.id);
    expect(await read(id)).toMatchObject({ status: 'on_sale' });
    await move(agency.owner, own('sell'), next.id);
    expect(await read(id)).toMatchObject({ status: 'superseded' });
    expect(await read(next.id)).toMatchObject({ status: 'on_sale', title });
  });

  test('is revised once, however many simultaneous requests there are', async () => {
    const id = await onSale();
    const answers = await Promise.all([1, 2, 3].map(() => agency.owner.post<Data>(own('revise'), { id })));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    const { code } = await read(id);
    const versions = await app.db.row(sql`select count(*)::int as n from travel_product where code = ${String(code)}`);
    expect(versions).toEqual({ n: 2 });
  });

  test('may be revised again after the draft was deleted', async () => {
    const id = await onSale();
    await move(agency.owner, own('revise'), id);
    const { next_id } = await read(id);
    const gone = await agency.owner.post(own('del'), { ids: [next_id] });
    expect(gone.code, gone.msg).toBe(1);
    expect(await read(id)).toMatchObject({ next_id: null });
    await move(agency.owner, own('revise'), id);
    expect((await agency.owner.post(own('del'), { ids: [id] })).code).toBe(0);
  });

  test('has a calendar that can be updated, but never below the reviewed prices', async () => {
    const id = await onSale();
    const [storedPrice] = (await read(id)).prices as Data[];
    const added = { date: addDays(shanghaiToday(), 2), adult: '1300.00', stock: 0 };
    expect((await agency.owner.post(own('edit'), { id, prices: [storedPrice, added] })).code).toBe(1);
    const low = { ...added, date: addDays(shanghaiToday(), 4), adult: '800.00' };
    expect(errorsOf(await agency.owner.post<Data>(own('edit'), { id, prices: [storedPrice, low] }))).toHaveProperty([
      'prices.1.adult',
    ]);
  });

  test('is suspended by the bureau with a reason, and goes off sale with its agency', async () => {
    const id = await onSale();
    await move(bureau, office('suspend'), id, { reason: '投诉核查期间' });
    expect((await agency.owner.post(own('sell'), { id })).code).toBe(0);
    await move(bureau, office('resume'), id);
    await move(agency.owner, own('takeOff'), id);
    await app.db.query(sql`update enterprise set status = 'suspended' where id = ${agency.id}`);
    expect((await agency.owner.post<Data>(own('sell'), { id })).data.reason).toBe('bad_transition');
    await app.db.query(sql`update enterprise set status = 'active' where id = ${agency.id}`);
    await move(agency.owner, own('sell'), id);
  });
});

describe('visibility', () => {
  test('products are seen by neither another agency nor another county', async () => {
    const id = await onSale();
    const other = await openAgency(app);
    expect((await other.owner.get<{ total: number }>(own('index'))).data.total).toBe(0);
    expect((await other.owner.post(own('revise'), { id })).msg).toBe('记录不存在');
    expect((await add({ agency_id: agency.id }, other.owner)).code).toBe(0);
  });

  test('an outlet has no products of its own', async () => {
    const outlet = await openAgency(app, { ent_type: 'agency_outlet' });
    expect(errorsOf(await add({ agency_id: outlet.id }, outlet.owner))).toHaveProperty('agency_id');
  });
});
