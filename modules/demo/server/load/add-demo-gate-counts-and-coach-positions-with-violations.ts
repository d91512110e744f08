import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday, toShanghaiMinute, toTime } from '#kernel/time/shanghai-time.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import {
  gateEntryCount,
  plateCapture,
  vehiclePosition,
} from '#modules/enforcement/contract/plate-gate-and-position-time-series.ts';
import { unfiledCoach } from '#modules/travel/contract/anomaly/coach-seen-without-filed-team.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { validateAndStoreReadings } from '#server/time-series/validate-and-store-batch-of-readings.ts';
import { fillSummaryColumnsInBothLanguages } from '../generate/fill-summary-columns-in-both-languages.ts';
import type { Random } from '../generate/seeded-random.ts';

/**
 * Number of teams counted at gates and of those counted wrongly; of coaches that stood at a shop, that had no team, and
 * that were moving.
 */
const counts = { gates: 80, wrong: 3, shops: 2, idle: 3, moving: 12 } as const;
/** Minutes of the previous day when coaches without a team were read. */
const reads = [485, 640, 1015] as const;

interface Team {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly start: number;
  readonly people: number;
  readonly vehicle: number | null;
  readonly plate: string | null;
  readonly area_code: string;
  readonly stop: string;
  readonly at: number;
}
interface InventedFinding {
  readonly code: 'I10' | 'I12';
  readonly team: number;
  readonly severity: '2' | '3';
  readonly summary: string;
  readonly summary_en: string;
  readonly article: string;
  readonly article_en: string;
}

const moment = (seconds: number): string => toShanghaiMinute(seconds * 1000);

/**
 * Generates sightings of the teams of the last days, with planted violations that the rules find: a check finds exactly
 * these. Teams and coaches that already have sightings are left alone, because an area is topped up repeatedly.
 */
export async function addDemoGateCountsAndCoachPositionsWithViolations(
  engine: Engine,
  { random, source, spots, like }: { random: Random; source: number; spots: readonly string[]; like: string },
): Promise<void> {
  const { db } = engine;
  const now = Math.floor(Date.now() / 1000);
  const teams = await db.rows<Team>(sql`
    select i.id, extract(epoch from i.start_at)::bigint as start, i.adult_count + i.child_count as people, a.vehicle_id as vehicle, a.plate, i.area_code,
      s.name as stop, extract(epoch from s.plan_arrive)::bigint as at
    from travel_itinerary i left join travel_assigned_vehicle a on a.itinerary_id = i.id and a.weigh = 0
      join lateral (select s.name, s.plan_arrive from travel_itinerary_stop s where s.itinerary_id = i.id and s.poi_type = 'scenic' order by s.weigh limit 1) s on true
    where i.area_code like ${like} and i.status in ('departed', 'finished', 'archived') and i.start_at > now() - interval '6 days' and i.start_at < now() - interval '4 hours'
      and not exists (select from ${sql.id(tableOf(gateEntryCount))} e where e.of_id = i.id)
      and not exists (select from travel_finding f where f.itinerary_id = i.id and f.code in ('I10', 'I12'))
    order by i.start_at desc, i.id limit ${counts.gates}`);
  const findings = [
    ...(await countAtGates(
      engine,
      teams.filter(({ at }) => at < now - 2 * 3600),
      random,
    )),
    ...(await standAtShops(engine, teams, { random, now })),
  ];
  await db.query(sql`
    insert into travel_finding (itinerary_id, code, severity, action, summary, summary_en, article, article_en, area_code, status, createtime)
    select i.id, r.code, r.severity, 'review', r.summary, r.summary_en, r.article, r.article_en, i.area_code, 'open', least(now(), i.end_at)
    from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) as r(team bigint, code text, severity text, summary text, summary_en text, article text, article_en text)
      join travel_itinerary i on i.id = r.team order by i.id`);
  await seeIdleCoaches(engine, { random, source, spots, like });
}

/** One entry each at the team's first sight; some with a good third too few people. */
async function countAtGates(engine: Engine, teams: readonly Team[], random: Random): Promise<InventedFinding[]> {
  const wrong = new Set(teams.slice(0, counts.wrong).map(({ id }) => id));
  const seen = teams.map((team) => ({
    of: team.id,
    source: '1',
    at: team.at + random.int(2, 20) * 60,
    place: team.stop,
    people: wrong.has(team.id) ? Math.floor(team.people * 0.6) : team.people,
  }));
  if (seen.length > 0) await validateAndStoreReadings(engine, gateEntryCount, systemCaller(), seen);
  return seen
    .filter(({ of }) => wrong.has(of))
    .map(({ of, at, place, people }) => ({
      code: 'I12',
      team: of,
      severity: '2',
      article: '一团一报（本地规定）',
      article_en: 'One filing per team (local rule)',
      ...fillSummaryColumnsInBothLanguages(
        text(
          '“{place}”入园 {people} 人，名单 {listed} 人（{time}）',
          '“{place}”: {people} entered, {listed} on the list ({time})',
        ),
        { place, people, listed: teams.find(({ id }) => id === of)?.people ?? 0, time: moment(at) },
      ),
    }));
}

/** Coaches on their way, and two that stopped for three quarters of an hour at a shop outside the itinerary. */
async function standAtShops(
  engine: Engine,
  teams: readonly Team[],
  { random, now }: { random: Random; now: number },
): Promise<InventedFinding[]> {
  const shop = await engine.db.row<{ name: string; lng: number; lat: number }>(sql`
    select e.name, e.place[0] as lng, e.place[1] as lat from enterprise e
    where e.ent_type = 'shop' and e.status = 'active' and e.place is not null and length(e.name) > 2 order by e.id limit 1`);
  const coaches = teams.filter((one) => one.vehicle !== null && one.plate && one.start > now - 40 * 3600);
  const stood = shop ? coaches.slice(0, counts.shops) : [];
  const fixes = [
    ...stood.flatMap((one) =>
      Array.from({ length: 46 }, (_, n) => ({
        of: one.vehicle ?? 0,
        source: '1',
        at: one.start + 7200 + n * 60,
        speed: 0,
        place: { lng: (shop?.lng ?? 0) + random.int(-3, 3) / 1e5, lat: (shop?.lat ?? 0) + random.int(-3, 3) / 1e5 },
      })),
    ),
    ...coaches.slice(counts.shops, counts.shops + counts.moving).flatMap((one) =>
      Array.from({ length: 30 }, (_, n) => ({
        of: one.vehicle ?? 0,
        source: '1',
        at: one.start + 1800 + n * 120,
        speed: random.int(40, 80),
        place: { lng: 102.72 + n * 0.012, lat: 25.02 - n * 0.006 },
      })),
    ),
  ];
  if (fixes.length > 0) await validateAndStoreReadings(engine, vehiclePosition, systemCaller(), fixes);
  return stood.map((one) => ({
    code: 'I10',
    team: one.id,
    severity: '3',
    article: '旅游法第三十五条、第六十九条',
    article_en: 'Tourism Law, Art. 35 and 69',
    ...fillSummaryColumnsInBothLanguages(
      text(
        '在未列入行程的购物点“{shop}”停留 30 分钟以上（{plate}，{time} 起）',
        'Stopped for over 30 min at the shop “{shop}”, which is not in the itinerary ({plate}, from {time})',
      ),
      { shop: shop?.name, plate: one.plate, time: moment(one.start + 7200) },
    ),
  }));
}

/** Tour coaches that were on the road yesterday without a team. */
async function seeIdleCoaches(
  engine: Engine,
  { random, source, spots, like }: { random: Random; source: number; spots: readonly string[]; like: string },
): Promise<void> {
  const day = addDays(shanghaiToday(), -1);
  const midnight = toTime(day) / 1000;
  const idle = await engine.db.rows<{ id: number; plate: string }>(sql`
    select v.id, v.plate from ${sql.id(tableOf(vehicle))} v join enterprise e on e.id = v.enterprise_id
    where v.status = 'normal' and v.type <> 'small' and e.area_code like ${like} and not exists (
      select from travel_assigned_vehicle a join travel_itinerary i on i.id = a.itinerary_id
      where a.vehicle_id = v.id and i.start_at < now() + interval '1 day' and i.end_at > now() - interval '3 days')
      and not exists (select from ${sql.id(tableOf(unfiledCoach))} u where u.vehicle_id = v.id)
    order by v.id limit ${counts.idle}`);
  const seen = idle.map((one) => ({ ...one, spots: reads.map(() => random.pick(spots)) }));
  const captures = seen.flatMap(({ plate, spots: where }) =>
    reads.map((minutes, n) => ({
      of: source,
      source: plate,
      at: midnight + minutes * 60,
      plate,
      spot: where[n] ?? null,
    })),
  );
  if (captures.length === 0) return;
  await validateAndStoreReadings(engine, plateCapture, systemCaller(), captures);
  const first = midnight + reads[0] * 60;
  const rows = seen.map(({ id, plate, spots: where }) => ({
    id,
    plate,
    spot: where[0],
    ...fillSummaryColumnsInBothLanguages(
      text(
        '{plate} {time} 起在“{place}”等处出现 {times} 次，没有团队备案',
        '{plate} seen {times} {times|time|times} from {time}, first at “{place}”, without a team on file',
      ),
      { plate, time: moment(first), place: where[0], times: reads.length },
    ),
  }));
  await engine.db.query(sql`
    insert into ${sql.id(tableOf(unfiledCoach))} (plate, vehicle_id, on_date, spot, first_at, last_at, times, severity, summary, summary_en, article, article_en, area_code)
    select r.plate, r.id, ${day}::date, r.spot, to_timestamp(${first}), to_timestamp(${midnight + (reads.at(-1) ?? 0) * 60}), ${reads.length}, '3', r.summary, r.summary_en,
      '道路运输条例第六十三条', 'Regulations on Road Transport, Art. 63', s.area_code
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, plate text, spot text, summary text, summary_en text), enforcement_source s where s.id = ${source} order by r.id`);
}
