import type { Itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { lastDayOf, shanghaiDaySql, shareShanghaiDay } from '#server/db/interval-overlap-and-shanghai-day-sql.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { budgetReservingRewardStates } from '../../contract/reward-application-states-paid-or-reserving-budget.ts';
import { teamDepartureAndReturnSql, teamNightsSql } from './team-departure-return-and-nights-sql.ts';

/** A team of an application, with its eligible guests. */
export interface ClaimedTeam {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly team_no: string;
  /** Display name: {@link teamNameSql}. */
  readonly name: string;
  readonly agency_id: number;
  readonly status: Itinerary['status'];
  /** Departure, Unix seconds. */
  readonly start_at: number;
  /** First and last day in Shanghai. */
  readonly began_on: string;
  readonly ended_on: string;
  /** Number of tourists in the itinerary, and on its list. */
  readonly tourist_count: number | null;
  readonly listed: number;
  /** Eligible guests: each person once, claimed by nobody else, from outside the excluded area. */
  readonly guests: number;
  /**
   * Tourists on the list from within the excluded area, of unknown origin, and with an ID number that contradicts the
   * entered origin.
   */
  readonly inside: number;
  readonly unknown: number;
  readonly mistyped: number;
  readonly nights: number;
  readonly vehicles: number;
  /** Ticketed sights. */
  readonly scenic: number;
  /** Longest run of one family name in list order, and that name. */
  readonly run: number;
  readonly run_name: string | null;
  /** Maximum tourists who share a birthday, and number of tourists whose birthday is recorded. */
  readonly same_birthday: number;
  readonly birthdays: number;
}

/** Teams to read, and guests to leave out: residents of `excluded` (an area, or ''), and those already claimed. */
interface ClaimedTeamQuery {
  readonly applicationId: number;
  readonly ids: readonly number[];
  readonly excluded: string;
}

/** Display name of a team `i`: route and day of departure; without a route its number. */
export const teamNameSql = sql`concat_ws(' · ', coalesce(nullif(i.route, ''), i.team_no), ${shanghaiDaySql(teamDepartureAndReturnSql('i').from)}::text)`;

/**
 * Documents whose number contains the origin: the first digits of a resident's number, which its mask leaves visible.
 */
const residents = ['id_card', 'household'];

/**
 * Reads the teams of an application in one statement. The origin of a guest comes from the ID number before what was
 * entered. Nobody counts twice, within the application or against another whose days overlap.
 */
export const readClaimedTeams = (
  db: Queryable,
  { applicationId, ids, excluded }: ClaimedTeamQuery,
): Promise<ClaimedTeam[]> =>
  db.rows<ClaimedTeam>(sql`
    with claimed as materialized (${claimedTeams(applicationId, ids)}), people as (
      select t.itinerary_id, t.id, t.weigh, t.id_no->>'hash' as hash, left(t.name, 1) as family, t.birthday,
        coalesce(t.source_area, '') as typed,
        case when t.id_type = any(${residents}::text[]) then coalesce(substring(t.id_no->>'mask' from '^[0-9]{2,6}'), '') else '' end as told
      from travel_tourist t where t.itinerary_id = any(${ids}::bigint[])
    ), origins as (
      select p.*, case when told = '' or starts_with(typed, told) then typed else told end as origin,
        told <> '' and typed <> '' and not starts_with(typed, left(told, 4)) as mistyped
      from people p
    ), listed as (
      select o.*, (${excluded} <> '' and (starts_with(o.origin, ${excluded}) or (o.origin <> '' and starts_with(${excluded}, o.origin)))) as inside,
        exists (${claimedHere}) or exists (${claimedElsewhere}) as twice
      from origins o join travel_itinerary i on i.id = o.itinerary_id
    ), lists as (
      select itinerary_id, count(*)::int as listed, count(distinct hash) filter (where not inside and not twice)::int as guests,
        count(*) filter (where inside)::int as inside, count(*) filter (where origin = '')::int as unknown,
        count(*) filter (where mistyped)::int as mistyped, count(birthday)::int as birthdays
      from listed group by itinerary_id
    ), runs as (
      select itinerary_id, family, count(*)::int as n from (
        select itinerary_id, family, row_number() over (partition by itinerary_id order by weigh, id)
          - row_number() over (partition by itinerary_id, family order by weigh, id) as run from people) r
      group by itinerary_id, family, run
    ), longest as (
      select distinct on (itinerary_id) itinerary_id, family, n from runs order by itinerary_id, n desc, family
    ), birthdays as (
      select itinerary_id, max(n)::int as n from (
        select itinerary_id, count(*) as n from people where birthday is not null group by itinerary_id, birthday) b group by 1
    )
    select i.id, i.team_no, ${teamNameSql} as name, i.agency_id, i.status, extract(epoch from i.start_at)::float8 as start_at,
      ${shanghaiDaySql(teamDepartureAndReturnSql('i').from)}::text as began_on, ${lastDayOf(teamDepartureAndReturnSql('i'))}::text as ended_on, i.tourist_count,
      coalesce(l.listed, 0) as listed, coalesce(l.guests, 0) as guests, coalesce(l.inside, 0) as inside,
      coalesce(l.unknown, 0) as unknown, coalesce(l.mistyped, 0) as mistyped, coalesce(l.birthdays, 0) as birthdays,
      ${teamNightsSql('i')} as nights,
      (select count(distinct v.vehicle_id)::int from travel_assigned_vehicle v where v.itinerary_id = i.id) as vehicles,
      (select count(distinct s.name)::int from travel_itinerary_stop s
        where s.itinerary_id = i.id and s.poi_type = 'scenic' and s.fee > 0) as scenic,
      coalesce(r.n, 0) as run, r.family as run_name, coalesce(b.n, 0) as same_birthday
    from travel_itinerary i left join lists l on l.itinerary_id = i.id left join longest r on r.itinerary_id = i.id
      left join birthdays b on b.itinerary_id = i.id
    where i.id = any(${ids}::bigint[]) order by i.start_at, i.id`);

/** Condition: person `o` of team `i` is in an earlier team of this application with overlapping days. */
const claimedHere = sql`
  select from people p join travel_itinerary w on w.id = p.itinerary_id
  where p.hash = o.hash and (w.start_at, w.id) < (i.start_at, i.id)
    and ${shareShanghaiDay(teamDepartureAndReturnSql('w'), teamDepartureAndReturnSql('i'))}`;

/**
 * Teams of other applications that list any of these tourists. The index on the lists is only used if all teams are
 * queried at once.
 */
const claimedTeams = (applicationId: number, ids: readonly number[]) => sql`
  select a.id, a.no, u.team from reward_application a cross join unnest(a.teams) u (team)
  where a.teams && array(
      select distinct other.itinerary_id from travel_tourist m join travel_tourist other on other.id_no->>'hash' = m.id_no->>'hash'
      where m.itinerary_id = any(${ids}::bigint[]))
    and a.id <> ${applicationId} and a.status = any(${[...budgetReservingRewardStates]}::text[])`;

/** Condition: person `o` of team `i` is in one of the claimed teams, on overlapping days. */
const claimedElsewhere = sql`
  select from claimed c join travel_tourist other on other.itinerary_id = c.team join travel_itinerary w on w.id = c.team
  where other.id_no->>'hash' = o.hash
    and ${shareShanghaiDay(teamDepartureAndReturnSql('w'), teamDepartureAndReturnSql('i'))}`;

/** A tourist of these teams who was already claimed. */
export interface TouristClaimedTwice {
  readonly [column: string]: unknown;
  readonly itinerary_id: number;
  readonly name: string;
  /** Number of the application, or of the team of this one, that already includes the tourist. */
  readonly no: string;
  /** Name of that row. */
  readonly against: string;
}

/** Maximum tourists named: a list submitted twice has thousands. */
const mostNamed = 20;

/**
 * Tourists of these teams who are claimed in another application for overlapping days, or listed in several of these
 * teams: one visit is rewarded once.
 */
export const readTouristsClaimedTwice = (
  db: Queryable,
  applicationId: number,
  ids: readonly number[],
): Promise<TouristClaimedTwice[]> =>
  db.rows<TouristClaimedTwice>(sql`
    with claimed as materialized (${claimedTeams(applicationId, ids)}), mine as (
      select t.name, t.id_no->>'hash' as hash, i.id, i.team_no, i.start_at, i.end_at
      from travel_tourist t join travel_itinerary i on i.id = t.itinerary_id where i.id = any(${ids}::bigint[])
    )
    select distinct on (m.name, m.id, m.hash) m.id as itinerary_id, m.name, found.no, found.against from mine m, lateral (
      select c.no, 'reward/application:' || c.id as against from claimed c join travel_tourist o on o.itinerary_id = c.team
        join travel_itinerary w on w.id = c.team
      where o.id_no->>'hash' = m.hash and ${shareShanghaiDay(teamDepartureAndReturnSql('w'), teamDepartureAndReturnSql('m'))}
      union all
      select o.team_no, 'travel/itinerary:' || o.id from mine o where o.hash = m.hash and (o.start_at, o.id) < (m.start_at, m.id)
        and ${shareShanghaiDay(teamDepartureAndReturnSql('o'), teamDepartureAndReturnSql('m'))}
    ) found order by m.name, m.id, m.hash, found.no limit ${mostNamed}`);

/** Teams that another application includes, unless it was withdrawn, with its number. */
export const readTeamsClaimedElsewhere = (db: Queryable, applicationId: number, ids: readonly number[]) =>
  db.rows<{ name: string; no: string }>(sql`
    select ${teamNameSql} as name, a.no from reward_application a join travel_itinerary i on i.id = any(a.teams)
    where a.teams && ${ids}::bigint[] and i.id = any(${ids}::bigint[]) and a.id <> ${applicationId}
      and a.status not in ('draft', 'rejected', 'withdrawn') order by i.id limit 20`);
