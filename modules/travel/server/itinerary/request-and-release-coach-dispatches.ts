import { onBehalfOf } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import { coachDispatchRequest } from '../../contract/itinerary/request-to-coach-firm-for-vehicle.ts';
import type { itinerary } from '../../contract/itinerary/team-itinerary.ts';

interface MissingRequest {
  readonly [column: string]: unknown;
  readonly coach_id: number;
  readonly vehicle_id: number;
  readonly driver_id: number;
  readonly from: number;
  readonly to: number;
  readonly team_no: string;
  readonly people: number;
}

/** Whether a request matches the team as filed: same vehicle, driver and times. */
const matchesFiled = (alias: 'd' | 't'): Sql =>
  sql.raw(`${alias}.itinerary_id = i.id and ${alias}.vehicle_id = a.vehicle_id and ${alias}.driver_id = a.driver_id
    and ${alias}.from_at = coalesce(a.from_at, i.start_at) and ${alias}.to_at = coalesce(a.to_at, i.end_at)`);

/** Releases vehicles requested or confirmed for a team; `only` narrows them by a condition on `t`. */
export async function releaseCoachDispatches(
  { cascadeMove }: Pick<WriteContext, 'cascadeMove'>,
  id: number,
  only = sql`true`,
): Promise<void> {
  await cascadeMove(coachDispatchRequest, sql`t.itinerary_id = ${id} and ${only}`, 'release');
}

/** Releases all vehicles of a team once the write is stored. */
export const releaseAllCoachDispatches = (context: ChangeContext<typeof itinerary>): void => {
  const { id } = context.before;
  context.afterStore(() => releaseCoachDispatches(context, id));
};

/**
 * An operator confirms a vehicle with its driver for a time: requests that a changed team no longer matches are
 * released, and made again. The number of passengers is updated; the seats are checked by the rules.
 */
export async function releaseMismatchedCoachDispatches(
  {
    cascadeChange,
    cascadeMove,
    values,
  }: Pick<WriteContext<typeof itinerary>, 'cascadeChange' | 'cascadeMove' | 'values'>,
  id: number,
): Promise<void> {
  await releaseCoachDispatches(
    { cascadeMove },
    id,
    sql`not exists (select from travel_assigned_vehicle a join travel_itinerary i on i.id = a.itinerary_id where ${matchesFiled('t')})`,
  );
  await cascadeChange(coachDispatchRequest, sql`t.itinerary_id = ${id} and t.status in ('asked', 'confirmed')`, {
    people: values.tourist_count ?? null,
  });
}

/** Requests the vehicles of a team that have no matching request. Returns how many requests are open. */
export async function requestCoachDispatches(
  { engine, tx, caller }: Pick<WriteContext<typeof itinerary>, 'engine' | 'tx' | 'caller'>,
  id: number,
): Promise<number> {
  const rows = await tx.rows<MissingRequest>(sql`
    select a.coach_id, a.vehicle_id, a.driver_id, floor(date_part('epoch', coalesce(a.from_at, i.start_at)))::bigint as "from",
      floor(date_part('epoch', coalesce(a.to_at, i.end_at)))::bigint as "to", i.team_no, i.tourist_count as people
    from travel_assigned_vehicle a join travel_itinerary i on i.id = a.itinerary_id
    where a.itinerary_id = ${id} and a.coach_id is not null and not exists (select from travel_dispatch d
      where ${matchesFiled('d')} and d.status in ('asked', 'confirmed')) order by a.weigh, a.id`);
  for (const { from, to, ...set } of rows)
    await write(
      engine,
      coachDispatchRequest,
      onBehalfOf(caller),
      { operation: 'add', input: {}, set: { ...set, itinerary_id: id, from_at: from, to_at: to }, unread: true },
      tx,
    );
  const open = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from travel_dispatch where itinerary_id = ${id} and status = 'asked'`,
  );
  return open?.n ?? 0;
}
