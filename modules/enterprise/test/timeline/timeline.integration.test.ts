import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agency, openAgency } from '#modules/travel/test/agency.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../../test/support/test-engine.ts';
import { withoutWatch } from '../../../../test/support/watch-writes.ts';
import type { EnterpriseTimeline } from '../../contract/enterprise-timeline-answer-types.ts';

/** What happened to an agency, on one line of time. */
let app: TestApp;
let county: Client;
let agency: Agency;
beforeAll(async () => {
  app = await startApp();
  county = await app.client({ officer: 'county1' });
  agency = await openAgency(app);
  await withoutWatch(app.db, async (tx) => {
    for (const [no, due, informed] of [
      ['JC-1', '2025-03-01', agency.id],
      ['JC-2', '2025-03-20', null],
    ] as const)
      await tx.query(sql`
        insert into enforcement_check (check_no, source, basis, domain, department_id, object_type, enterprise_id, informed_enterprise_id, object_name, area_code, due_on, notify_mode, status)
        select ${no}, 'routine', '《旅游法》', 'tourism', min(id), 'enterprise', ${agency.id}::bigint, ${informed}::bigint, '昆明旅行社', '530102', ${due}::date, 'advance', 'approved'
        from auth_department`);
    await tx.query(sql`
      insert into reform_order (no, enterprise_id, recipient_id, source, officers, kind, area_code, status, issued_at, due_on)
      values ('ZG-1', ${agency.id}, ${agency.id}, 'patrol', '{}', 'within_term', '530102', 'issued', '2025-04-01T08:00:00+08:00', '2025-04-16')`);
    await tx.query(sql`
      insert into insurance_policy (enterprise_id, kind, insurer, policy_no, from_on, to_on, status)
      values (${agency.id}, 'liability', '人保', 'P-1', '2024-07-01', '2025-06-30', 'valid')`);
    const teams = await tx.rows<{ id: number }>(sql`
      insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, tourist_count, total_fee, emergency_contact, emergency_mobile, status)
      select 'T-' || n, ${agency.id}::bigint, 'province', '2025-02-01T08:00:00+08:00'::timestamptz + n * interval '1 day',
        '2025-02-01T18:00:00+08:00'::timestamptz + n * interval '1 day', '530102', '{}', 10, 100, '杨丽', '13800000009', case when n = 60 then 'draft' else 'finished' end
      from generate_series(1, 60) n returning id`);
    await tx.query(sql`
      insert into enforcement_roadside_check (plate, itinerary_id, result, headcount, area_code, made_at)
      values ('云A12345', ${teams[0]?.id ?? 0}, 'held', 9, '530102', '2025-02-02T10:00:00+08:00')`);
    await tx.query(sql`
      insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_name, changes, createtime)
      values ('enterprise/enterprise', ${agency.id}, 'edit', 'finalPass', 'first_passed', 'active', 'admin', '市局', '{}', '2025-01-05T09:00:00+08:00')`);
  });
}, 120_000);
afterAll(() => app.close());

const read = async (client: Client, more: object = {}, side = 'admin') =>
  client.get<EnterpriseTimeline>(`/${side}/enterprise.enterprise/events`, {
    id: agency.id,
    from: '2025-01-01',
    to: '2026-01-01',
    ...more,
  });
const counts = ({ lanes }: EnterpriseTimeline) => Object.fromEntries(lanes.map(({ kind, n }) => [kind, n]));

test('officers see every kind: those that began before and last into the period too', async () => {
  const { data } = await read(county);
  expect(counts(data)).toEqual({
    review: 1,
    licence: 0,
    policy: 1,
    team: 59,
    check: 2,
    roadside: 1,
    reform: 1,
    complaint: 0,
    credit: 0,
    listing: 0,
  });
  const policy = data.marks.find(({ kind }) => kind === 'policy');
  expect(policy).toMatchObject({ step: 1, n: 1, title: '人保 P-1', state: 'valid' });
  expect(data.list[0]).toMatchObject({ kind: 'reform', title: 'ZG-1', state: 'issued' });
  const later = await read(county, { from: '2025-07-01' });
  expect(counts(later.data)).toMatchObject({ policy: 0, team: 0, reform: 0 });
});

test('the list is read page by page, of the kinds that were asked for, each event once', async () => {
  const pages: EnterpriseTimeline[] = [];
  let before: string | undefined;
  do {
    const { data } = await read(county, { kinds: 'team,check', ...(before && { before }) });
    pages.push(data);
    before = data.next ?? undefined;
  } while (before);
  const seen = pages.flatMap(({ list }) => list);
  expect(pages).toHaveLength(2);
  expect(new Set(seen.map(({ kind, key }) => `${kind} ${key}`)).size).toBe(61);
  expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).toSorted((a, b) => b - a));
});

test('everybody sees what they may read: no lane without the node, no check before notice, nothing of others', async () => {
  await app.db.query(sql`
    with g as (
      insert into auth_group (name, rules) select '仅企业与团队', array_agg(m.id) from auth_menu m
      where m.name ~* '^(enterprise/enterprise|travel/itinerary)(/index)?$' returning id)
    insert into auth_admin (username, nickname, password, group_arr, area_code)
    select 'timeline_teams', '仅团队', password, array[g.id], area_code from auth_admin, g where username = 'county1'`);
  const few = await read(await app.client({ officer: 'timeline_teams' }));
  expect(counts(few.data)).toEqual({ review: 1, team: 59 });
  const own = await read(agency.owner, {}, 'api');
  // the draft of a team is the agency's own; a check of which it was not informed is not there
  expect(counts(own.data)).toEqual({
    review: 1,
    licence: 0,
    policy: 1,
    team: 60,
    check: 1,
    reform: 1,
    complaint: 0,
    credit: 0,
    listing: 0,
  });
  const other = await openAgency(app);
  expect((await read(other.owner, {}, 'api')).code).toBe(0);
  expect((await read(await app.client({ officer: 'county2' }))).code).toBe(0);
  expect((await read(county, { to: '2025-01-01' })).code).toBe(0);
});
