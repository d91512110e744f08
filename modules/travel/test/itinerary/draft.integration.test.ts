import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { DeliverableEvent } from '#server/events/live-event-relay.ts';
import { mayReceiveLiveEvent } from '#server/events/may-receive-live-event.ts';
import type { Client } from '../../../../test/support/test-engine.ts';
import { withoutWatch } from '../../../../test/support/watch-writes.ts';
import { divisionOf, threeDays } from '../agency.ts';
import { type Data, type OfficeSetup, openOffice } from '../office-setup.ts';
import { dayTrip, tourist } from '../team.ts';

/** Teams and products that an agency has not submitted yet: officers see these drafts nowhere. */
let app: OfficeSetup['app'];
let agency: OfficeSetup['agency'];
let county: Client;
let superior: Client;
beforeAll(async () => {
  const setup = await openOffice();
  ({ app, agency, bureau: superior } = setup);
  county = await app.client({ officer: 'county1' });
}, 120_000);
afterAll(() => app.close());

interface Kind {
  readonly name: 'travel.itinerary' | 'travel.product';
  readonly table: 'travel_itinerary' | 'travel_product';
  readonly title: 'team_no' | 'title';
  readonly measure: string;
  form(): Promise<Record<string, unknown>>;
}
const kinds: readonly Kind[] = [
  {
    ...({ name: 'travel.itinerary', table: 'travel_itinerary', title: 'team_no', measure: 'teams' } as const),
    form: () => dayTrip(app, agency, { tourists: [tourist()] }),
  },
  {
    ...({ name: 'travel.product', table: 'travel_product', title: 'title', measure: 'products' } as const),
    form: async () => ({
      title: '大理丽江三日游',
      category: 'province',
      agency_id: agency.id,
      departure_area: '530102',
      destination_areas: [await divisionOf(app, '532901')],
      transport: 'coach',
      nights: 2,
      min_group: 1,
      price_from: '1200.00',
      includes: '住宿、交通',
      excludes: '个人消费',
      safety_notice: '注意安全',
      cancel_policy: '提前七日全退',
      ...threeDays,
    }),
  },
];

/** The number of hits for an officer in each kind of query: 0 everywhere for a hidden row. */
async function met(who: Client, { name, title, measure }: Kind, id: number, called: string) {
  const at = (action: string) => `/admin/${name}/${action}`;
  const search = [{ field: 'id', operator: '=', val: id }];
  const count = async (query: Readonly<Record<string, unknown>>) =>
    (await who.get<{ total: number }>(at('index'), query)).data.total;
  return {
    listed: await count({ search }),
    inState: await count({ search: [...search, { field: 'status', operator: '=', val: 'draft' }] }),
    found: await count({ quickSearch: called, search }),
    chosen: (await who.get<{ list: object[] }>(at('index'), { select: true, initKey: 'id', initValue: id })).data.list
      .length,
    read: (await who.get(at('edit'), { id })).code,
    story: (await who.get(at('timeline'), { id })).code,
    counted: (await who.get<{ list: object[] }>(at('measure'), { measure, by: 'status', search })).data.list.length,
    exported: Number((await who.post(at('export'), { format: 'csv', columns: [title], search })).text.includes(called)),
  };
}

const nowhere = { listed: 0, inState: 0, found: 0, chosen: 0, read: 0, story: 0, counted: 0, exported: 0 };

test.each(kinds)('a draft of $name is seen by no officer, and neither is its copy after a deletion', async (kind) => {
  const added = await agency.owner.post<Data>(`/api/${kind.name}/add`, await kind.form());
  expect(added.code, JSON.stringify(added.data)).toBe(1);
  const { id } = added.data;
  const row = await app.db.row<{ called: string }>(
    sql`select ${sql.id(kind.title)}::text as called from ${sql.id(kind.table)} where id = ${id}`,
  );
  const called = row?.called ?? '';
  for (const who of [county, superior]) {
    expect(await met(who, kind, id, called)).toEqual(nowhere);
    expect((await who.post(`/admin/${kind.name}/edit`, { id, remark: '代为填写' })).code).toBe(0);
    expect((await who.post(`/admin/${kind.name}/del`, { ids: [id] })).code).toBe(0);
  }
  if (kind.name === 'travel.itinerary')
    for (const who of [county, superior]) {
      const search = [{ field: 'itinerary_id', operator: '=', val: id }];
      const people = await who.get<{ total: number }>('/admin/travel.tourist/index', { search });
      expect(people.data.total ?? 0).toBe(0);
    }
  // a reference that reaches every team does not reach drafts
  if (kind.name === 'travel.itinerary') {
    const params = { select: true, of: 'enforcement/roadsideCheck.itinerary_id', initKey: 'id', initValue: [id] };
    const offered = await superior.get<{ list: object[] }>('/admin/travel.itinerary/index', params);
    expect(offered.data.list).toEqual([]);
    const check = { plate: '云A12345', itinerary_id: id, result: 'passed', headcount: 3 };
    const named = await superior.post<Data>('/admin/enforcement.roadsideCheck/add', check);
    expect(named.data.errors).toHaveProperty('itinerary_id');
  }
  expect((await agency.owner.get(`/api/${kind.name}/edit`, { id })).code).toBe(1);

  expect((await agency.owner.post(`/api/${kind.name}/del`, { ids: [id] })).code).toBe(1);
  const copies = await app.db.rows<{ id: number }>(
    sql`select id from security_data_recycle_log where resource = ${kind.name.replace('.', '/')} and row_id = ${id}`,
  );
  expect(copies).toHaveLength(1);
  const bin = (action: string) => `/admin/security.dataRecycleLog/${action}`;
  const search = [
    { field: 'row_id', operator: '=', val: id },
    { field: 'resource', operator: '=', val: kind.name.replace('.', '/') },
  ];
  expect((await superior.get<{ total: number }>(bin('index'), { search })).data.total).toBe(0);
  expect((await superior.get(bin('info'), { id: copies[0]?.id })).code).toBe(0);
  expect((await superior.post(bin('restore'), { ids: [copies[0]?.id] })).code).toBe(0);
});

test.each(kinds)('a draft of $name that an officer entered for an agency stays visible to the office', async (kind) => {
  const added = await county.post<Data>(`/admin/${kind.name}/add`, await kind.form());
  expect(added.code, JSON.stringify(added.data)).toBe(1);
  for (const who of [county, superior])
    expect((await who.get(`/admin/${kind.name}/edit`, { id: added.data.id })).code).toBe(1);
  expect((await county.post(`/admin/${kind.name}/del`, { ids: [added.data.id] })).code).toBe(1);
  const search = [
    { field: 'row_id', operator: '=', val: added.data.id },
    { field: 'resource', operator: '=', val: kind.name.replace('.', '/') },
  ];
  const bin = await superior.get<{ total: number }>('/admin/security.dataRecycleLog/index', { search });
  expect(bin.data.total).toBe(1);
});

test('a draft is deleted, not cancelled, because nobody was notified of it', async () => {
  const added = await agency.owner.post<Data>('/api/travel.itinerary/add', await dayTrip(app, agency));
  const answer = await agency.owner.post<Data>('/api/travel.itinerary/cancel', {
    id: added.data.id,
    reason: '客人改了主意，不出行了',
  });
  expect(answer).toMatchObject({ code: 0, data: { reason: 'bad_transition' } });
  expect((await agency.owner.post('/api/travel.itinerary/del', { ids: [added.data.id] })).code).toBe(1);
});

test('officers receive no events of drafts and their tourists; after the submission they do', async () => {
  const { id } = (await agency.owner.post<Data>('/api/travel.itinerary/add', await dayTrip(app, agency))).data;
  const heard = async () => {
    const events = await app.db.rows<DeliverableEvent>(sql`
      select tx::text::bigint as tx, id, name, resource, row_id, area_code, areas, owner_id, people, department_id, admin_id, payload,
        floor(extract(epoch from createtime))::bigint as createtime
      from event e where (e.resource = 'travel/itinerary' and e.row_id = ${id})
        or (e.resource = 'travel/tourist' and e.row_id in (select t.id from travel_tourist t where t.itinerary_id = ${id})) order by e.id`);
    const officer = await app.officer('admin');
    return events.filter((event) => mayReceiveLiveEvent(officer, event, app.engine.find)).map(({ name }) => name);
  };
  expect((await agency.owner.post('/api/travel.itinerary/edit', { id, tourists: [tourist()] })).code).toBe(1);
  expect(await heard()).toEqual([]);
  await withoutWatch(app.db, (tx) => tx.query(sql`update travel_itinerary set status = 'returned' where id = ${id}`));
  const remark = '请安排靠窗座位';
  expect((await agency.owner.post('/api/travel.itinerary/edit', { id, remark })).code).toBe(1);
  expect(await heard()).toEqual(['travel/itinerary.edited']);
});
