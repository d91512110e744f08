import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Lifecycle, Move } from '#kernel/declaration/lifecycle.ts';
import { statesAfterMove } from '#kernel/lifecycle/lifecycle.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { overlaps } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import { type AgenciesCrewAndVehicles, generateTeams } from '#modules/demo/server/generate/generate-tour-teams.ts';
import { loadDemoEnterprisesAndAddAllOtherDemoData } from '#modules/demo/server/load-demo-enterprises-and-add-all-other-demo-data.ts';
import { readTeamSnapshots } from '#modules/travel/server/anomaly/read-team-snapshots.ts';
import { recheckTeamsNightly } from '#modules/travel/server/anomaly/recheck-teams-nightly.ts';
import { findAnomalies } from '#modules/travel/server/anomaly/rule/find-anomalies-by-all-rules.ts';
import { storeUnfiledCoachesFoundInCaptures } from '#modules/travel/server/anomaly/store-unfiled-coaches-found-in-camera-captures.ts';
import { sql } from '#server/db/sql.ts';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';
import { loadCounties } from '../server/generate/county-shapes-and-random-points.ts';
import { weighCountiesAndOrigins } from '../server/generate/generate-enterprises.ts';

interface HistoryStep {
  readonly move: string | null;
  readonly from: string;
  readonly to: string;
}

let on: TestEngine;
beforeAll(async () => {
  on = await createTestEngine();
  await loadDemoEnterprisesAndAddAllOtherDemoData(on.engine, { areaCode: '530100', count: 300, seed: 7 });
}, 120_000);
afterAll(() => on.close());

test('there are teams of the last and next weeks, and of a year before for comparison, with counts that match their lists', async () => {
  const found = await on.db.row<Record<string, number>>(sql`
    select count(*)::int as teams, count(*) filter (where start_at < now() - interval '300 days')::int as earlier, count(distinct status)::int as states, count(distinct team_no)::int as numbers,
      count(*) filter (where tourist_count <> (select count(*) from travel_tourist t where t.itinerary_id = i.id))::int as miscounted,
      count(*) filter (where adult_count + child_count <> tourist_count)::int as unsorted,
      count(*) filter (where not exists (select from travel_itinerary_day d where d.itinerary_id = i.id))::int as planless,
      count(*) filter (where destination_areas is null)::int as nowhere,
      (select count(*)::int from travel_finding) as findings
    from travel_itinerary i`);
  expect(found).toMatchObject({ teams: 378, numbers: 378, miscounted: 0, unsorted: 0, planless: 0, nowhere: 0 });
  expect(found?.earlier).toBeGreaterThan(100);
  expect(found?.states).toBeGreaterThan(3);
  expect(found?.findings).toBeGreaterThan(3);
});

test('the history of each row contains every step to its present state', async () => {
  for (const resource of on.engine.resources) {
    const life = resource.life as Lifecycle | undefined;
    if (!life) continue;
    const rows = await on.db.rows<{ id: number; status: string; steps: HistoryStep[] | null }>(sql`
      select t.id, t.status, (
        select jsonb_agg(jsonb_build_object('move', h.move, 'from', h.from_status,
          'to', coalesce(h.to_status, ${life.initial})) order by h.createtime, h.id)
        from history h where h.resource = ${resource.name} and h.row_id = t.id and (h.to_status is not null or h.action = 'add')) as steps
      from ${sql.id(tableOf(resource))} t`);
    const broken = rows.filter(({ status, steps }) => {
      const [added, ...moved] = steps ?? [];
      const follows = moved.every(({ move, from, to }, n) => {
        const made = life.moves[move ?? ''] as Move | undefined;
        if (!made || from !== steps?.[n]?.to || !made.from.includes(from)) return false;
        // a move without a next state, such as publishing a result, stays where it is
        return made.to === undefined ? to === from : statesAfterMove(made).includes(to);
      });
      return !added || added.move !== null || !follows || (steps?.at(-1)?.to ?? '') !== status;
    });
    expect(broken.slice(0, 3), resource.name).toEqual([]);
  }
});

test('no person and no vehicle is in two teams at once, and everybody has a seat', async () => {
  const ids = await on.db.rows<{ id: number }>(
    sql`select id from travel_itinerary where status in ('submitted', 'confirmed', 'departed') order by id`,
  );
  const teams = await on.db.transaction((tx) =>
    readTeamSnapshots(
      tx,
      ids.map(({ id }) => id),
    ),
  );
  const codes = new Set<string>([...teams.values()].flatMap((team) => findAnomalies(team).map(({ code }) => code)));
  expect(['I01', 'I02', 'I04', 'I08', 'I18'].filter((code) => codes.has(code))).toEqual([]);
});

test('the rules find exactly the planted violations in the events on the road', async () => {
  const planted = () =>
    on.db.row<Record<string, number>>(sql`
      select count(*) filter (where code = 'I10')::int as shops, count(*) filter (where code = 'I12')::int as gates,
        (select count(*)::int from travel_unfiled_coach) as coaches from travel_finding`);
  const before = await planted();
  expect(before?.shops).toBeGreaterThan(0);
  expect(before?.gates).toBeGreaterThan(0);
  expect(before?.coaches).toBeGreaterThan(0);
  await recheckTeamsNightly(on.engine);
  expect(await storeUnfiledCoachesFoundInCaptures(on.engine)).toMatchObject({ stored: 0 });
  expect(await planted()).toEqual(before);
});

test('the same seed generates the same teams, and crew is assigned to one team at a time', async () => {
  const world: AgenciesCrewAndVehicles = {
    setting: weighCountiesAndOrigins(await loadCounties('530100')),
    seed: 7,
    today: '2026-11-23',
    now: Date.parse('2026-11-23T10:00:00+08:00') / 1000,
    agencies: [{ id: 1, area_code: '530102' }],
    guides: [1, 2, 3].map((id) => ({ id, name: `导游${id}` })),
    vehicles: [1, 2, 3, 4].map((id) => ({ id, plate: `云A1234${id}`, seats: 39, enterprise_id: 9 })),
    drivers: [1, 2, 3, 4].map((id) => ({ id, enterprise_id: 9 })),
  };
  const teams = [...generateTeams(world, 120)];
  expect([...generateTeams(world, 120)]).toEqual(teams);
  const uses = teams.flatMap(({ start, end, vehicle, guide, driver }) =>
    [`v${vehicle?.id}`, `g${guide?.id}`, `d${driver}`]
      .filter((key) => !key.endsWith('undefined'))
      .map((key) => ({ key, from: start, to: end })),
  );
  const twice = uses.filter((one, at) =>
    uses.some((other, n) => n > at && other.key === one.key && overlaps(one, other)),
  );
  expect(twice).toEqual([]);
  expect(uses.length).toBeGreaterThan(60);
});
