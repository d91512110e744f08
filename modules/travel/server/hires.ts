import type { Interval } from '#kernel/interval.ts';
import { tableOf } from '#kernel/resource.ts';
import { demand } from '#modules/rental/contract/demand.ts';
import { order, takenStates } from '#modules/rental/contract/order.ts';
import type { Transaction } from '#server/db/connect.ts';
import { overlap } from '#server/db/interval.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Hires `h` that keep a coach and its driver busy, from acceptance until they are over, and the agency `hd.agency_id` they are for. */
export const takenHires: Sql = sql.raw(`(select o.vehicle_id, o.driver_id, o.from_at, o.to_at, d.agency_id
  from ${tableOf(order)} o join ${tableOf(demand)} d on d.id = o.demand_id
  where o.status in (${takenStates.map((state) => `'${state}'`).join(', ')})) h`);

type Of<T> = T & { readonly team: number; readonly [column: string]: unknown };

/**
 * When the vehicles and the people of teams are hired at the same time. What an agency hired, or the one that receives the
 * team, is for its teams, and keeps nobody from them. `people` are those of the teams by the rows they drive as.
 */
export const readHires = (tx: Transaction, those: Sql, people: Sql): Promise<Of<Interval & { name: string }>[]> => {
  const meets = sql`${overlap(
    { from: sql`coalesce(a.from_at, me.start_at)`, to: sql`coalesce(a.to_at, me.end_at)` },
    { from: sql`h.from_at`, to: sql`h.to_at` },
  )} and h.agency_id is distinct from me.agency_id and h.agency_id is distinct from me.ground_agency_id`;
  const times = sql.raw(
    `floor(date_part('epoch', h.from_at))::bigint as "from", floor(date_part('epoch', h.to_at))::bigint as "to"`,
  );
  return tx.rows<Of<Interval & { name: string }>>(sql`
    select a.itinerary_id as team, a.plate as name, ${times} from travel_assigned_vehicle a
      join travel_itinerary me on me.id = a.itinerary_id join ${takenHires} on h.vehicle_id = a.vehicle_id and ${meets}
      where a.itinerary_id = ${those} and a.plate is not null
    union select a.itinerary_id, a.name, ${times} from ${people} a
      join travel_itinerary me on me.id = a.itinerary_id join ${takenHires} on h.driver_id = a.id and ${meets}
    order by 1, 3, 2`);
};
