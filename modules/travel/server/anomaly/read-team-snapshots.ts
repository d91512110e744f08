import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { lastDayOf } from '#kernel/time/shanghai-time.ts';
import { type CrewResourceName, findUnusableCrewReason } from '#modules/crew/contract/crew-usable-for-tour-rule.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { licence } from '#modules/enterprise/contract/licence.ts';
import { staff } from '#modules/enterprise/contract/staff.ts';
import { lastDayOf as lastDayIn } from '#server/db/interval-overlap-and-shanghai-day-sql.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { statesInStatistics } from '../../contract/itinerary/team-itinerary-lifecycle.ts';
import { crewIdentityKeySql } from '../itinerary/crew/crew-identity-key-sql.ts';
import { mostSpecificGuidancePriceInForceSql } from '../product/most-specific-guidance-price-sql-and-price-check-update.ts';
import { readCoachAndGateReadingsOfTeams } from '../readings/read-coach-and-gate-readings-of-teams.ts';
import { anyOfIdsSql } from './any-of-ids-sql.ts';
import { type OverlapCandidateTeams, readOverlappingBookingsOfTeams } from './read-overlapping-bookings-of-teams.ts';
import type {
  BarredPerson,
  PlannedStop,
  RequiredDocument,
  TeamSnapshot,
  VehicleUse,
} from './rule/team-snapshot-type.ts';
import {
  endOfVehicleOrCrewUseSql,
  groupRowsByTeam,
  isTeamInStatesSql,
  type RowOfTeam,
  startOfVehicleOrCrewUseSql,
  unixSecondsSql,
} from './team-snapshot-conditions-sql.ts';

interface TeamRow {
  readonly [column: string]: unknown;
  id: number;
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
  listed_cost: number;
  guidance: number | null;
  has_plan: boolean;
  departed: number | null;
  agency: string;
  agency_last: string | null;
  teams: number;
  staff: number;
}

/** Reads the snapshot of a team as this transaction sees it. */
export async function readTeamSnapshot(tx: Transaction, id: number): Promise<TeamSnapshot | undefined> {
  return (await readTeamSnapshots(tx, [id])).get(id);
}

/**
 * Reads the snapshots of teams, with as many statements for a hundred as for one. `meetings`: teams known to overlap;
 * by default all may.
 */
export async function readTeamSnapshots(
  tx: Transaction,
  ids: readonly number[],
  meetings: OverlapCandidateTeams = { vehicles: ids, drivers: ids, guides: ids, tourists: ids },
): Promise<Map<number, TeamSnapshot>> {
  const teamIds = anyOfIdsSql(ids);
  const teams = await readTeams(tx, teamIds);
  const stopsOf = groupRowsByTeam(await readStops(tx, teamIds));
  const vehiclesOf = groupRowsByTeam(await readVehicles(tx, teamIds));
  const guidesOf = groupRowsByTeam(await readGuides(tx, teamIds));
  const others = await readOverlappingBookingsOfTeams(tx, teamIds, meetings);
  // there are no readings before departure
  const now = Date.now();
  const roadOf = await readCoachAndGateReadingsOfTeams(
    tx,
    teams.filter(({ from }) => from * 1000 <= now).map(({ id }) => id),
    now,
  );
  return new Map(
    teams.map((team) => {
      const { id, departed } = team;
      const stops = stopsOf(id).map(({ added, lng, lat, ...one }) => ({
        ...one,
        late: departed !== null && added > departed,
        ...(lng !== null && lat !== null && { place: { lng, lat } }),
      }));
      const tickets = stops.filter(({ type }) => type === 'scenic').reduce((sum, { fee }) => sum + fee, 0);
      const [vehicles, guides] = [vehiclesOf(id), guidesOf(id)];
      return [
        id,
        {
          team_no: team.team_no,
          kind: team.kind,
          from: team.from,
          to: team.to,
          filed_at: team.filed_at,
          adults: team.adult_count,
          children: team.child_count,
          minors: team.child_count,
          elders: team.elder_count,
          total_fee: team.total_fee,
          ground_fee: team.ground_fee ?? undefined,
          declared_cost: team.listed_cost + tickets * (team.adult_count + team.child_count),
          guidance: team.guidance ?? undefined,
          has_plan: team.has_plan,
          vehicles: vehicles.map(useOf),
          guides: guides.map(({ from, to, name }) => ({ from, to, name })),
          stops,
          papers: papersOf(team, vehicles, guides),
          barred: barredOf(vehicles, guides, now),
          other: others(id),
          ...roadOf(id),
          agency: { teams: team.teams, staff: team.staff },
        },
      ];
    }),
  );
}

const dayIn = (moment: string) => sql.raw(`(${moment} at time zone 'Asia/Shanghai')::date`);
/** Kinds of teams match categories of products, except self-drive tours, which are not sold. */
const ofTeam = mostSpecificGuidancePriceInForceSql(
  {
    category: sql`i.kind`,
    destinations: sql`i.destination_areas`,
    days: sql`(${lastDayIn({ from: sql`i.start_at`, to: sql`i.end_at` })} - ${dayIn('i.start_at')} + 1)`,
  },
  dayIn('i.start_at'),
);

async function readTeams(tx: Transaction, teamIds: Sql): Promise<TeamRow[]> {
  const midnight = sql`date_trunc('day', i.start_at, 'Asia/Shanghai')`;
  return tx.rows<TeamRow>(sql`
    select i.id, i.team_no, i.kind, ${unixSecondsSql('i.start_at')} as "from", ${unixSecondsSql('i.end_at')} as "to",
      ${unixSecondsSql('coalesce(i.submitted_at, now())')} as filed_at, i.adult_count, i.child_count, i.elder_count, i.total_fee, i.ground_fee,
      coalesce(i.guide_fee, 0) + coalesce(i.hotel_fee, 0) + coalesce(i.coach_fee, 0) as listed_cost,
      case when i.product_id is null then (select s.guidance from (${ofTeam}) s)
        else (select p.guidance_per_day from travel_product p where p.id = i.product_id) end as guidance,
      i.emergency_plan is not null as has_plan, ${unixSecondsSql('i.departed_at')} as departed,
      e.name as agency,
      (select max(coalesce(l.expire_date, '9999-12-31'))::text from ${sql.id(tableOf(licence))} l
        where l.enterprise_id in (e.id, e.parent_id) and l.kind = 'agency' and l.validity in ('valid', 'expiring', 'expired')) as agency_last,
      (select count(*)::int from travel_itinerary o where o.agency_id = i.agency_id and ${isTeamInStatesSql('o', statesInStatistics)}
        and o.start_at >= ${midnight} and o.start_at < ${midnight} + interval '1 day') as teams,
      (select count(*)::int from ${sql.id(tableOf(staff))} s where s.enterprise_id = i.agency_id and s.employment = 'employed') as staff
    from travel_itinerary i join enterprise e on e.id = i.agency_id where i.id = ${teamIds}`);
}

const readStops = (tx: Transaction, teamIds: Sql) =>
  tx.rows<
    RowOfTeam<Omit<PlannedStop, 'late' | 'place'> & { added: number; lng: number | null; lat: number | null }>
  >(sql`
    select s.itinerary_id as team, s.day_no as day, s.poi_type as type, s.name, (date_part('epoch', s.arrive) / 60)::int as arrive,
      s.stay_minutes as minutes, coalesce(s.fee, 0) as fee, ${unixSecondsSql('s.createtime')} as added, s.place[0] as lng, s.place[1] as lat
    from travel_itinerary_stop s where s.itinerary_id = ${teamIds} order by s.itinerary_id, s.weigh, s.id`);

/** A driver on record. */
interface OnRecord {
  readonly id: number;
  readonly name: string;
  /** Identity of the person, who may be on record for two firms. */
  readonly person: string;
  readonly status: string;
  readonly licence: string | null;
  readonly qualification: string | null;
}

/** A vehicle of a team with its documents and drivers, the first driver first. */
interface SentVehicle extends Omit<VehicleUse, 'drivers'> {
  readonly status: string;
  readonly permit: string | null;
  readonly inspection: string | null;
  readonly insurance: string | null;
  readonly first: number | null;
  readonly crew: readonly OnRecord[];
}

const readVehicles = (tx: Transaction, teamIds: Sql) =>
  tx.rows<RowOfTeam<SentVehicle>>(sql`
    select a.itinerary_id as team, ${startOfVehicleOrCrewUseSql('a')} as "from", ${endOfVehicleOrCrewUseSql('a')} as "to", v.plate, v.seats, coalesce(a.shared_transfer, false) as shares,
      v.status, v.permit_valid_to::text as permit, v.inspect_valid_to::text as inspection, v.insurance_valid_to::text as insurance, a.driver_id as first,
      (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'person', ${crewIdentityKeySql('d', 'driver')}, 'status', d.status, 'licence', d.licence_valid_to,
          'qualification', d.qualification_valid_to) order by d.id <> a.driver_id), '[]')
        from ${sql.id(tableOf(driver))} d where d.id in (a.driver_id, a.second_driver_id)) as crew
    from travel_assigned_vehicle a join travel_itinerary i on i.id = a.itinerary_id
      join ${sql.id(tableOf(vehicle))} v on v.id = a.vehicle_id
    where a.itinerary_id = ${teamIds} order by a.itinerary_id, a.weigh, a.id`);

/** Person in the form `<name>#<key>` of the rules. */
const personWithKey = ({ name, person }: Pick<OnRecord, 'name' | 'person'>): string => `${name}#${person}`;

const useOf = ({ from, to, plate, seats, shares, crew }: SentVehicle): VehicleUse => ({
  from,
  to,
  plate,
  seats,
  shares,
  drivers: crew.map(personWithKey),
});

const paperOf = (of: string, zh: string, en: string): Text => text(`${of}（${zh}）`, `${of} (${en})`);

const papersOfVehicle = ({ plate, permit, inspection, insurance, crew }: SentVehicle) => [
  { holder: paperOf(plate, '道路运输证', 'road transport permit'), last: permit },
  { holder: paperOf(plate, '车辆检验', 'vehicle inspection'), last: inspection },
  { holder: paperOf(plate, '承运人责任险', 'carrier liability insurance'), last: insurance },
  ...crew.flatMap(({ name, licence: held, qualification }) => [
    { holder: paperOf(name, '驾驶证', 'driving licence'), last: held },
    { holder: paperOf(name, '从业资格证', 'qualification certificate'), last: qualification },
  ]),
];

interface GuideUse {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly shown: string;
  readonly last: string | null;
  readonly status: string;
}

const readGuides = (tx: Transaction, teamIds: Sql) =>
  tx.rows<RowOfTeam<GuideUse>>(sql`
    select a.itinerary_id as team, ${startOfVehicleOrCrewUseSql('a')} as "from", ${endOfVehicleOrCrewUseSql('a')} as "to", g.name || '#' || ${crewIdentityKeySql('g', 'guide')} as name, g.name as shown, g.valid_to::text as last, g.status
    from travel_assigned_guide a join travel_itinerary i on i.id = a.itinerary_id join ${sql.id(tableOf(guide))} g on g.id = a.guide_id
    where a.itinerary_id = ${teamIds} order by a.itinerary_id, a.weigh, a.id`);

/** Documents of vehicles, drivers and guides that have an end, and the licence of the agency, which must exist. */
function papersOf(
  { agency, agency_last }: TeamRow,
  vehicles: readonly SentVehicle[],
  guides: readonly GuideUse[],
): RequiredDocument[] {
  const needed = [
    ...vehicles.flatMap((one, at) =>
      papersOfVehicle(one).map((paper) => ({ ...paper, field: `vehicles.${at}.vehicle_id` })),
    ),
    ...guides.map(({ shown, last }, at) => ({
      holder: paperOf(shown, '导游证', 'guide card'),
      last,
      field: `guides.${at}.guide_id`,
    })),
  ].flatMap(({ last, ...one }) => (last ? [{ ...one, last }] : []));
  return [
    ...needed,
    {
      holder: paperOf(agency, '旅行社业务经营许可证', 'travel agency licence'),
      last: agency_last ?? undefined,
      field: 'agency_id',
    },
  ];
}

/** Crew and vehicles still with the team that may not travel today; documents are checked separately. */
function barredOf(vehicles: readonly SentVehicle[], guides: readonly GuideUse[], now: number): BarredPerson[] {
  const why = (
    field: string,
    of: CrewResourceName,
    row: Parameters<typeof findUnusableCrewReason>[1],
    { to }: { readonly to: number },
  ): BarredPerson[] => {
    const found = to * 1000 > now ? findUnusableCrewReason(of, row, lastDayOf({ from: 0, to })) : undefined;
    return found ? [{ field, why: found.message }] : [];
  };
  return [
    ...vehicles.flatMap((one, n) => [
      ...why(`vehicles.${n}.vehicle_id`, 'crew/vehicle', { plate: one.plate, status: one.status }, one),
      ...one.crew.flatMap(({ id, name, status }) =>
        why(
          `vehicles.${n}.${id === one.first ? 'driver_id' : 'second_driver_id'}`,
          'crew/driver',
          { name, status },
          one,
        ),
      ),
    ]),
    ...guides.flatMap(({ shown, status, ...use }, n) =>
      why(`guides.${n}.guide_id`, 'crew/guide', { name: shown, status }, use),
    ),
  ];
}
