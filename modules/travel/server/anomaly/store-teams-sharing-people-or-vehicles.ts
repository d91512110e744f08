import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { statesInStatistics } from '../../contract/itinerary/team-itinerary-lifecycle.ts';
import { maxPlanDays } from '../../contract/product/tour-day-and-stop-fields.ts';
import { crewIdentityKeySql } from '../itinerary/crew/crew-identity-key-sql.ts';
import {
  type ExclusivelyBookedKind,
  exclusivelyBookedKinds,
  type OverlapCandidateTeams,
} from './read-overlapping-bookings-of-teams.ts';

/**
 * Teams that ended earlier overlap with none that is rechecked: a trip has a maximum length, and guides rest for two
 * days.
 */
const since = sql.raw(`now() - interval '${maxPlanDays + 10} days'`);
const counts = sql.raw(`i.status in (${statesInStatistics.map((state) => `'${state}'`).join(', ')})`);

/** Uses of what only one team may have at a time: kind, ID, team, begin and end. */
const usesOf = (shares: ExclusivelyBookedKind, table: string, which: Sql, rest = '0 days') => sql`
  select ${sql.raw(`'${shares}'`)} as shares, used.id as used, i.id as team, coalesce(a.from_at, i.start_at) as begins,
    coalesce(a.to_at, i.end_at) + ${sql.raw(`interval '${rest}'`)} as ends
  from ${sql.id(table)} a join travel_itinerary i on i.id = a.itinerary_id, lateral (values ${which}) used (id)
  where ${counts} and (i.end_at > ${since} or a.to_at > ${since}) and used.id is not null`;

const tables = { driver: sql.id(tableOf(driver)), guide: sql.id(tableOf(guide)) } as const;

/** The person behind an assigned row; where `role` differs from that of the row, only people who have both roles. */
const personIn = (field: 'driver_id' | 'second_driver_id' | 'guide_id', role: 'driver' | 'guide'): Sql => {
  const own = field === 'guide_id' ? 'guide' : 'driver';
  const both =
    own === role
      ? sql.empty
      : sql` and exists (select from ${tables[role]} o where o.id_no->>'hash' = p.id_no->>'hash')`;
  return sql`((select hashtextextended(${crewIdentityKeySql('p', own)}, 0) from ${tables[own]} p where p.id = ${sql.id('a', field)}${both}))`;
};
/** Uses of people in one role, with those of the same people in the other. */
const usesOfPeople = (shares: 'drivers' | 'guides', role: 'driver' | 'guide', rest: string): Sql => sql`
  ${usesOf(shares, 'travel_assigned_vehicle', sql`${personIn('driver_id', role)}, ${personIn('second_driver_id', role)}`, rest)}
  union all ${usesOf(shares, 'travel_assigned_guide', personIn('guide_id', role), rest)}`;

/**
 * Finds all teams that share a vehicle or a tourist with another team at the same time, a driver with one that ended
 * less than a day before, or a guide with one that ended less than two: few do. One pass over each table costs a
 * fraction of a query per team. A team filed or edited meanwhile is checked by that write; the other team in the next
 * night.
 */
export async function storeTeamsSharingPeopleOrVehicles(tx: Transaction): Promise<void> {
  await tx.query('delete from travel_look_meeting');
  await tx.query(sql`
    insert into travel_look_meeting (shares, itinerary_id)
    with uses as (
      ${usesOf('vehicles', 'travel_assigned_vehicle', sql.raw('(a.vehicle_id)'))}
      union all ${usesOfPeople('drivers', 'driver', '1 day')}
      union all ${usesOfPeople('guides', 'guide', '2 days')}
    ), beside as (
      select shares, team, begins, ends, lead(begins) over (partition by shares, used order by begins) as next,
        max(ends) over (partition by shares, used order by begins rows between unbounded preceding and 1 preceding) as before
      from uses
    ), person as (
      select hashtextextended(t.id_no->>'hash', 0) as person, i.id as team
      from travel_tourist t join travel_itinerary i on i.id = t.itinerary_id
      where ${counts} and i.end_at > ${since}
    ), often as (
      select person from person group by person having count(*) > 1
    )
    select shares, team from beside where before > begins or next < ends
    union select 'tourists', team from person join often using (person)`);
}

/** The overlapping teams among some teams. */
export async function readTeamsSharingPeopleOrVehicles(
  tx: Transaction,
  ids: readonly number[],
): Promise<OverlapCandidateTeams> {
  const rows = await tx.rows<{ shares: ExclusivelyBookedKind; team: number }>(sql`
    select shares, itinerary_id as team from travel_look_meeting where itinerary_id = any(${[...ids]}::bigint[])`);
  const of = (one: ExclusivelyBookedKind) => rows.filter(({ shares }) => shares === one).map(({ team }) => team);
  return Object.fromEntries(exclusivelyBookedKinds.map((one) => [one, of(one)])) as unknown as OverlapCandidateTeams;
}
