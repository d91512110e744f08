import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { tourist } from '#modules/travel/contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { toStoredValue } from '#server/write/field/convert-to-stored-values.ts';
import type { CountyAndOriginWeights } from '../generate/generate-enterprises.ts';
import {
  type AgenciesCrewAndVehicles,
  countPeople,
  generateTeams,
  type TeamRow,
} from '../generate/generate-tour-teams.ts';

/**
 * Teams of the last and next weeks, in addition to those of the previous year: enough for every list and figure, and
 * stored in a second or two.
 */
const teamCount = 200;

/** Generates the teams of the agencies of an area, using its guides, drivers and vehicles. */
export async function addDemoTourTeams(
  engine: Engine,
  { areaCode, setting, seed }: { areaCode: string; setting: CountyAndOriginWeights; seed: number },
): Promise<number> {
  const { db } = engine;
  const like = `${areaPrefix(areaCode)}%`;
  const world: AgenciesCrewAndVehicles = {
    setting,
    seed,
    today: shanghaiToday(),
    now: Math.floor(Date.now() / 1000),
    agencies: await db.rows(
      sql`select id, area_code from enterprise where ent_type = 'agency' and status = 'active' and area_code like ${like} order by id limit 40`,
    ),
    guides: await db.rows(
      sql`select id, name from ${sql.id(tableOf(guide))} where status = 'valid' and validity <> 'expired' and area_code like ${like} order by id limit 200`,
    ),
    vehicles: await db.rows(sql`
      select v.id, v.plate, v.seats, v.enterprise_id from ${sql.id(tableOf(vehicle))} v join enterprise e on e.id = v.enterprise_id
      where v.status = 'normal' and v.validity <> 'expired' and v.seats > 10 and e.area_code like ${like} order by v.id limit 200`),
    drivers: await db.rows(sql`
      select d.id, d.enterprise_id from ${sql.id(tableOf(driver))} d join enterprise e on e.id = d.enterprise_id
      where d.status = 'working' and d.validity <> 'expired' and e.area_code like ${like} order by d.id limit 200`),
  };
  const teams = [...generateTeams(world, teamCount)];
  if (teams.length > 0) await storeTeams(engine, teams);
  return teams.length;
}

/** JSON rows of what belongs to the teams, with team id and position. */
type RowsOf = <T extends object>(of: (team: TeamRow) => readonly T[]) => string;

async function storeTeams(engine: Engine, teams: readonly TeamRow[]): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const keys = await storeItineraries(tx, teams);
    const rows: RowsOf = (of) =>
      JSON.stringify(
        teams.flatMap((team) => of(team).map((one, weigh) => ({ ...one, itinerary_id: keys.get(team.no), weigh }))),
      );
    await storeDays(tx, rows);
    await storeTourists(tx, rows, engine);
    await storeGuidesAndVehicles(tx, rows);
    await storeRoadNotes(tx, [...keys.values()]);
    await storeFindings(tx, rows);
    await storeHistory(tx, [...keys.values()]);
  });
  for (const table of ['travel_itinerary', 'travel_tourist', 'travel_itinerary_stop'])
    await engine.db.query(`analyze ${table}`);
}

/** Stores the teams. Returns their ids by number. */
async function storeItineraries(tx: Transaction, teams: readonly TeamRow[]): Promise<Map<number, number>> {
  const stored = await tx.rows<{ id: number; no: number }>(
    `with r as (select row_number() over (order by no) as place, * from jsonb_to_recordset($1::jsonb) as r(no int, agency_id bigint, area_code text, destination text, kind text, status text,
          start bigint, "end" bigint, day text, late text, fee bigint, contact text, mobile text, tourist_count int, adult_count int, child_count int, elder_count int, person_days int, source_area text)),
        i as (insert into travel_itinerary (team_no, agency_id, kind, contract_mode, start_at, end_at, area_code, destination_areas, tourist_count, adult_count, child_count, elder_count,
            source_area, person_days, total_fee, per_capita, accident_count, emergency_contact, emergency_mobile, late, leader_required, submitted_at, departed_at, finished_at, status, createtime, updatetime)
          select 'T' || left(area_code, 4) || day || number_with_digits(draw_number('travel_itinerary_team_no_seq', '20' || left(day, 2)), 5), agency_id, kind, 'e', to_timestamp(start), to_timestamp("end"), area_code,
            (select array_agg(a.id) from system_area a where a.code = destination), tourist_count, adult_count, child_count, elder_count, source_area, person_days, fee, round(fee / greatest(tourist_count, 1)::numeric),
            tourist_count, contact, mobile, late, 'no', case when status <> 'draft' then least(now() - interval '5 hours', to_timestamp(start) - case late when 'yes' then interval '3 hours' else interval '30 hours' end) end,
            case when status in ('departed', 'abnormal', 'finished', 'archived') then to_timestamp(start) end, case when status in ('finished', 'archived') then to_timestamp("end") end, status,
            least(now() - interval '9 hours', to_timestamp(start) - interval '40 hours'), least(now(), to_timestamp(start) - interval '30 hours')
          from r order by place returning id, agency_id, start_at, emergency_mobile)
        select i.id, r.no from i join r on r.agency_id = i.agency_id and to_timestamp(r.start) = i.start_at and r.mobile = i.emergency_mobile`,
    [
      JSON.stringify(
        teams.map((team) => ({
          ...countPeople(team),
          no: team.no,
          agency_id: team.agency_id,
          area_code: team.area_code,
          destination: team.destination,
          kind: team.kind,
          status: team.status,
          start: team.start,
          end: team.end,
          day: team.day,
          late: team.late,
          fee: team.fee,
          contact: team.contact.name,
          mobile: team.contact.mobile,
        })),
      ),
    ],
  );
  return new Map(stored.map(({ id, no }) => [no, id]));
}

/** Days and stops. */
async function storeDays(tx: Transaction, rows: RowsOf): Promise<void> {
  await tx.query(
    `insert into travel_itinerary_day (itinerary_id, title, breakfast, lunch, dinner, hotel_standard, weigh)
       select itinerary_id, title, 'included', 'included', 'self', standard, weigh from jsonb_to_recordset($1::jsonb) as r(itinerary_id bigint, title text, standard text, weigh int)`,
    [
      rows(({ titles }) =>
        titles.map((title, at) => ({ title, standard: at === titles.length - 1 ? 'none' : 'star3' })),
      ),
    ],
  );
  await tx.query(
    `insert into travel_itinerary_stop (itinerary_id, day_no, poi_type, name, arrive, stay_minutes, fee, plan_arrive, plan_leave, actual_arrive, weigh)
       select r.itinerary_id, day_no, poi_type, name, arrive, stay_minutes, fee, p.at, p.at + stay_minutes * interval '1 minute',
         case when i.status in ('departed', 'finished', 'archived') and p.at < now() then p.at + interval '6 minutes' end, weigh
       from jsonb_to_recordset($1::jsonb) as r(itinerary_id bigint, day_no int, poi_type text, name text, arrive time, stay_minutes int, fee bigint, weigh int)
         join travel_itinerary i on i.id = r.itinerary_id,
         lateral (select date_trunc('day', i.start_at, 'Asia/Shanghai') + (day_no - 1) * interval '1 day' + arrive as at) p`,
    [rows(({ stops }) => stops)],
  );
}

async function storeTourists(tx: Transaction, rows: RowsOf, { seal: seals }: Pick<Engine, 'seal'>): Promise<void> {
  const seal = (value: string) => JSON.parse(String(toStoredValue(tourist.fields.id_no, value, seals))) as unknown;
  await tx.query(
    `insert into travel_tourist (itinerary_id, name, id_type, id_no, gender, birthday, mobile, nationality, source_area, is_minor, weigh)
       select itinerary_id, name, 'id_card', id_no, gender, birthday, mobile, '中国', (select a.code from system_area a where a.code = source), minor, weigh
       from jsonb_to_recordset($1::jsonb) as r(itinerary_id bigint, name text, id_no jsonb, gender text, birthday date, mobile text, source text, minor text, weigh int)`,
    [
      rows(({ tourists, start }) =>
        tourists.map(({ id_no, ...one }) => ({
          ...one,
          id_no: seal(id_no),
          source: id_no.slice(0, 6),
          minor: Number(one.birthday.slice(0, 4)) > new Date(start * 1000).getUTCFullYear() - 18 ? 'yes' : 'no',
        })),
      ),
    ],
  );
}

/** Guides, vehicles with drivers, and the answers of their firms. */
async function storeGuidesAndVehicles(tx: Transaction, rows: RowsOf): Promise<void> {
  await tx.query(
    `insert into travel_assigned_guide (itinerary_id, guide_id, name, role, weigh)
       select itinerary_id, guide_id, name, 'national', weigh from jsonb_to_recordset($1::jsonb) as r(itinerary_id bigint, guide_id bigint, name text, weigh int)`,
    [rows(({ guide: one }) => (one ? [{ guide_id: one.id, name: one.name }] : []))],
  );
  await tx.query(
    `with v as (insert into travel_assigned_vehicle (itinerary_id, vehicle_id, driver_id, plate, seats, coach_id, shared_transfer, weigh)
         select itinerary_id, vehicle_id, driver_id, plate, seats, coach_id, false, weigh
         from jsonb_to_recordset($1::jsonb) as r(itinerary_id bigint, vehicle_id bigint, driver_id bigint, plate text, seats int, coach_id bigint, weigh int)
         returning itinerary_id, vehicle_id, driver_id, coach_id)
       insert into travel_dispatch (coach_id, itinerary_id, team_no, vehicle_id, driver_id, from_at, to_at, people, status)
       select v.coach_id, i.id, i.team_no, v.vehicle_id, v.driver_id, i.start_at, i.end_at, i.tourist_count,
         case i.status when 'submitted' then 'asked' when 'returned' then 'declined' when 'cancelled' then 'released' else 'confirmed' end
       from v join travel_itinerary i on i.id = v.itinerary_id where i.status <> 'draft' order by i.start_at, i.id`,
    [
      rows(({ vehicle: one, driver: driver_id }) =>
        one ? [{ vehicle_id: one.id, driver_id, plate: one.plate, seats: one.seats, coach_id: one.enterprise_id }] : [],
      ),
    ],
  );
}

/** Reports of guides on the way: arrivals at stops, and headcounts. */
async function storeRoadNotes(tx: Transaction, teams: readonly number[]): Promise<void> {
  await tx.query(
    `insert into travel_road_note (itinerary_id, guide_id, team_no, kind, stop_id, stop_name, people, expected, made_at, late)
       select i.id, a.guide_id, i.team_no, n.kind, n.stop_id, n.stop_name, n.people, n.expected, n.at, 'no'
       from travel_itinerary i join travel_assigned_guide a on a.itinerary_id = i.id and a.weigh = 0
         cross join lateral (
           select 'arrive' as kind, s.id as stop_id, s.name as stop_name, null::int as people, null::int as expected, s.actual_arrive as at
           from travel_itinerary_stop s where s.itinerary_id = i.id and s.actual_arrive is not null and s.poi_type <> 'transfer'
           union all select 'headcount', null, null, i.tourist_count, i.tourist_count, i.departed_at where i.departed_at is not null) n
       where i.id = any($1::bigint[]) and i.status = 'departed' order by n.at, i.id, n.stop_id`,
    [teams],
  );
}

async function storeFindings(tx: Transaction, rows: RowsOf): Promise<void> {
  await tx.query(
    `insert into travel_finding (itinerary_id, code, severity, action, summary, summary_en, article, article_en, area_code, status, createtime)
       select r.itinerary_id, code, severity, action, summary, summary_en, article, article_en, i.area_code, r.status, coalesce(i.submitted_at, now())
       from jsonb_to_recordset($1::jsonb) as r(itinerary_id bigint, code text, severity text, action text, summary text, summary_en text, article text, article_en text, status text)
         join travel_itinerary i on i.id = r.itinerary_id where i.status <> 'draft' order by i.submitted_at, i.id`,
    [rows(({ planted }) => (planted ? [planted] : []))],
  );
}

async function storeHistory(tx: Transaction, teams: readonly number[]): Promise<void> {
  await tx.query(
    `insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_name, area_code, createtime)
       select 'travel/itinerary', i.id, s.action, s.move, s.f, s.t, s.actor, s.name, i.area_code, s.at
       from travel_itinerary i cross join lateral (values
         (1, 'add', null, null, 'draft', 'member', '计调', i.createtime),
         (2, 'move', 'submit', 'draft', 'submitted', 'member', '计调', i.submitted_at),
         (3, 'move', 'confirm', 'submitted', 'confirmed', 'member', '车企', case when i.status in ('confirmed', 'departed', 'abnormal', 'finished', 'archived') then
           least(now(), i.submitted_at + interval '2 hours', i.departed_at) end),
         (4, 'move', 'depart', 'confirmed', 'departed', 'system', '系统', i.departed_at),
         (5, 'move', 'finish', 'departed', 'finished', 'system', '系统', i.finished_at)
       ) as s(n, action, move, f, t, actor, name, at) where i.id = any($1::bigint[]) and s.at is not null order by s.at, s.n`,
    [teams],
  );
}
