import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { crewAdvisoryLockPrefixes } from '#modules/crew/contract/crew-advisory-lock-prefixes.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import {
  assignedGuide,
  assignedVehicle,
} from '#modules/travel/contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { statesOccupyingCrew } from '#modules/travel/contract/itinerary/team-itinerary-lifecycle.ts';
import { intervalsOverlapSql } from '#server/db/interval-overlap-and-shanghai-day-sql.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import { type coachHireOrder, confirmedHireStates } from '../contract/coach-hire-enquiry-and-order-of-coach-firm.ts';

const uses = { vehicles: sql.id(tableOf(assignedVehicle)), guides: sql.id(tableOf(assignedGuide)) };

/** What an order reserves for its time, the rows that represent it, and where teams use it. */
const reserved = {
  vehicle_id: {
    what: text('车辆', 'The vehicle'),
    same: (id: number) =>
      sql`select v.id, ${crewAdvisoryLockPrefixes.vehicle} || v.id as lock from crew_vehicle v where v.id = ${id}`,
    by: sql`o.vehicle_id`,
    inTeams: (ids: Sql) =>
      sql`select a.itinerary_id, a.from_at, a.to_at from ${uses.vehicles} a where a.vehicle_id = any(${ids})`,
  },
  // a driver may have a row with another firm, and may be a guide too
  driver_id: {
    what: text('驾驶员', 'The driver'),
    same: (
      id: number,
    ) => sql`select d.id, ${crewAdvisoryLockPrefixes.person} || coalesce(d.id_no->>'hash', 'driver ' || d.id) as lock
      from crew_driver d where d.id = ${id} or d.id_no->>'hash' = (select m.id_no->>'hash' from crew_driver m where m.id = ${id})`,
    by: sql`o.driver_id`,
    inTeams: (ids: Sql) => sql`
      select a.itinerary_id, a.from_at, a.to_at from ${uses.vehicles} a where a.driver_id = any(${ids}) or a.second_driver_id = any(${ids})
      union all select a.itinerary_id, a.from_at, a.to_at from ${uses.guides} a where a.guide_id in (
        select g.id from ${sql.id(tableOf(guide))} g join crew_driver d on d.id_no->>'hash' = g.id_no->>'hash' where d.id = any(${ids}))`,
  },
} as const;

interface Span {
  readonly [column: string]: unknown;
  readonly since: string;
  readonly until: string;
}

const shown = (from: Sql, to: Sql) => sql`to_char(${from} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as since,
  to_char(${to} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as until`;

/**
 * Refuses a vehicle or driver that is used at any part of the order's time by another order (from acceptance until it
 * is finished or cancelled) or by a filed team, except a team of the agency that hires, because the hire is for that
 * team. Periods that only touch do not collide. Locks the reserved rows first, so that of two concurrent calls the
 * second sees the first. The error names only the times, because the reader may be another agency.
 */
export async function refuseDoubleBooking(
  { before, tx, fail }: ChangeContext<typeof coachHireOrder>,
  field: keyof typeof reserved,
  id: number,
): Promise<void> {
  const { what, same, by, inTeams } = reserved[field];
  const rows = await tx.rows<{ id: number; lock: string }>(sql`${same(id)} order by 1 for no key update`);
  if (rows[0]) await tx.query(sql`select pg_advisory_xact_lock(hashtext(${rows[0].lock}))`);
  const ids = sql`${rows.map((row) => row.id)}::bigint[]`;
  const mine = { from: sql`mine.from_at`, to: sql`mine.to_at` };
  const states = (all: readonly string[]) => sql`any(${[...all]}::text[])`;
  const other = await tx.row<Span>(sql`
    select ${shown(sql`o.from_at`, sql`o.to_at`)}
    from rental_order o, rental_order mine
    where mine.id = ${before.id} and o.id <> mine.id and ${by} = any(${ids}) and o.status = ${states(confirmedHireStates)}
      and ${intervalsOverlapSql({ from: sql`o.from_at`, to: sql`o.to_at` }, mine)}
    order by o.from_at limit 1`);
  if (other) return fail(field, busy(what, other, '已有用车安排', 'is hired'));
  const use = {
    from: sql`coalesce(a.from_at, i.start_at)`,
    to: sql`least(coalesce(a.to_at, i.end_at), coalesce(i.finished_at, 'infinity'))`,
  };
  const team = await tx.row<Span>(sql`
    select ${shown(use.from, use.to)}
    from (${inTeams(ids)}) a join ${sql.id(tableOf(itinerary))} i on i.id = a.itinerary_id,
      rental_order mine join rental_demand d on d.id = mine.demand_id
    where mine.id = ${before.id} and i.status = ${states(statesOccupyingCrew)} and ${intervalsOverlapSql(use, mine)}
      and d.agency_id is distinct from i.agency_id and d.agency_id is distinct from i.ground_agency_id
    order by ${use.from} limit 1`);
  if (team) fail(field, busy(what, team, '已有团队', 'is with a team'));
}

const busy = (what: Text, { since, until }: Span, chinese: string, english: string): Text =>
  text(`${what['zh-cn']}在 ${since} 至 ${until} ${chinese}`, `${what.en} ${english} from ${since} to ${until}`);
