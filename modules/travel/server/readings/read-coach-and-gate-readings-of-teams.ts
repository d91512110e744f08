import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { roadDataSource } from '#modules/enforcement/contract/camera-gate-and-positioning-source.ts';
import {
  gateEntryCount,
  plateCapture,
  vehiclePosition,
} from '#modules/enforcement/contract/plate-gate-and-position-time-series.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import {
  type CoachPosition,
  type CoachReadings,
  type CoachTrack,
  type PlateReadByCamera,
  staysOfCoach,
} from './coach-positions-and-stays.ts';
import { type GateHeadcount, visitGapSeconds } from './group-gate-entries-into-visits.ts';

/** Readings about a team: positions and camera captures of its coaches, and counts of gates. */
export interface CoachAndGateReadingsOfTeam {
  readonly road: CoachReadings;
  readonly entries: readonly GateHeadcount[];
}

const noReadings: CoachAndGateReadingsOfTeam = { road: { tracks: [], cameras: [], shops: [] }, entries: [] };

/** Days before today whose readings are used; earlier ones were checked earlier. */
const daysBack = 2;
/** Shortest stay in seconds that matters, below any threshold of an area. */
const shortestStaySeconds = 600;
/** Radius around a stay in which shops are searched, in degrees of latitude. */
const around = 300 / 111_000;

type Of<T> = T & { readonly team: number; readonly [column: string]: unknown };

/**
 * Reads positions, captures and gate counts of teams that have departed, in one statement each for all of them.
 * Starts at midnight two days ago, so that a period has the same begin in every run.
 */
export async function readCoachAndGateReadingsOfTeams(
  tx: Transaction,
  ids: readonly number[],
  now = Date.now(),
): Promise<(id: number) => CoachAndGateReadingsOfTeam> {
  if (ids.length === 0) return () => noReadings;
  const midnight = Math.floor((now / 1000 + 28_800) / 86_400) * 86_400 - 28_800;
  const since = sql`to_timestamp(${midnight - daysBack * 86_400})`;
  const teamIds = sql`any(${[...ids]}::bigint[])`;
  // constants let the planner skip older partitions, the rest is pruned at run time
  const used = (moment: string): Sql => {
    const at = sql.raw(moment);
    return sql`${at} >= ${since} and ${at} >= coalesce(a.from_at, i.start_at)
      and ${at} < least(coalesce(a.to_at, i.end_at), coalesce(i.finished_at, 'infinity'))`;
  };
  const tracks = await readTracks(tx, teamIds, used('p.at'));
  const cameras = await tx.rows<Of<PlateReadByCamera>>(sql`
    select a.itinerary_id as team, c.plate, extract(epoch from c.at)::float8 as at, coalesce(c.spot, s.name) as place,
      s.place[0] as lng, s.place[1] as lat
    from travel_assigned_vehicle a join travel_itinerary i on i.id = a.itinerary_id
      join ${sql.id(tableOf(plateCapture))} c on c.plate = a.plate and ${used('c.at')}
      join ${sql.id(tableOf(roadDataSource))} s on s.id = c.of_id and s.place is not null
    where a.itinerary_id = ${teamIds} order by a.itinerary_id, c.at, c.of_id`);
  const entries = await tx.rows<Of<GateHeadcount>>(sql`
    select e.of_id as team, coalesce(e.place, e.source) as place, extract(epoch from e.at)::float8 as at, e.people
    from ${sql.id(tableOf(gateEntryCount))} e where e.of_id = ${teamIds} and e.at >= ${since}
    order by e.of_id, e.at, e.source`);
  const shops = await readShops(tx, tracks);
  const roads = new Map<
    number,
    {
      tracks: CoachTrack[];
      cameras: PlateReadByCamera[];
      shops: CoachReadings['shops'][number][];
      entries: GateHeadcount[];
    }
  >();
  const of = (id: number) => {
    const road = roads.get(id) ?? { tracks: [], cameras: [], shops: [], entries: [] };
    roads.set(id, road);
    return road;
  };
  for (const { team, ...one } of tracks) of(team).tracks.push(one);
  for (const { team, ...one } of cameras) of(team).cameras.push(one as PlateReadByCamera);
  for (const { team, ...one } of shops) of(team).shops.push(one);
  // a team that is still entering is not counted yet
  const over = now / 1000 - visitGapSeconds;
  for (const { team, ...one } of entries) of(team).entries.push(one as GateHeadcount);
  return (id) => {
    const found = roads.get(id);
    if (!found) return noReadings;
    const { entries: counted, ...road } = found;
    const open = new Set(counted.filter(({ at }) => at > over).map(({ place }) => place));
    return { road, entries: counted.filter(({ place }) => !open.has(place)) };
  };
}

/**
 * One position per minute is enough to measure half an hour. Arrays, as a hundred teams have a hundred thousand
 * positions.
 */
async function readTracks(tx: Transaction, teamIds: Sql, used: Sql): Promise<Of<CoachTrack>[]> {
  const rows = await tx.rows<Of<{ plate: string; at: number[]; lng: number[]; lat: number[] }>>(sql`
    select team, plate, array_agg(at order by at) as at, array_agg(lng order by at) as lng, array_agg(lat order by at) as lat
    from (select distinct on (a.id, date_trunc('minute', p.at)) a.itinerary_id as team, a.id, coalesce(a.plate, '') as plate,
        extract(epoch from p.at)::float8 as at, p.place[0] as lng, p.place[1] as lat
      from travel_assigned_vehicle a join travel_itinerary i on i.id = a.itinerary_id
        join ${sql.id(tableOf(vehiclePosition))} p on p.of_id = a.vehicle_id and ${used}
      where a.itinerary_id = ${teamIds} order by a.id, date_trunc('minute', p.at), p.at) p
    group by team, id, plate order by team, id`);
  return rows.map(({ team, plate, at, lng, lat }) => ({
    team,
    plate,
    fixes: at.map((moment, n): CoachPosition => ({ at: moment, lng: lng[n] ?? 0, lat: lat[n] ?? 0 })),
  }));
}

/** Registered shops near stays of coaches, in one statement for all stays. */
async function readShops(tx: Transaction, tracks: readonly Of<CoachTrack>[]) {
  const stays = tracks.flatMap(({ team, fixes }) =>
    staysOfCoach(fixes, shortestStaySeconds).map((stay) => ({ ...stay, team })),
  );
  if (stays.length === 0) return [];
  return tx.rows<Of<CoachReadings['shops'][number]>>(sql`
    select distinct s.team, e.name, e.place[0] as lng, e.place[1] as lat
    from unnest(${stays.map(({ team }) => team)}::bigint[], ${stays.map(({ lng }) => lng)}::float8[], ${stays.map(({ lat }) => lat)}::float8[]) s (team, lng, lat)
      join ${sql.id(tableOf(enterprise))} e on e.ent_type = 'shop' and e.place is not null and e.status not in ('cancelled', 'revoked')
        and e.place <@ box(point(s.lng - 2 * ${around}::float8, s.lat - ${around}::float8), point(s.lng + 2 * ${around}::float8, s.lat + ${around}::float8))
    order by s.team, e.name`);
}
