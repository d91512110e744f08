import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import { holdersToNotifySql, inboxMessagesTo, notifyHolders } from '#server/write/statement/inbox-message-statement.ts';
import { coachDispatchRequest } from '../../contract/itinerary/request-to-coach-firm-for-vehicle.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { coachDeclined, teamConfirmed } from '../../contract/message-templates.ts';
import { formatTripMoment } from '../product/trip-times-as-text-and-calendar-days.ts';
import type { ItineraryWriteHookDependencies } from './itinerary-write-hook-dependencies.ts';
import { notifyCrewOfFiledTeam } from './notify-crew-of-filed-team.ts';
import { teamMessagePlaceholderValues } from './team-message-placeholder-values.ts';

type TeamChange = Pick<ChangeContext<typeof itinerary>, 'engine' | 'tx' | 'before'>;

/**
 * Notifies the agency, the local operator and the coach operators of a confirmed team, and its crew (domain
 * reference, Appendix E).
 */
export async function notifyOfConfirmedTeam(
  { engine, tx, before }: TeamChange,
  services: ItineraryWriteHookDependencies,
): Promise<void> {
  const { id } = before;
  const team = await tx.row<{ agency: string; coaches: number[] }>(sql`
    select e.name as agency, array(select d.id from travel_dispatch d where d.itinerary_id = ${id} and d.status = 'confirmed' order by d.id) as coaches
    from enterprise e where e.id = ${before.agency_id}`);
  if (!team) return;
  const start = formatTripMoment(before.start_at);
  const team_no = before.team_no ?? '';
  const values = { team_no, route: before.route ?? '', agency: team.agency, start };
  // one message for members of several of them, and another one after each filing
  const once = `team_confirmed ${id} ${before.version}`;
  await notifyHolders(engine, tx, itinerary, teamConfirmed, [{ row: id, values, once }]);
  if (before.ground_agency_id && before.ground_agency_id !== before.agency_id) {
    const receiving = holdersToNotifySql(engine, enterprise, teamConfirmed, sql`t.id = ${before.ground_agency_id}`);
    await tx.query(
      inboxMessagesTo(
        engine,
        teamConfirmed,
        { values, once },
        sql`select r.admin_id, r.user_id, ${itinerary.name}::text as resource, ${id}::bigint as row_id, ${team_no}::text as row_title from (${receiving}) r`,
      ),
    );
  }
  // one message for an operator with several coaches
  await notifyHolders(
    engine,
    tx,
    coachDispatchRequest,
    teamConfirmed,
    team.coaches.map((row) => ({ row, values, once })),
  );
  await notifyCrewOfFiledTeam({ engine, tx }, id, services);
}

/** Notifies the agency of a team on the road that the operator declines a coach. */
export async function notifyOfDeclinedCoach({
  engine,
  tx,
  before,
  input: { reason },
}: ChangeContext<typeof coachDispatchRequest, object, { readonly reason: string }>): Promise<void> {
  const team = await tx.row<{ plate: string | null; route: string | null; start_at: number }>(sql`
    select v.plate, i.route, floor(extract(epoch from i.start_at))::float8 as start_at
    from travel_itinerary i left join ${sql.id(tableOf(vehicle))} v on v.id = ${before.vehicle_id} where i.id = ${before.itinerary_id}`);
  if (!team) return;
  await notifyHolders(engine, tx, itinerary, coachDeclined, [
    {
      row: before.itinerary_id ?? 0,
      values: {
        ...teamMessagePlaceholderValues({ ...team, team_no: before.team_no }),
        plate: team.plate ?? '',
        reason,
      },
    },
  ]);
}
