import { randomBytes } from 'node:crypto';
import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { plateCapture } from '#modules/enforcement/contract/plate-gate-and-position-time-series.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';

import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { validateAndStoreReadings } from '#server/time-series/validate-and-store-batch-of-readings.ts';
import { makeSeededRandom, weigh } from '../generate/seeded-random.ts';
import { addDemoGateCountsAndCoachPositionsWithViolations } from './add-demo-gate-counts-and-coach-positions-with-violations.ts';

/** Cameras on the roads out of Kunming. */
const SPOTS = ['小喜村收费站', '石林服务区', '晋宁收费站', '昆安高速读书铺', '嵩明服务区'] as const;
const OTHERS = ['川A8K216', '贵A3D771', '渝B5M902', '桂A6F318', '粤B9T045', '云D2H660', '云F7L128'] as const;
const RESULTS = weigh([
  ['passed', 8],
  ['reminded', 3],
  ['corrected', 2],
  ['held', 2],
  ['referred', 1],
] as const);
const problems = {
  passed: null,
  reminded: '行程单与实际停靠点不一致，已提醒',
  corrected: '安全带未系齐，当场改正',
  held: '清点人数多于行程单，等待补报名单',
  referred: '无法出示包车合同，移送交通运输部门',
} as const;

const checks = 18;
const seen = 40;

/** Generates a camera network, its reads of the last hours, and the roadside inspections of the last week. */
export async function addDemoCameraReadsAndChecks(
  engine: Engine,
  { areaCode, seed }: { areaCode: string; seed: number },
): Promise<void> {
  const { db } = engine;
  const random = makeSeededRandom(`road/${seed}`);
  const like = `${areaPrefix(areaCode)}%`;
  const source = await db.row<{ id: number }>(
    sql`insert into enforcement_source (name, vendor, key, area_code) values ('高速公路卡口', '市交通信息中心', ${await hashPassword(randomBytes(24).toString('base64url'))}, ${areaCode}) returning id`,
  );
  const teams = await db.rows<{
    id: number;
    plate: string;
    vehicle_id: number;
    n: number;
    area_code: string;
    start: number;
    live: boolean;
  }>(sql`
    select extract(epoch from i.start_at)::bigint as start, i.end_at > now() as live, i.id, a.plate, a.vehicle_id, i.tourist_count as n, i.area_code from travel_itinerary i join travel_assigned_vehicle a on a.itinerary_id = i.id
    where i.area_code like ${like} and i.status in ('departed', 'abnormal', 'finished') and i.start_at > now() - interval '7 days' order by i.start_at desc limit 60`);
  const now = Date.now() / 1000;
  const underway = teams.filter(({ live }) => live);
  if (source && teams.length > 0)
    await validateAndStoreReadings(
      engine,
      plateCapture,
      systemCaller(),
      Array.from({ length: seen }, () => {
        const team = underway.length > 0 && random.chance(0.7) ? random.pick(underway) : undefined;
        const plate = team?.plate ?? random.pick(OTHERS);
        return {
          of: source.id,
          source: plate,
          // a coach is on the road while its team travels
          at: Math.floor(Math.max(team?.start ?? 0, now - random.int(30, 6 * 3600))),
          plate,
          spot: random.pick(SPOTS),
        };
      }),
    );
  if (source)
    await addDemoGateCountsAndCoachPositionsWithViolations(engine, { random, source: source.id, spots: SPOTS, like });
  const rows = Array.from({ length: teams.length > 0 ? checks : 0 }, () => {
    const team = random.pick(teams);
    const result = random.weighted(RESULTS);
    const headcount = team.n + (result === 'held' ? random.int(1, 3) : 0);
    return {
      plate: team.plate,
      itinerary_id: team.id,
      vehicle_id: team.vehicle_id,
      expected: team.n,
      area_code: team.area_code,
      result,
      headcount,
      place_name: random.pick(SPOTS),
      problems: problems[result],
      at: Math.floor(now - random.int(600, 7 * 86_400)),
    };
  }).toSorted((one, other) => one.at - other.at);
  await db.query(
    sql`insert into enforcement_roadside_check (plate, itinerary_id, vehicle_id, result, headcount, expected, place_name, problems, area_code, made_at, createtime, updatetime)
      select r.plate, r.itinerary_id, r.vehicle_id, r.result, r.headcount, r.expected, r.place_name, r.problems, r.area_code, to_timestamp(r.at), to_timestamp(r.at), to_timestamp(r.at)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(plate text, itinerary_id bigint, vehicle_id bigint, result text, headcount int, expected int, place_name text, problems text, area_code text, at bigint)
      order by r.at`,
  );
}
