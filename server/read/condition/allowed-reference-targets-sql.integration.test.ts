import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { ApiDocument } from '#server/open-api/open-api-types.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

interface List {
  list?: Record<string, unknown>[];
  options?: Record<string, unknown>[];
  total?: number;
}

let app: TestApp;
let chief: Client;
let city: Client;
let county: Client;
let clerk: Client;
let bare: Client;
let foreign = 0;

const enterprises = '/admin/enterprise.enterprise/index';
const titles = ({ list = [] }: List) => list.map((row) => row.name);

beforeAll(async () => {
  app = await startApp();
  const added = await app.db.rows<{ id: number }>(
    `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, query_no)
     values ('外县旅行社', 'R1', 'agency', '王', '13900000001', '王', '1', '530103', '人民路1号', 'QY20261121654321') returning id`,
  );
  foreign = added[0]?.id ?? 0;
  await app.db.query(
    sql`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, parent_id, query_no)
        values ('本县分社', 'R2', 'agency_branch', '李', '13900000002', '李', '1', '530102', '人民路2号', ${foreign}, 'QY20261121000001'),
               ('本县网点', 'R3', 'agency_outlet', '李', '13900000003', '李', '1', '530102', '人民路3号', currval(pg_get_serial_sequence('enterprise', 'id')), 'QY2')`,
  );
  await app.db.query(
    `insert into message_sms (mobile, template_code, content, area_code) values ('13900000009', 'sign_in', '验证码 381207', '530102')`,
  );
  // may add licences and do nothing else: the form of a licence refers to enterprises
  await app.db.query(
    `with g as (insert into auth_group (name, rules) select r.name, array(select id from auth_menu where auth_menu.name = any(r.nodes))
       from (values ('clerk', array['enterprise/licence/add']), ('bare', array[]::text[]), ('reader', array['travel/template/index']),
         ('planner', array['travel/template/edit'])) r (name, nodes) returning id, name)
     insert into auth_admin (username, nickname, password, group_arr, area_code) select name, name, '', array[id], '530102' from g`,
  );
  [chief, city, county, clerk, bare] = await Promise.all([
    app.client({ officer: 'admin' }),
    app.client({ officer: 'city' }),
    app.client({ officer: 'county1' }),
    app.client({ officer: 'clerk' }),
    app.client({ officer: 'bare' }),
  ]);
});
afterAll(() => app.close());

const where = (field: string, operator: string, val: unknown) => ({ search: [{ field, operator, val }] });

describe('a condition through a relation', () => {
  test('answers nothing about rows the officer could not open', async () => {
    for (const [field, operator, val] of [
      ['parent.query_no', 'LIKE', 'QY20261121'],
      ['parent.query_no', 'NOT LIKE', 'nothing'],
      ['parent.name', '=', '外县旅行社'],
      ['parent.id', '=', foreign],
      ['parent.query_no', 'NOT NULL', ''],
    ] as const) {
      const near = await county.get<List>(enterprises, where(field, operator, val));
      expect([field, operator, near.code, titles(near.data).includes('本县分社')]).toEqual([field, operator, 1, false]);
      const wide = await city.get<List>(enterprises, where(field, operator, val));
      expect([field, operator, titles(wide.data).includes('本县分社')]).toEqual([field, operator, true]);
    }
  });

  test('finds what refers to many rows', async () => {
    const found = await chief.get<{ list: { username: string }[] }>('/admin/auth.admin/index', {
      ...where('group_arr_row.name', 'LIKE', '县级市场'),
      limit: 50,
    });
    expect([found.status, found.code]).toEqual([200, 1]);
    expect(found.data.list.map((row) => row.username).toSorted()).toEqual(['county1', 'county2', 'county3']);
    for (const operator of ['=', '<>', 'IN', 'NULL', 'RANGE', 'FIND_IN_SET', '>']) {
      const answer = await chief.get('/admin/auth.admin/index', where('group_arr_row.id', operator, '1,2'));
      expect([operator, answer.status, [0, 1].includes(answer.code)]).toEqual([operator, 200, true]);
    }
    const closed = await chief.get('/admin/auth.group/index', where('rules_row.title', '=', 'x'));
    expect([closed.status, closed.code]).toEqual([200, 0]);
  });

  test('finds rows by what the row they refer to is part of, and not by its other fields', async () => {
    const where1 = (field: string) => where(field, 'IN', '1,2');
    expect((await chief.get('/admin/enforcement.check/index', where1('draw.plan_id'))).code).toBe(1);
    expect((await chief.get('/admin/enforcement.check/index', where1('draw.count'))).code).toBe(0);
  });

  test('leaves the name of a row referred to where it is said: in the row that refers to it', async () => {
    const { list = [] } = (await county.get<List>(enterprises, where('name', '=', '本县分社'))).data;
    expect(list[0]?.parent).toEqual({ id: foreign, name: '外县旅行社' });
    expect((await county.get('/admin/enterprise.enterprise/edit', { id: foreign })).code).toBe(0);
  });
});

describe('choosing', () => {
  const choose = (client: Client, controller: string, query: Record<string, unknown> = {}) =>
    client.get<List>(`/admin/${controller}/index`, { select: 'true', ...query });

  test('is for who may do something with rows that refer to them', async () => {
    expect((await choose(clerk, 'enterprise.enterprise')).code).toBe(1);
    for (const [client, controller] of [
      [clerk, 'auth.group'],
      [clerk, 'auth.menu'],
      [clerk, 'message.sms'],
      [county, 'message.sms'],
      [county, 'auth.adminLog'],
      [bare, 'enterprise.enterprise'],
      [bare, 'auth.group'],
    ] as const) {
      const answer = await choose(client, controller);
      expect([controller, answer.code, answer.data]).toEqual([controller, 401, []]);
    }
  });

  test('tells keys, titles and what tells namesakes apart, to everybody, inside their area', async () => {
    for (const client of [clerk, county]) {
      const { data } = await choose(client, 'enterprise.enterprise');
      expect(data).toMatchObject({ total: 2 });
      expect(data.list?.map((row) => Object.keys(row))).toEqual([
        ['id', 'name', '_subtitle'],
        ['id', 'name', '_subtitle'],
      ]);
    }
    const { data } = await choose(chief, 'auth.menu');
    expect(Object.keys(data.options?.[0] ?? {})).toEqual(['id', 'pid', 'title']);
    const { data: messages } = await choose(chief, 'message.sms');
    expect(messages.list).toEqual([{ id: expect.any(Number), template_code: 'sign_in' }]);
  });

  test('is searched, or asked for by key, and by nothing else', async () => {
    expect((await choose(clerk, 'enterprise.enterprise', { quick_search: '分社' })).data.total).toBe(1);
    const id = (await choose(clerk, 'enterprise.enterprise')).data.list?.[0]?.id;
    for (const query of [
      { initKey: 'id', initValue: [id] },
      { initKey: 'enterprise.id', initValue: [id] },
      where('id', '=', id),
      { order: 'name,asc', ...where('name', 'LIKE', '网点') },
    ])
      expect((await choose(clerk, 'enterprise.enterprise', query)).data.list?.map((row) => row.id)).toEqual([id]);
    for (const query of [
      where('legal_mobile', '=', '13900000002'),
      where('parent.query_no', 'LIKE', 'QY'),
      where('no_such_field', '=', '1'),
      { initKey: 'query_no', initValue: ['QY2'] },
      { order: 'reg_capital,asc' },
    ]) {
      for (const client of [clerk, county, chief]) {
        const answer = await choose(client, 'enterprise.enterprise', query);
        expect([query, answer.status, answer.code]).toEqual([query, 200, 0]);
      }
    }
  });

  test('is narrowed by what the list of the same rows tells the caller, and looks at no others', async () => {
    for (const [query, found] of [
      [where('legal_person', 'LIKE', '李'), ['本县分社']],
      [where('status', '=', 'draft'), ['本县分社']],
      [where('status', '=', 'active'), []],
      [where('parent.name', 'LIKE', '外县'), []],
      [{ any: [[{ field: 'legal_person', operator: 'LIKE', val: '李' }]] }, ['本县分社']],
    ] as const) {
      // who may not list them is told nothing of what a list says
      expect([query, (await choose(clerk, 'enterprise.enterprise', query)).code]).toEqual([query, 0]);
      const listed = await county.get<List>(enterprises, { ...query });
      const chosen = await choose(county, 'enterprise.enterprise', query);
      expect([query, chosen.code, titles(chosen.data)]).toEqual([query, 1, titles(listed.data)]);
      expect([query, titles(chosen.data).filter((one) => one === '本县分社')]).toEqual([query, found]);
    }
    const wide = await choose(chief, 'enterprise.enterprise', where('parent.name', 'LIKE', '外县'));
    expect(titles(wide.data)).toEqual(['本县分社']);
  });
});

describe('choosing for a reference that reaches further than one sees', () => {
  const chosen = async (client: Client, side: 'admin' | 'api', of: string) => {
    const [controller, reference] = of.split(' ') as [string, string];
    const answer = await client.get<List>(`/${side}/${controller}/index`, { select: 'true', of: reference });
    return answer.code === 1 ? (answer.data.list ?? []).map((row) => row.id) : answer.code;
  };
  let coach = 0;
  let guide = 0;
  let stranger: Client;
  let agent: Client;

  beforeAll(async () => {
    const one = async (text: ReturnType<typeof sql>) => (await app.db.row<{ id: number }>(text))?.id ?? 0;
    const enterprise = (name: string, uscc: string, type: string) =>
      one(sql`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
        values (${name}, ${uscc}, ${type}, '赵', '13900000004', '赵', '1', '530103', '人民路4号', 'active') returning id`);
    const agency = await enterprise('自己的旅行社', 'R4', 'agency');
    coach = await enterprise('别家的车队', 'R5', 'coach');
    guide =
      await one(sql`insert into crew_guide (name, id_no, mobile, card_no, level, valid_to, languages, area_code, status)
        values ('外县导游', '{}', '13700137000', 'D-R-1', 'junior', '2099-12-31', array['zh'], '530103', 'valid') returning id`);
    await app.db.query(sql`
      insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, tourist_count, total_fee, emergency_contact, emergency_mobile, status)
      values ('R-1', ${foreign}, 'one_day', now(), now(), '530103', '{}', 1, 1, '王', '13900000001', 'submitted')`);
    await app.db.query(sql`
      with demand as (insert into rental_demand (agency_id, route, from_at, to_at, people, status)
        values (${foreign}, '昆明—大理', now(), now(), 10, 'requested') returning id)
      insert into rental_order (coach_id, demand_id, agency, route, from_at, to_at, people, status)
      select ${coach}, id, '外县旅行社', '昆明—大理', now(), now(), 10, 'requested' from demand`);
    [stranger, agent] = await Promise.all([app.client({ member: 'stranger' }), app.client({ member: 'agent' })]);
    await app.db.query(sql`insert into enterprise_person (enterprise_id, name, mobile, role, user_id, joined_at, status)
      values (${agency}, '赵', '', 'operator', ${(await app.member('agent')).id}, now(), 'active')`);
  });

  test('is for fields people fill in: what the server alone writes shows nobody the rows of others', async () => {
    for (const of of [
      'travel.itinerary travel/dispatch.itinerary_id',
      'rental.demand rental/order.demand_id',
      'rental.demand rental/quote.demand_id',
      'rental.order rental/quote.order_id',
      'travel.itinerary reward/check.itinerary_id',
    ])
      for (const client of [stranger, agent]) expect([of, await chosen(client, 'api', of)]).toEqual([of, []]);
  });

  test('is for members who hold something they may write so', async () => {
    for (const [of, rows] of [
      ['enterprise.enterprise rental/demand.asked', [coach]],
      ['crew.guide travel/assignedGuide.guide_id', [guide]],
      ['crew.guide travel/template.guide_id', [guide]],
    ] as const) {
      expect([of, await chosen(agent, 'api', of)]).toEqual([of, rows]);
      expect([of, await chosen(stranger, 'api', of)]).toEqual([of, []]);
    }
  });

  test('is for officers who may add, edit or move, and not for whoever may look', async () => {
    const [reader, planner] = await Promise.all([
      app.client({ officer: 'reader' }),
      app.client({ officer: 'planner' }),
    ]);
    const of = 'crew.guide travel/template.guide_id';
    expect(await chosen(planner, 'admin', of)).toEqual([guide]);
    expect(await chosen(reader, 'admin', of)).toEqual([]);
    expect(await chosen(planner, 'admin', 'travel.itinerary travel/dispatch.itinerary_id')).toBe(401);
  });

  test('looks at what a list says only in rows the list would show', async () => {
    await app.db.query(
      `update auth_group set rules = array(select id from auth_menu where name in ('travel/template/edit', 'crew/guide/index')) where name = 'planner'`,
    );
    const planner = await app.client({ officer: 'planner' });
    const reference = { select: 'true', of: 'travel/template.guide_id' };
    const idsOf = async (query: object) =>
      (await planner.get<List>('/admin/crew.guide/index', { ...reference, ...query })).data.list?.map((row) => row.id);
    expect(await idsOf({})).toEqual([guide]);
    expect(await idsOf(where('level', '=', 'junior'))).toEqual([]);
    expect(await idsOf(where('area_code', '=', '530102'))).toEqual([]);
  });

  test('is described for these alone', async () => {
    const { paths } = (await chief.get<ApiDocument>('/admin/openapi/index')).data;
    const offered = (controller: string) =>
      paths[`/admin/${controller}/index`]?.get?.parameters?.flatMap((one) =>
        'name' in one && one.name === 'of' ? (one.schema.enum ?? []) : [],
      );
    expect(offered('travel.itinerary')).toContain('reward/application.teams');
    expect(offered('travel.itinerary')).not.toContain('travel/dispatch.itinerary_id');
    expect(offered('rental.demand')).toEqual([]);
  });
});
