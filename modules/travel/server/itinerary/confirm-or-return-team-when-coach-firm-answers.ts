import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { lastDayOf } from '#kernel/time/shanghai-time.ts';
import { findUnusableCrewReason } from '#modules/crew/contract/crew-usable-for-tour-rule.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import type { coachDispatchRequest } from '../../contract/itinerary/request-to-coach-firm-for-vehicle.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { coachRequested } from '../../contract/message-templates.ts';
import type { ItineraryWriteHookDependencies } from './itinerary-write-hook-dependencies.ts';
import { notifyCrewOfFiledTeam } from './notify-crew-of-filed-team.ts';
import { notifyOfDeclinedCoach } from './notify-of-confirmed-team-or-declined-coach.ts';

/**
 * Vehicle and drivers must be usable until the last day of the tour (domain reference §2.E), and stay so until the
 * confirmation is stored.
 */
async function requireUsable({ before, tx, require }: ChangeContext<typeof coachDispatchRequest>): Promise<void> {
  const last = lastDayOf({ from: 0, to: before.to_at ?? 0 });
  const sent = await tx.row<Record<'driver_id' | 'second_driver_id', number | null>>(sql`
    select driver_id, second_driver_id from travel_assigned_vehicle
    where itinerary_id = ${before.itinerary_id} and vehicle_id = ${before.vehicle_id} order by weigh, id limit 1`);
  const coach = await require(vehicle, before.vehicle_id ?? 0, { status: ['normal', 'changing'] });
  const why = [coach && findUnusableCrewReason('crew/vehicle', coach, last)];
  for (const id of [sent?.driver_id, sent?.second_driver_id]) {
    const one = id ? await require(driver, id, { status: ['working', 'changing'] }) : undefined;
    why.push(one && findUnusableCrewReason('crew/driver', one, last));
  }
  for (const one of why) if (one) throw new Refused(one.message, { data: { reason: 'not_ready' } });
}

const declined = text('车企不能派车：{reason}', 'The coach company cannot provide the coach: {reason}');

/**
 * The last confirmation confirms the team. A refusal returns the team to its agency, or only notifies the agency when
 * the team is on the road.
 */
export const coachDispatchRequestWriteHooks = (
  services: Pick<ItineraryWriteHookDependencies, 'readCode'>,
): WriteHooks<typeof coachDispatchRequest> => ({
  /** For those who may confirm it. */
  notify: {
    added: {
      template: coachRequested,
      values: {
        agency: 'itinerary_id.agency_id',
        route: 'itinerary_id.route',
        plate: 'vehicle_id.plate',
        start: 'from_at',
      },
    },
  },
  moves: {
    async confirm(context) {
      const { before, tx, engine, caller } = context;
      await requireUsable(context);
      context.afterStore(async () => {
        // the lock puts two operators that confirm at once in order: the second one finds no open request
        const team = await tx.row<{ status: string; n: number }>(sql`
          select i.status from travel_itinerary i where i.id = ${before.itinerary_id} for update of i`);
        const open = await tx.row(
          sql`select 1 as n from travel_dispatch where itinerary_id = ${before.itinerary_id} and status = 'asked' limit 1`,
        );
        if (open || team?.status !== 'submitted') {
          // a change requested the coach: notify its driver
          await notifyCrewOfFiledTeam(context, before.itinerary_id ?? 0, services);
          return;
        }
        const order = {
          operation: 'move',
          move: 'confirm',
          id: before.itinerary_id ?? 0,
          input: {},
          unread: true,
        } as const;
        await write(engine, itinerary, onBehalfOf(caller), order, tx);
      });
    },
    decline(context) {
      const { before, input, tx, engine, caller } = context;
      context.note(input.reason);
      context.afterStore(async () => {
        const team = await tx.row<{ status: string }>(
          sql`select status from travel_itinerary where id = ${before.itinerary_id} for update`,
        );
        if (!team) return;
        // a team on the road is not returned: its agency looks for another coach
        if (!['submitted', 'confirmed'].includes(team.status)) {
          await notifyOfDeclinedCoach(context);
          return;
        }
        const reason = textInAnyLocale(declined, { reason: input.reason });
        await write(
          engine,
          itinerary,
          onBehalfOf(caller),
          {
            operation: 'move',
            move: 'return',
            id: before.itinerary_id ?? 0,
            input: { reason: reason['zh-cn'] },
            english: { reason: reason.en },
            unread: true,
          },
          tx,
        );
      });
    },
    release: (context) => context.note(context.input.reason),
  },
});
