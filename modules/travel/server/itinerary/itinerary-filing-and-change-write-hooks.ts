import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import { bilingualInputText } from '#server/write/field/english-column-values-of-bilingual-text.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { assignedGuide, itineraryStop } from '../../contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { coachDispatchRequest } from '../../contract/itinerary/request-to-coach-firm-for-vehicle.ts';
import type { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { teamReturned, teamTerminated } from '../../contract/message-templates.ts';
import { computeTouristListCounts, computeTouristListHash } from './compute-tourist-list-counts-and-hash.ts';
import { addsShopOrPaidActivityWithoutConsent } from './detect-shops-and-paid-activities-without-consent.ts';
import { explainEffectsOfItineraryChange } from './explain-effects-of-itinerary-change.ts';
import type { ItineraryWriteHookDependencies } from './itinerary-write-hook-dependencies.ts';
import { notifyCrewOfFiledTeam } from './notify-crew-of-filed-team.ts';
import { notifyHandlingOfficersOfChange } from './notify-handling-officers-of-change.ts';
import { notifyOfConfirmedTeam } from './notify-of-confirmed-team-or-declined-coach.ts';
import {
  releaseAllCoachDispatches,
  releaseMismatchedCoachDispatches,
  requestCoachDispatches,
} from './request-and-release-coach-dispatches.ts';
import { validateTeamIsCompleteForFiling } from './validate-team-is-complete-for-filing.ts';
import { validateTemplateAndCountItsUse } from './validate-template-and-count-its-use.ts';
import {
  validateCrewWithinTrip,
  validateTripMatchesKind,
  validateTripTimesFeeAndAgencies,
} from './validate-trip-times-kind-and-crew.ts';

const texts = {
  consent: text(
    '增加购物点或自费项目须上传游客签字同意书',
    'Upload the consent signed by the tourists to add a shop or an optional paid activity',
  ),
  unconfirmed: text('尚有车辆未经车企确认', 'Some vehicles are not confirmed by the coach operator yet'),
  unvisited: text('站点签到不足八成，请说明原因', 'Less than 80% of stops were checked in at. Give a reason'),
};

type Change = ChangeContext<typeof itinerary>;

/** States in which an edit is a change of a filed team. */
const onFile = new Set(['confirmed', 'departed', 'abnormal']);

/** A change of a filed team raises its version and is checked like the first filing. */
async function changeFiled(context: Change, services: ItineraryWriteHookDependencies): Promise<void> {
  const { values, before, fail } = context;
  const signed = values.consent_file && values.consent_file !== before.consent_file;
  if (!signed && (await addsShopOrPaidActivityWithoutConsent(context))) fail('consent_file', texts.consent);
  await validateTeamIsCompleteForFiling(context);
  await computeTouristListHash(context);
  values.change_count = (before.change_count ?? 0) + 1;
  const explain = explainEffectsOfItineraryChange(context);
  context.afterStore(async (id) => {
    await releaseMismatchedCoachDispatches(context, id);
    await services.checkTeam(context, id);
    await requestCoachDispatches(context, id);
    const officers = await notifyHandlingOfficersOfChange(context);
    await notifyCrewOfFiledTeam(context, id, services);
    await explain(officers);
  });
}

const crewOf = async ({ rowsOf }: Pick<Change, 'rowsOf'>) => ({
  guides: await rowsOf('guides'),
  vehicles: await rowsOf('vehicles'),
});

/**
 * Another departure moves the stops, which keep their day and hour, and resets the confirmations of the guides, who
 * agreed to another time.
 */
function followDeparture(context: Change, start: number): void {
  const { cascadeChange } = context;
  const midnight = sql`date_trunc('day', to_timestamp(${start}), 'Asia/Shanghai')`;
  const arrive = sql`${midnight} + (t.day_no - 1) * interval '1 day' + t.arrive`;
  context.afterStore(async (id) => {
    await cascadeChange(assignedGuide, sql`t.itinerary_id = ${id} and t.confirmed_at is not null`, {
      confirmed_at: null,
    });
    await cascadeChange(itineraryStop, sql`t.itinerary_id = ${id}`, {
      plan_arrive: arrive,
      plan_leave: sql`${arrive} + t.stay_minutes * interval '1 minute'`,
    });
  });
}

type Moves = NonNullable<WriteHooks<typeof itinerary>['moves']>;

/** Files a team; without a coach to confirm it is confirmed at once. */
const submitTeam =
  (services: ItineraryWriteHookDependencies): Moves['submit'] =>
  async (context) => {
    const { values, before, choose, tx } = context;
    await validateTeamIsCompleteForFiling(context);
    const rules = await services.readRules(context);
    values.late = rules.isLate ? 'yes' : 'no';
    await computeTouristListHash(context);
    const firms = await tx.row<{ n: number }>(
      sql`select count(*)::int as n from travel_assigned_vehicle where itinerary_id = ${before.id} and coach_id is not null`,
    );
    if (!firms?.n) choose('confirmed');
    context.afterStore(async (id) => {
      await rules.check(id);
      await requestCoachDispatches(context, id);
      if (!firms?.n) await notifyOfConfirmedTeam(context, services);
    });
  };

/** An officer or the last operator confirms the team; open requests are confirmed with it. */
const confirmTeam =
  (services: ItineraryWriteHookDependencies): Moves['confirm'] =>
  (context) => {
    context.afterStore(async (id) => {
      await context.cascadeMove(coachDispatchRequest, sql`t.itinerary_id = ${id}`, 'confirm');
      await notifyOfConfirmedTeam(context, services);
    });
  };

/** Write hooks of itineraries. */
export const itineraryWriteHooks = (services: ItineraryWriteHookDependencies): WriteHooks<typeof itinerary> => ({
  async add(context) {
    validateTripTimesFeeAndAgencies(context);
    await validateTripMatchesKind(context);
    validateCrewWithinTrip(context, await crewOf(context));
    await validateTemplateAndCountItsUse(context);
    await computeTouristListCounts(context);
  },
  async edit(context) {
    const { values, before } = context;
    validateTripTimesFeeAndAgencies(context);
    await validateTripMatchesKind(context);
    await computeTouristListCounts(context);
    if (values.start_at && values.start_at !== before.start_at) followDeparture(context, values.start_at);
    if (onFile.has(before.status)) await changeFiled(context, services);
    else validateCrewWithinTrip(context, await crewOf(context));
  },
  notify: {
    return: { template: teamReturned, values: { day: { day: 'start_at' } } },
    terminate: { template: teamTerminated, values: { day: { day: 'start_at' } } },
  },
  moves: {
    submit: submitTeam(services),
    confirm: confirmTeam(services),
    withdraw: releaseAllCoachDispatches,
    return(context) {
      context.note(bilingualInputText(context, 'reason'));
      releaseAllCoachDispatches(context);
    },
    async depart(context) {
      const { before, tx } = context;
      const waits = await tx.row(
        sql`select 1 as n from travel_dispatch where itinerary_id = ${before.id} and status = 'asked' limit 1`,
      );
      if (waits) throw new Refused(texts.unconfirmed, { data: { reason: 'not_ready' } });
    },
    async finish(context) {
      const { before, tx, fail, input } = context;
      const stops = await tx.row<{ n: number; there: number }>(
        sql`select count(*)::int as n, count(actual_arrive)::int as there from travel_itinerary_stop where itinerary_id = ${before.id} and poi_type <> 'transfer'`,
      );
      if (stops && stops.there * 5 < stops.n * 4 && !input.finish_note) fail('finish_note', texts.unvisited);
    },
    cancel(context) {
      context.note(context.input.reason);
      releaseAllCoachDispatches(context);
    },
    clear({ before, choose }) {
      if (before.departed_at) choose('departed');
    },
    terminate(context) {
      const { input } = context;
      context.note(`${input.incident_no}：${input.reason}`);
      releaseAllCoachDispatches(context);
    },
  },
});
