import { maskName } from '#kernel/check/mask-personal-data.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { statesInStatistics } from '../../contract/itinerary/team-itinerary-lifecycle.ts';
import { crewIdentityKeySql } from '../itinerary/crew/crew-identity-key-sql.ts';
import { readConflictingCoachHires, readDriverHiresNearTrip } from '../itinerary/crew/read-conflicting-coach-hires.ts';
import { anyOfIdsSql } from './any-of-ids-sql.ts';
import type {
  DrivesForOtherTeam,
  TeamSnapshot,
  UseByOtherTeam,
  VehicleUseByOtherTeam,
} from './rule/team-snapshot-type.ts';
import {
  endOfVehicleOrCrewUseSql,
  groupRowsByTeam,
  isFiledTeamSql,
  isTeamInStatesSql,
  type RowOfTeam,
  startOfVehicleOrCrewUseSql,
  unixSecondsSql,
} from './team-snapshot-conditions-sql.ts';

/** Kinds of things only one team may have at a time. */
export const exclusivelyBookedKinds = ['vehicles', 'drivers', 'guides', 'tourists'] as const;
export type ExclusivelyBookedKind = (typeof exclusivelyBookedKinds)[number];

/** Teams that may overlap with others, by kind; the others are not queried. */
export type OverlapCandidateTeams = Readonly<Record<ExclusivelyBookedKind, readonly number[]>>;

/** Other filed teams that use the same vehicles, people and tourists at the same time. */
export async function readOverlappingBookingsOfTeams(
  tx: Transaction,
  teamIds: Sql,
  meetings: OverlapCandidateTeams,
): Promise<(id: number) => TeamSnapshot['other']> {
  const readKind = async <T extends object>(
    what: ExclusivelyBookedKind,
    read: (teamIds: Sql) => Promise<RowOfTeam<T>[]>,
  ) => groupRowsByTeam(meetings[what].length > 0 ? await read(anyOfIdsSql(meetings[what])) : []);
  const vehicles = await readKind('vehicles', (some) => readOtherVehicles(tx, some));
  const drivers = await readKind('drivers', (some) => readOtherDrivers(tx, some));
  const guides = await readKind('guides', (some) => readOtherGuides(tx, some));
  const tourists = await readKind('tourists', (some) => readOtherTourists(tx, some));
  const lists = groupRowsByTeam(await readSameLists(tx, teamIds));
  const hires = groupRowsByTeam(await readConflictingCoachHires(tx, teamIds, peopleOf(teamIds, 'driver')));
  const hiresNear = groupRowsByTeam(await readDriverHiresNearTrip(tx, teamIds, peopleOf(teamIds, 'driver')));
  return (id) => ({
    vehicles: vehicles(id),
    guides: guides(id),
    drivers: drivers(id).filter(({ over }) => !over),
    drives: drivers(id),
    hires: hires(id),
    hires_near: hiresNear(id),
    tourists: tourists(id).map((one) => ({ ...one, name: maskName(one.name) })),
    same_list: lists(id).map(({ team_no }) => team_no),
  });
}

const mine = sql.raw('join travel_itinerary me on me.id = a.itinerary_id');
const within = (rest: string) =>
  sql.raw(`i.id <> a.itinerary_id and coalesce(o.from_at, i.start_at) < coalesce(a.to_at, me.end_at) + interval '${rest}'
  and coalesce(o.to_at, i.end_at) > coalesce(a.from_at, me.start_at) - interval '${rest}'`);
const atOnce = within('0 days');

/** People of teams in both roles, with all their rows in `role`. */
const peopleOf = (teamIds: Sql, role: 'driver' | 'guide') => {
  const table = { driver: sql.id(tableOf(driver)), guide: sql.id(tableOf(guide)) };
  const rowsOf = (own: 'driver' | 'guide', rows: Sql, key: Sql) => sql`
    select a.itinerary_id, a.from_at, a.to_at, p.name || '#' || ${crewIdentityKeySql('p', own)} as name, r.id
    from ${rows} a join ${table[own]} p on ${key}
      cross join lateral (${own === role ? sql`select p.id union ` : sql.empty}select r.id from ${table[role]} r where r.id_no->>'hash' = p.id_no->>'hash') r
    where a.itinerary_id = ${teamIds}`;
  return sql`(${rowsOf('driver', sql`travel_assigned_vehicle`, sql`p.id = a.driver_id or p.id = a.second_driver_id`)}
    union all ${rowsOf('guide', sql`travel_assigned_guide`, sql`p.id = a.guide_id`)})`;
};

const readOtherVehicles = (tx: Transaction, teamIds: Sql) =>
  tx.rows<RowOfTeam<VehicleUseByOtherTeam>>(sql`
    select a.itinerary_id as team, o.plate as name, i.team_no, ${startOfVehicleOrCrewUseSql('o')} as "from", ${endOfVehicleOrCrewUseSql('o')} as "to",
      coalesce(o.shared_transfer, false) as shares, i.tourist_count as pax
    from travel_assigned_vehicle a ${mine} join travel_assigned_vehicle o on o.vehicle_id = a.vehicle_id join travel_itinerary i on i.id = o.itinerary_id
    where a.itinerary_id = ${teamIds} and ${atOnce} and ${isFiledTeamSql} order by i.start_at, i.id`);

// driving time counts per day, also for teams that ended meanwhile
const readOtherDrivers = (tx: Transaction, teamIds: Sql) =>
  tx.rows<RowOfTeam<UseByOtherTeam & DrivesForOtherTeam & { readonly over: boolean }>>(sql`
    select distinct on (i.start_at, i.id, o.id, a.name, a.itinerary_id) a.itinerary_id as team, a.name, i.team_no,
      ${startOfVehicleOrCrewUseSql('o')} as "from", ${endOfVehicleOrCrewUseSql('o')} as "to", not (${isFiledTeamSql}) as over, 1 + (o.second_driver_id is not null)::int as turns,
      coalesce((select jsonb_agg(jsonb_build_object('from', ${unixSecondsSql('s.begins')}, 'to', ${unixSecondsSql('s.ends')}) order by s.begins)
        from (select p.begins, p.begins + s.stay_minutes * interval '1 minute' as ends from travel_itinerary_stop s, lateral (
          select date_trunc('day', i.start_at, 'Asia/Shanghai') + (s.day_no - 1) * interval '1 day' + s.arrive as begins) p
          where s.itinerary_id = i.id and s.poi_type = 'transfer' and s.arrive is not null) s
        where s.begins < least(coalesce(o.to_at, i.end_at), i.finished_at) and s.ends > coalesce(o.from_at, i.start_at)), '[]') as drives
    from ${peopleOf(teamIds, 'driver')} a ${mine}
      join travel_assigned_vehicle o on o.driver_id = a.id or o.second_driver_id = a.id join travel_itinerary i on i.id = o.itinerary_id
    where ${within('1 day')} and ${isTeamInStatesSql('i', statesInStatistics)} order by i.start_at, i.id, o.id, a.name, a.itinerary_id`);

// days of rest count after teams that have ended, too
const readOtherGuides = (tx: Transaction, teamIds: Sql) =>
  tx.rows<RowOfTeam<UseByOtherTeam>>(sql`
    select distinct on (i.start_at, i.id, o.id, a.name, a.itinerary_id) a.itinerary_id as team, a.name, i.team_no,
      ${startOfVehicleOrCrewUseSql('o')} as "from", ${endOfVehicleOrCrewUseSql('o')} as "to"
    from ${peopleOf(teamIds, 'guide')} a ${mine}
      join travel_assigned_guide o on o.guide_id = a.id join travel_itinerary i on i.id = o.itinerary_id
    where i.id <> a.itinerary_id and ${isTeamInStatesSql('i', statesInStatistics)}
      and i.end_at > me.start_at - interval '60 days' and i.start_at < me.end_at + interval '60 days' order by i.start_at, i.id, o.id, a.name, a.itinerary_id`);

const readOtherTourists = (tx: Transaction, teamIds: Sql) =>
  tx.rows<RowOfTeam<UseByOtherTeam>>(sql`
    select me.id as team, s.name, s.team_no, s.from, s.to from travel_itinerary me cross join lateral (
      select t.name, i.team_no, ${unixSecondsSql('i.start_at')} as "from", ${unixSecondsSql('i.end_at')} as "to"
      from travel_tourist t join travel_tourist o on o.id_no->>'hash' = t.id_no->>'hash' and o.itinerary_id <> t.itinerary_id
        join travel_itinerary i on i.id = o.itinerary_id
      where t.itinerary_id = me.id and ${isFiledTeamSql} and i.start_at < me.end_at and i.end_at > me.start_at order by t.weigh limit 50) s
    where me.id = ${teamIds}`);

const readSameLists = (tx: Transaction, teamIds: Sql) =>
  tx.rows<{ team: number; team_no: string }>(sql`
    select me.id as team, s.team_no from travel_itinerary me cross join lateral (
      select i.team_no from travel_itinerary i
      where i.list_hash = me.list_hash and i.id <> me.id and ${isTeamInStatesSql('i', statesInStatistics)} order by i.id limit 5) s
    where me.id = ${teamIds} and me.list_hash is not null`);
