import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { Refused } from '#server/refusal.ts';
import { on, type SubscriberContext } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { write } from '#server/write/write-pipeline.ts';
import { coachHireOrder } from '../contract/coach-hire-enquiry-and-order-of-coach-firm.ts';
import { coachDemand } from '../contract/request-for-coach-hire-quotes.ts';

interface Sent {
  readonly team: number;
  readonly vehicle_id: number;
  readonly driver_id: number;
  readonly from_at: number | null;
  readonly to_at: number | null;
}

/**
 * Enters the vehicle and driver dispatched for a demand into the itinerary of its team, as long as the agency may edit
 * that; a filed itinerary is only changed by the agency, with reasons. A hire as long as the trip has no times of its
 * own.
 */
async function enterTeam({ engine, tx, caller }: SubscriberContext, demandId: number): Promise<void> {
  const sent = await tx.rows<Sent>(sql`
    select i.id as team, o.vehicle_id, o.driver_id,
      case when o.from_at > i.start_at then floor(date_part('epoch', o.from_at))::bigint end as from_at,
      case when o.to_at < i.end_at then floor(date_part('epoch', o.to_at))::bigint end as to_at
    from rental_demand d
      join rental_order o on o.demand_id = d.id and o.status in ('dispatched', 'running')
      join travel_itinerary i on compact_identifier(i.team_no) = compact_identifier(d.team_no) and i.agency_id = d.agency_id and i.status in ('draft', 'returned')
    where d.id = ${demandId} and not exists (
      select from travel_assigned_vehicle v where v.itinerary_id = i.id and v.vehicle_id = o.vehicle_id)
    for update of i`);
  for (const { team, ...row } of sent) {
    const there = await tx.rows<{ id: number }>(
      sql`select id from travel_assigned_vehicle where itinerary_id = ${team} order by weigh, id`,
    );
    const input = { vehicles: [...there, row] };
    try {
      await write(engine, itinerary, caller, { operation: 'edit', id: team, input, unread: true }, tx);
    } catch (error) {
      // the agency was notified of both, and enters them once its itinerary has no other errors
      if (!(error instanceof Refused)) throw error;
      engine.log.warn({ demand: demandId, team, err: error }, 'the coach of a hire could not be entered in its team');
    }
  }
}

export const addDispatchedCoachToItinerarySubscribers: Readonly<Record<string, Subscriber>> = {
  enter_team: on(coachHireOrder, 'dispatched', {
    async later({ row_id }, context) {
      const row = await context.tx.row<{ demand_id: number }>(
        sql`select demand_id from rental_order where id = ${row_id}`,
      );
      if (row) await enterTeam(context, row.demand_id);
    },
  }),
  /** The agency may enter the team number after the coach was dispatched. */
  enter_team_late: on(coachDemand, 'edited', {
    later: ({ row_id }, context) => enterTeam(context, row_id),
  }),
};
