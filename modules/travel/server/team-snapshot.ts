import { addDays } from '#kernel/calendar.ts';
import { maskName } from '#kernel/check/mask.ts';
import { tableOf } from '#kernel/resource.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { licence } from '#modules/enterprise/contract/licence.ts';
import { staff } from '#modules/enterprise/contract/staff.ts';
import type { Transaction } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type {
  NeededPaper,
  OtherUse,
  OtherVehicleUse,
  PlannedStop,
  TeamSnapshot,
  VehicleUse,
} from './anomaly/snapshot.ts';

/** States in which a team holds its vehicles and people. */
export const filedStates = ['submitted', 'confirmed', 'departed', 'abnormal'] as const;
const countedStates = [...filedStates, 'finished', 'archived'] as const;

const filed = sql`i.status = any(${[...filedStates]}::text[])`;
const seconds = (moment: string): Sql => sql.raw(`floor(date_part('epoch', ${moment}))::bigint`);
/** When a row is used: its own times, or those of its team, which ends when it ends. */
const fromOf = (row: string) => seconds(`coalesce(${row}.from_at, i.start_at)`);
const toOf = (row: string) => seconds(`least(coalesce(${row}.to_at, i.end_at), coalesce(i.finished_at, 'infinity'))`);

interface TeamRow {
  readonly [column: string]: unknown;
  team_no: string;
  kind: string;
  from: number;
  to: number;
  filed_at: number;
  adult_count: number;
  child_count: number;
  elder_count: number;
  total_fee: number;
  ground_fee: number | null;
  known: number;
  guidance: number | null;
  has_plan: boolean;
  departed: number | null;
  agency_id: number;
  agency: string;
  list_hash: string | null;
}

/** Reads a team as the rules look at it, as it stands in this transaction, with what others have filed by now. */
export async function readSnapshot(tx: Transaction, id: number): Promise<TeamSnapshot | undefined> {
  const team = await tx.row<TeamRow>(sql`
    select i.team_no, i.kind, ${seconds('i.start_at')} as "from", ${seconds('i.end_at')} as "to",
      ${seconds('coalesce(i.submitted_at, now())')} as filed_at, i.adult_count, i.child_count, i.elder_count, i.total_fee, i.ground_fee,
      coalesce(i.guide_fee, 0) + coalesce(i.hotel_fee, 0) + coalesce(i.coach_fee, 0) as known,
      (select p.guidance_per_day from travel_product p where p.id = i.product_id) as guidance,
      i.emergency_plan is not null as has_plan, ${seconds('i.departed_at')} as departed, i.agency_id,
      (select e.name from enterprise e where e.id = i.agency_id) as agency, i.list_hash
    from travel_itinerary i where i.id = ${id}`);
  if (!team) return undefined;
  const stops = await readStops(tx, id, team.departed);
  const tickets = stops.filter(({ type }) => type === 'scenic').reduce((sum, { fee }) => sum + fee, 0);
  const { vehicles, papers: ofVehicles } = await readVehicles(tx, id);
  const { guides, papers: ofGuides } = await readGuides(tx, id);
  const last = await tx.row<{ last: string | null }>(sql`
    select max(coalesce(l.expire_date, '9999-12-31'))::text as last from ${sql.id(tableOf(licence))} l
    where l.enterprise_id = ${team.agency_id} and l.kind = 'agency' and l.validity in ('valid', 'expiring', 'expired')`);
  const papers = [
    ...ofVehicles,
    ...ofGuides,
    ...(last?.last ? [{ holder: `${team.agency}（旅行社业务经营许可证）`, last: last.last, field: 'agency_id' }] : []),
  ];
  return {
    ...{ team_no: team.team_no, kind: team.kind, from: team.from, to: team.to, filed_at: team.filed_at },
    ...{ adults: team.adult_count, children: team.child_count, minors: team.child_count, elders: team.elder_count },
    total_fee: team.total_fee,
    ground_fee: team.ground_fee ?? undefined,
    known_cost: team.known + tickets * (team.adult_count + team.child_count),
    guidance: team.guidance ?? undefined,
    has_plan: team.has_plan,
    ...{ vehicles, guides, stops, papers },
    other: await readOthers(tx, id, team),
    ...{ sightings: [], gates: [] },
    agency: await countAgency(tx, team),
  };
}

async function readStops(tx: Transaction, id: number, departed: number | null): Promise<PlannedStop[]> {
  const rows = await tx.rows<PlannedStop & { added: number }>(sql`
    select s.day_no as day, s.poi_type as type, s.name, (date_part('epoch', s.arrive) / 60)::int as arrive, s.stay_minutes as minutes,
      coalesce(s.fee, 0) as fee, ${seconds('s.createtime')} as added
    from travel_itinerary_stop s where s.itinerary_id = ${id} order by s.weigh, s.id`);
  return rows.map(({ added, ...one }) => ({ ...one, late: departed !== null && added > departed }));
}

async function readVehicles(tx: Transaction, id: number): Promise<{ vehicles: VehicleUse[]; papers: NeededPaper[] }> {
  const rows = await tx.rows<{
    [column: string]: unknown;
    from: number;
    to: number;
    plate: string;
    seats: number;
    drivers: string[];
    shares: boolean;
    papers: { holder: string; last: string | null }[];
  }>(sql`
    select ${fromOf('a')} as "from", ${toOf('a')} as "to", v.plate, v.seats, coalesce(a.shared_transfer, false) as shares,
      (select array_agg(d.name || '#' || d.id order by d.id <> a.driver_id) from ${sql.id(tableOf(driver))} d where d.id in (a.driver_id, a.second_driver_id)) as drivers,
      json_build_array(json_build_object('holder', v.plate || '（道路运输证）', 'last', v.permit_valid_to),
        json_build_object('holder', v.plate || '（车辆检验）', 'last', v.inspect_valid_to),
        json_build_object('holder', v.plate || '（承运人责任险）', 'last', v.insurance_valid_to))::jsonb
      || (select jsonb_agg(p.one) from ${sql.id(tableOf(driver))} d, lateral (values
        (jsonb_build_object('holder', d.name || '（驾驶证）', 'last', d.licence_valid_to)),
        (jsonb_build_object('holder', d.name || '（从业资格证）', 'last', d.qualification_valid_to))) p (one)
        where d.id in (a.driver_id, a.second_driver_id)) as papers
    from travel_assigned_vehicle a join travel_itinerary i on i.id = a.itinerary_id
      join ${sql.id(tableOf(vehicle))} v on v.id = a.vehicle_id
    where a.itinerary_id = ${id} order by a.weigh, a.id`);
  const papers = rows.flatMap((one, at) =>
    one.papers.flatMap(({ holder, last }) => (last ? [{ holder, last, field: `vehicles.${at}.vehicle_id` }] : [])),
  );
  return { vehicles: rows.map(({ papers: _papers, ...use }) => use as VehicleUse), papers };
}

async function readGuides(tx: Transaction, id: number) {
  const rows = await tx.rows<{ from: number; to: number; name: string; shown: string; last: string | null }>(sql`
    select ${fromOf('a')} as "from", ${toOf('a')} as "to", g.name || '#' || g.id as name, g.name as shown, g.valid_to::text as last
    from travel_assigned_guide a join travel_itinerary i on i.id = a.itinerary_id join ${sql.id(tableOf(guide))} g on g.id = a.guide_id
    where a.itinerary_id = ${id} order by a.weigh, a.id`);
  return {
    guides: rows.map(({ from, to, name }) => ({ from, to, name })),
    papers: rows.flatMap(({ shown, last }, at) =>
      last ? [{ holder: `${shown}（导游证）`, last, field: `guides.${at}.guide_id` }] : [],
    ),
  };
}

/** Where else the same vehicles, people and tourists are, in teams that are filed. */
async function readOthers(tx: Transaction, id: number, team: TeamRow): Promise<TeamSnapshot['other']> {
  const vehicles = await tx.rows<OtherVehicleUse>(sql`
    select o.plate as name, i.team_no, ${fromOf('o')} as "from", ${toOf('o')} as "to", coalesce(o.shared_transfer, false) as shares, i.tourist_count as pax
    from travel_assigned_vehicle o join travel_itinerary i on i.id = o.itinerary_id
    where o.vehicle_id in (select vehicle_id from travel_assigned_vehicle where itinerary_id = ${id}) and i.id <> ${id} and ${filed} order by i.start_at, i.id`);
  const drivers = await tx.rows<OtherUse>(sql`
    select d.name || '#' || d.id as name, i.team_no, ${fromOf('o')} as "from", ${toOf('o')} as "to"
    from ${sql.id(tableOf(driver))} d join travel_assigned_vehicle o on d.id in (o.driver_id, o.second_driver_id) join travel_itinerary i on i.id = o.itinerary_id
    where d.id in (select unnest(array[driver_id, second_driver_id]) from travel_assigned_vehicle where itinerary_id = ${id})
      and (o.driver_id = d.id or o.second_driver_id = d.id) and i.id <> ${id} and ${filed} order by i.start_at, i.id`);
  // a guide needs a day of rest after teams that are over, too
  const guides = await tx.rows<OtherUse>(sql`
    select g.name || '#' || g.id as name, i.team_no, ${fromOf('o')} as "from", ${toOf('o')} as "to"
    from ${sql.id(tableOf(guide))} g join travel_assigned_guide o on o.guide_id = g.id join travel_itinerary i on i.id = o.itinerary_id
    where g.id in (select guide_id from travel_assigned_guide where itinerary_id = ${id}) and i.id <> ${id}
      and i.status = any(${[...countedStates]}::text[]) and i.end_at > to_timestamp(${team.from}) - interval '60 days' order by i.start_at, i.id`);
  const tourists = await tx.rows<OtherUse>(sql`
    select t.name, i.team_no, ${seconds('i.start_at')} as "from", ${seconds('i.end_at')} as "to"
    from travel_tourist t join travel_tourist o on o.id_no->>'hash' = t.id_no->>'hash' and o.itinerary_id <> t.itinerary_id
      join travel_itinerary i on i.id = o.itinerary_id
    where t.itinerary_id = ${id} and ${filed} and i.start_at < to_timestamp(${team.to}) and i.end_at > to_timestamp(${team.from}) order by t.weigh limit 50`);
  const same = team.list_hash
    ? await tx.rows<{ team_no: string }>(sql`
        select i.team_no from travel_itinerary i
        where i.list_hash = ${team.list_hash} and i.id <> ${id} and i.status = any(${[...countedStates]}::text[]) order by i.id limit 5`)
    : [];
  return {
    ...{ vehicles, guides, drivers },
    tourists: tourists.map((one) => ({ ...one, name: maskName(one.name) })),
    same_list: same.map(({ team_no }) => team_no),
  };
}

async function countAgency(tx: Transaction, { agency_id, from }: TeamRow): Promise<TeamSnapshot['agency']> {
  const day = new Date(from * 1000 + 28_800_000).toISOString().slice(0, 10);
  const found = await tx.row<{ teams: number; staff: number }>(sql`
    select (select count(*)::int from travel_itinerary i where i.agency_id = ${agency_id} and i.status = any(${[...countedStates]}::text[])
        and i.start_at >= ${`${day}T00:00:00+08:00`}::timestamptz and i.start_at < ${`${addDays(day, 1)}T00:00:00+08:00`}::timestamptz) as teams,
      (select count(*)::int from ${sql.id(tableOf(staff))} s where s.enterprise_id = ${agency_id} and s.employment = 'employed') as staff`);
  return found ?? { teams: 0, staff: 0 };
}

/** Keys of what only one team may have at a time: whoever files a team waits for others who file one with any of these. */
export async function holdCrew(tx: Transaction, id: number): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtext(key)) from (
      select distinct key from (
        select 'travel vehicle ' || vehicle_id as key from travel_assigned_vehicle where itinerary_id = ${id}
        union all select 'travel driver ' || unnest(array[driver_id, second_driver_id]) from travel_assigned_vehicle where itinerary_id = ${id}
        union all select 'travel guide ' || guide_id from travel_assigned_guide where itinerary_id = ${id}
      ) held where key is not null order by key offset 0
    ) held`);
}
