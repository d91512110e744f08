import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { vehiclePosition } from '#modules/enforcement/contract/plate-gate-and-position-time-series.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { checkInOrHeadcount } from '#modules/travel/contract/on-the-road/guide-check-in-or-headcount-record.ts';
import { sos } from '#modules/travel/contract/on-the-road/sos-emergency-call.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { emergencyResource } from '../contract/emergency-resource.ts';
import type { EmergencyResourcesNearIncident } from '../contract/resources-guides-and-coaches-near-incident-answer-types.ts';

/** The nearest of each kind of resource, guides and coaches that are answered. */
const mostOfEach = 3;
const mostGuides = 10;
const mostVehicles = 10;
/** Hours after which a position says little about where somebody is. */
const freshHours = 12;
/** Metres in a degree of latitude, a little less than anywhere, so that the box holds the circle. */
const metresInDegree = 110_500;

interface Origin {
  readonly lng: number;
  readonly lat: number;
}

/** A box of degrees that holds the circle; indexes of points find what lies in it. */
function boxAround({ lng, lat }: Origin, radius: number): Sql {
  const north = radius / metresInDegree;
  const east = north / Math.cos((Math.min(80, Math.abs(lat)) * Math.PI) / 180);
  return sql`box(point(${lng - east}::float8, ${lat - north}::float8), point(${lng + east}::float8, ${lat + north}::float8))`;
}

/** Help within `radius` metres of a point: resources of any area, and guides and coaches of teams that the caller sees. */
export async function findEmergencyResourcesGuidesAndCoachesNearby(
  engine: Engine,
  db: Queryable,
  caller: Caller,
  origin: Origin,
  radius: number,
): Promise<Omit<EmergencyResourcesNearIncident, 'origin'>> {
  const here = sql`point(${origin.lng}::float8, ${origin.lat}::float8)`;
  const box = boxAround(origin, radius);
  const teams = scopeOf(itinerary, caller, engine.find) ?? sql`true`;
  const since = sql`now() - make_interval(hours => ${freshHours})`;
  const row = await db.row<Omit<EmergencyResourcesNearIncident, 'origin'> & { readonly [column: string]: unknown }>(sql`
    with live as (select t.id, t.team_no from ${sql.id(tableOf(itinerary))} t
        where t.status in ('departed', 'abnormal') and ${teams}),
      fixes as (
        select n.guide_id, n.itinerary_id, n.place, n.made_at from ${sql.id(tableOf(checkInOrHeadcount))} n
          where n.itinerary_id in (select id from live) and n.place is not null and n.made_at > ${since}
        union all
        select s.guide_id, s.itinerary_id, s.place, s.made_at from ${sql.id(tableOf(sos))} s
          where s.itinerary_id in (select id from live) and s.place is not null and s.made_at > ${since}),
      last as (select distinct on (guide_id) * from fixes order by guide_id, made_at desc),
      coaches as (select distinct on (p.of_id) p.of_id, p.place, p.at from ${sql.id(tableOf(vehiclePosition))} p
        where p.at > ${since} and p.of_id in (select v.vehicle_id from travel_assigned_vehicle v where v.itinerary_id in (select id from live))
        order by p.of_id, p.at desc)
    select
      coalesce((select json_agg(r order by r.distance, r.id) from (
        select id, name, kind, phone, capacity, around_the_clock, lng, lat, distance from (
          select e.id, e.name, e.kind, e.phone, e.capacity, e.around_the_clock, e.place[0] as lng, e.place[1] as lat,
            round(metres_between(e.place, ${here}))::int as distance,
            row_number() over (partition by e.kind order by metres_between(e.place, ${here}), e.id) as place_in_kind
          from ${sql.id(tableOf(emergencyResource))} e where e.place <@ ${box} and not e.retired) k
        where place_in_kind <= ${mostOfEach} and distance <= ${radius}) r), '[]') as resources,
      coalesce((select json_agg(r order by r.distance, r.id) from (
        select g.id, g.name, g.mobile as phone, l.team_no, f.place[0] as lng, f.place[1] as lat, extract(epoch from f.made_at)::bigint as at,
          round(metres_between(f.place, ${here}))::int as distance
        from last f join ${sql.id(tableOf(guide))} g on g.id = f.guide_id join live l on l.id = f.itinerary_id
        where metres_between(f.place, ${here}) <= ${radius} order by distance, g.id limit ${mostGuides}) r), '[]') as guides,
      coalesce((select json_agg(r order by r.distance, r.id) from (
        select v.id, v.plate as name, null::text as phone, v.seats, c.place[0] as lng, c.place[1] as lat, extract(epoch from c.at)::bigint as at,
          round(metres_between(c.place, ${here}))::int as distance
        from coaches c join ${sql.id(tableOf(vehicle))} v on v.id = c.of_id
        where metres_between(c.place, ${here}) <= ${radius} order by distance, v.id limit ${mostVehicles}) r), '[]') as vehicles`);
  return { resources: row?.resources ?? [], guides: row?.guides ?? [], vehicles: row?.vehicles ?? [] };
}
