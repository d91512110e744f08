import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Interval } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import {
  coachHireOrder,
  confirmedHireStates,
} from '#modules/coach-rental/contract/coach-hire-enquiry-and-order-of-coach-firm.ts';
import { coachDemand } from '#modules/coach-rental/contract/request-for-coach-hire-quotes.ts';
import { intervalsOverlapSql } from '#server/db/interval-overlap-and-shanghai-day-sql.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/**
 * Hires `h` that occupy a coach and its driver, from acceptance to the end; `h.agency_id` is the agency that hired
 * them.
 */
export const confirmedCoachHiresSql: Sql = sql.raw(`(select o.vehicle_id, o.driver_id, o.from_at, o.to_at, d.agency_id
  from ${tableOf(coachHireOrder)} o join ${tableOf(coachDemand)} d on d.id = o.demand_id
  where o.status in (${confirmedHireStates.map((state) => `'${state}'`).join(', ')})) h`);

/** The same with finished hires, whose driving time still counts. */
const drivenHires: Sql = sql.raw(`(select o.driver_id, o.from_at, o.to_at, d.agency_id, d.team_no
  from ${tableOf(coachHireOrder)} o join ${tableOf(coachDemand)} d on d.id = o.demand_id
  where o.status in (${[...confirmedHireStates, 'finished'].map((state) => `'${state}'`).join(', ')})) h`);

type Of<T> = T & { readonly team: number; readonly [column: string]: unknown };

const times = sql.raw(
  `floor(date_part('epoch', h.from_at))::bigint as "from", floor(date_part('epoch', h.to_at))::bigint as "to"`,
);

/**
 * Hires of the vehicles and people of teams at the time of the teams. Hires by the agency of a team or its local
 * operator are for the team and do not count. `people` yields the people of the teams, by all their rows as drivers.
 */
export const readConflictingCoachHires = (
  tx: Transaction,
  teamIds: Sql,
  people: Sql,
): Promise<Of<Interval & { name: string }>[]> => {
  const meets = sql`${intervalsOverlapSql(
    { from: sql`coalesce(a.from_at, me.start_at)`, to: sql`coalesce(a.to_at, me.end_at)` },
    { from: sql`h.from_at`, to: sql`h.to_at` },
  )} and h.agency_id is distinct from me.agency_id and h.agency_id is distinct from me.ground_agency_id`;
  return tx.rows<Of<Interval & { name: string }>>(sql`
    select a.itinerary_id as team, a.plate as name, ${times} from travel_assigned_vehicle a
      join travel_itinerary me on me.id = a.itinerary_id join ${confirmedCoachHiresSql} on h.vehicle_id = a.vehicle_id and ${meets}
      where a.itinerary_id = ${teamIds} and a.plate is not null
    union select a.itinerary_id, a.name, ${times} from ${people} a
      join travel_itinerary me on me.id = a.itinerary_id join ${confirmedCoachHiresSql} on h.driver_id = a.id and ${meets}
    order by 1, 3, 2`);
};

/**
 * Hires that people of teams drive within a day of them. Hires for a team are left out, as the plan of the team
 * counts, and so are hires by its own agencies at its time.
 */
export const readDriverHiresNearTrip = (
  tx: Transaction,
  teamIds: Sql,
  people: Sql,
): Promise<Of<Interval & { name: string }>[]> => {
  const use = { from: sql`coalesce(a.from_at, me.start_at)`, to: sql`coalesce(a.to_at, me.end_at)` };
  const day = sql`interval '1 day'`;
  return tx.rows<Of<Interval & { name: string }>>(sql`
    select distinct a.itinerary_id as team, a.name, ${times} from ${people} a
      join travel_itinerary me on me.id = a.itinerary_id
      join ${drivenHires} on h.driver_id = a.id and h.team_no is null and h.from_at < ${use.to} + ${day} and h.to_at > ${use.from} - ${day}
    where a.itinerary_id = ${teamIds}
      and not (${intervalsOverlapSql(use, { from: sql`h.from_at`, to: sql`h.to_at` })} and h.agency_id in (me.agency_id, me.ground_agency_id))
    order by 1, 3, 2`);
};
